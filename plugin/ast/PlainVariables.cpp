// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/PlainVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtObjC.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {

bool swapsVariables(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  return F && F->getIdentifier() && F->getName() == "swap" &&
         F->isInStdNamespace() && Call.getNumArgs() == 2 &&
         llvm::all_of(Call.arguments(), [](const Expr *A) {
           return variableIn(A) && A->getType()->isScalarType();
         });
}

static bool isObscure(const Stmt *S) {
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt, AddrLabelExpr, AsmStmt,
          CoroutineBodyStmt, OMPExecutableDirective, SEHTryStmt>(S))
    return true;
  if (const auto *Jump = dyn_cast<LoopControlStmt>(S))
    return Jump->hasLabelTarget();
  const FunctionDecl *F = calleeOf(S);
  return F && F->hasAttr<ReturnsTwiceAttr>();
}

PlainVariables::PlainVariables(const FunctionDecl &F) : F(F) {
  statement(F.getBody());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      if (Init->getInit())
        visit(Init->getInit());
}

bool PlainVariables::contains(const VarDecl &V) const {
  return V.hasLocalStorage() && V.getParentFunctionOrMethod() == &F &&
         V.getType()->isScalarType() && !V.getType()->isReferenceType() &&
         !V.getType().isVolatileQualified() && !V.getType()->isAtomicType() &&
         !isa<BindingDecl>(V) && !Reached.contains(&V);
}

void PlainVariables::reachAll(const Stmt *S) {
  eachNode(S, [&](const Stmt *Part) {
    Obscure |= isObscure(Part);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        Reached.insert(V);
    return true;
  });
}

void PlainVariables::statement(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return discarded(E);
  Obscure |= isObscure(S);
  if (isa<AsmStmt>(S))
    return reachAll(S);
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    if (Return->getRetValue())
      visit(Return->getRetValue());
    return;
  }
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const VarDecl *V : variablesIn(*Declared))
      if (V->getInit())
        visit(V->getInit());
    // Lengths of arrays.
    for (const Stmt *Child : S->children())
      if (const auto *E = dyn_cast_or_null<Expr>(Child))
        visit(E);
    return;
  }
  for (const Stmt *Child : S->children())
    statement(Child);
}

/// The value is not used.
void PlainVariables::discarded(const Expr *E) {
  E = E->IgnoreParens();
  if (const Expr *Whole = operandOf(E, CK_ToVoid))
    return discarded(Whole);
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isAssignmentOp()) {
      place(B->getLHS());
      return visit(B->getRHS());
    }
    if (B->getOpcode() == BO_Comma) {
      discarded(B->getLHS());
      return discarded(B->getRHS());
    }
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->isIncrementDecrementOp())
    return place(U->getSubExpr());
  if (!variableIn(E))
    visit(E);
}

/// Read or assigned, by its name.
void PlainVariables::place(const Expr *E) {
  if (variableIn(E))
    return;
  E = E->IgnoreParens();
  // In C++ the result of `i = 1` and `++i` is a place.
  assignedBy(E) ? discarded(E) : visit(E);
}

void PlainVariables::visit(const Expr *E) {
  if (!E)
    return;
  Obscure |= isObscure(E);
  if (isa<LambdaExpr, BlockExpr>(E))
    return reachAll(E);
  if (const auto *Statements = dyn_cast<StmtExpr>(E))
    return statement(Statements->getSubStmt());
  if (const Expr *Read = operandOf(E, CK_LValueToRValue))
    return place(Read);
  if (!E->isGLValue() && assignedBy(E))
    return discarded(E);
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->getOpcode() == BO_Comma) {
    discarded(B->getLHS());
    return visit(B->getRHS());
  }
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && swapsVariables(*Call))
    return;
  if (const VarDecl *V = variableIn(E))
    Reached.insert(V);
  for (const Stmt *Child : E->children()) {
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child))
      visit(Sub);
    else
      statement(Child);
  }
}

} // namespace twofold
