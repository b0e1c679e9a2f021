// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BranchHints.cpp ----------------------------------------------------===//

#include "native/BranchHints.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace twofold {
namespace {

bool isExtremum(const Capture &C, const ASTContext &Ctx) {
  if (C.Kind != Sharing::Reduction ||
      (C.Op != ReductionOp::Min && C.Op != ReductionOp::Max))
    return false;
  return C.Leader ||
         (C.Type->isRealFloatingType() && !Ctx.getLangOpts().NoHonorNaNs);
}

/// S consists of assignments to variables, an extremum among them.
bool replacesExtremum(const Stmt *S, const ParallelLoop &Loop,
                      const ASTContext &Ctx) {
  bool Replaces = false;
  SmallVector<const Stmt *, 8> Work = {S};
  while (!Work.empty()) {
    S = Work.pop_back_val();
    if (isa<CompoundStmt>(S)) {
      Work.append(S->child_begin(), S->child_end());
      continue;
    }
    const auto *E = dyn_cast<Expr>(S);
    if (const auto *Full = dyn_cast_or_null<FullExpr>(E))
      E = Full->getSubExpr();
    const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
    if (B && B->getOpcode() == BO_Comma) {
      Work.append({B->getLHS(), B->getRHS()});
      continue;
    }
    const auto *Ref = B && B->getOpcode() == BO_Assign
                          ? dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens())
                          : nullptr;
    if (!Ref)
      return false;
    const Capture *C = Loop.capture(Ref->getDecl());
    Replaces |= C && isExtremum(*C, Ctx);
  }
  return Replaces;
}

void visit(Stmt *S, const ParallelLoop &Loop, ASTContext &Ctx) {
  if (!S || isa<Expr>(S))
    return;
  for (Stmt *Child : S->children())
    visit(Child, Loop, Ctx);
  auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || !replacesExtremum(If->getThen(), Loop, Ctx))
    return;
  const Attr *Seldom = UnlikelyAttr::CreateImplicit(Ctx);
  If->setThen(AttributedStmt::Create(Ctx, If->getThen()->getBeginLoc(), Seldom,
                                     If->getThen()));
}

} // namespace

void hintExtremumBranches(const ParallelLoop &Loop, ASTContext &Ctx) {
  visit(Loop.Body, Loop, Ctx);
}

} // namespace twofold
