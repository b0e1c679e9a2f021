// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BranchHints.cpp ----------------------------------------------------===//

#include "native/BranchHints.h"
#include "model/ExtremumForms.h"
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
  return llvm::any_of(assignmentsOf(S), [&](const BinaryOperator *B) {
    const Capture *C =
        Loop.capture(cast<DeclRefExpr>(B->getLHS()->IgnoreParens())->getDecl());
    return C && isExtremum(*C, Ctx);
  });
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
