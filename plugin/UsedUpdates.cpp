// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UsedUpdates.cpp ----------------------------------------------------===//

#include "UsedUpdates.h"
#include "ElementUpdate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace twofold {
namespace {

class Scan {
  llvm::SmallPtrSetImpl<const Expr *> &Found;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;

public:
  explicit Scan(llvm::SmallPtrSetImpl<const Expr *> &Found) : Found(Found) {}
  void visit(const Stmt *S, bool Discarded);

private:
  void called(const Expr *E) {
    const FunctionDecl *F = nullptr, *Definition = nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(E))
      F = Call->getDirectCallee();
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
      F = Made->getConstructor();
    if (F && F->hasBody(Definition) && !Definition->isDependentContext() &&
        Seen.insert(Definition).second)
      visit(Definition->getBody(), true);
  }
};

void Scan::visit(const Stmt *S, bool Discarded) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    called(E);
  if (const auto *B = dyn_cast<CompoundAssignOperator>(S); B && !Discarded)
    Found.insert(B->getLHS());
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp() && !Discarded) {
    Found.insert(U);
    Found.insert(U->getSubExpr());
  }
  const auto *Comma = dyn_cast<BinaryOperator>(S);
  const auto *Void = dyn_cast<CastExpr>(S);
  if (Comma && Comma->getOpcode() == BO_Comma) {
    visit(Comma->getLHS(), true);
    return visit(Comma->getRHS(), Discarded);
  }
  bool Through = isa<ParenExpr, FullExpr>(S) && Discarded;
  bool Nowhere = Void && Void->getCastKind() == CK_ToVoid;
  const auto *For = dyn_cast<ForStmt>(S);
  const Stmt *Condition = For ? For->getCond() : nullptr;
  if (const auto *If = dyn_cast<IfStmt>(S))
    Condition = If->getCond();
  else if (const auto *While = dyn_cast<WhileStmt>(S))
    Condition = While->getCond();
  else if (const auto *Do = dyn_cast<DoStmt>(S))
    Condition = Do->getCond();
  else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    Condition = Switch->getCond();
  bool Statements = !isa<Expr, DeclStmt, ReturnStmt>(S);
  for (const Stmt *Child : S->children())
    visit(Child, Nowhere || Through || (Statements && Child != Condition));
}

} // namespace

void findUsedUpdates(const Stmt *S,
                     llvm::SmallPtrSetImpl<const Expr *> &Found) {
  Scan(Found).visit(S, true);
}

void findTargets(const ElementUpdate &Update, const ASTContext &Ctx,
                 llvm::DenseSet<SourceLocation> &Targets) {
  const Expr *Target = Update.target();
  llvm::SmallVector<const Stmt *, 16> Work = {Update.Whole};
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    // An increment is where its operator is.
    if (const auto *Step = dyn_cast_or_null<UnaryOperator>(S);
        Step && Step->isIncrementDecrementOp() &&
        sameExpression(Step->getSubExpr(), Target, Ctx))
      Targets.insert(Step->getExprLoc());
    const auto *E = dyn_cast_or_null<Expr>(S);
    if (E && E->isGLValue() && sameExpression(E, Target, Ctx))
      Targets.insert_range(llvm::ArrayRef({E->getExprLoc(), E->getBeginLoc()}));
    else if (S)
      Work.append(S->child_begin(), S->child_end());
  }
}

} // namespace twofold
