// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/TreeCheck.h"
#include "ast/Nodes.h"
#include "report/Invariant.h"
#include "clang/AST/StmtVisitor.h"

using namespace clang;

namespace twofold {
namespace {

/// What clang shares between its own nodes, and what has rules of its own.
bool isOpaque(const Stmt *S) {
  return isa<OpaqueValueExpr, OMPExecutableDirective, CoroutineBodyStmt,
             PseudoObjectExpr, CapturedStmt>(S);
}

bool standsOnce(const Stmt *S) {
  return !isa<Expr>(S) || isa<StmtExpr, LambdaExpr, BlockExpr>(S);
}

bool opensScope(const Stmt *S) {
  return isa<CompoundStmt, ForStmt, CXXForRangeStmt, IfStmt, WhileStmt,
             SwitchStmt, CXXCatchStmt, LambdaExpr>(S);
}

class TreeCheck : public ConstStmtVisitor<TreeCheck> {
  const FunctionDecl &Function;
  const ASTContext &Ctx;
  const SharedNodes &Known;
  llvm::DenseSet<const Stmt *> Seen;
  SmallVector<const VarDecl *, 32> InScope;

public:
  std::string Fault;

  TreeCheck(const FunctionDecl &F, const SharedNodes &Known)
      : Function(F), Ctx(F.getASTContext()), Known(Known),
        InScope(F.param_begin(), F.param_end()) {}

  void walk(const Stmt *S);

  void VisitDeclRefExpr(const DeclRefExpr *E);
  void VisitBinaryOperator(const BinaryOperator *E);
  void VisitUnaryOperator(const UnaryOperator *E);
  void VisitImplicitCastExpr(const ImplicitCastExpr *E);
  void VisitArraySubscriptExpr(const ArraySubscriptExpr *E);
  void VisitCallExpr(const CallExpr *E);

private:
  void declare(const Stmt *S);
  void fail(const Stmt *S, StringRef What);
  /// Types of lengths that only a call knows are one type to C, not to clang.
  bool same(QualType A, QualType B) const {
    return Ctx.hasSameUnqualifiedType(A, B) ||
           (A->isVariablyModifiedType() && B->isVariablyModifiedType());
  }
  /// Of arithmetic types that have rules of their own.
  static bool isSimple(QualType T) {
    return T->isIntegralOrEnumerationType() || T->isRealFloatingType();
  }
};

void TreeCheck::fail(const Stmt *S, StringRef What) {
  if (!Fault.empty())
    return;
  llvm::raw_string_ostream Text(Fault);
  Text << S->getBeginLoc().printToString(Ctx.getSourceManager()) << ": "
       << Function.getNameAsString() << ": " << S->getStmtClassName() << ": "
       << What << ": ";
  S->printPretty(Text, nullptr, Ctx.getPrintingPolicy());
}

void TreeCheck::declare(const Stmt *S) {
  auto Add = [&](const Decl *D) {
    if (const auto *V = dyn_cast<VarDecl>(D))
      InScope.push_back(V);
  };
  if (const auto *Here = dyn_cast<DeclStmt>(S))
    llvm::for_each(Here->decls(), Add);
  else if (const auto *Catch = dyn_cast<CXXCatchStmt>(S);
           Catch && Catch->getExceptionDecl())
    Add(Catch->getExceptionDecl());
  else if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    llvm::for_each(Lambda->getCallOperator()->parameters(), Add);
}

void TreeCheck::walk(const Stmt *S) {
  if (!S || !Fault.empty())
    return;
  if (standsOnce(S) && !Seen.insert(S).second && !Known.contains(S) &&
      !isOpaque(S))
    fail(S, "stands in two places");
  if (isOpaque(S))
    return;
  const size_t Outside = InScope.size();
  declare(S);
  Visit(S);
  for (const Stmt *Child : S->children())
    walk(Child);
  if (opensScope(S))
    InScope.truncate(Outside);
}

void TreeCheck::VisitDeclRefExpr(const DeclRefExpr *E) {
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (V && V->hasLocalStorage() && !isa<ImplicitParamDecl>(V) &&
      !E->refersToEnclosingVariableOrCapture() && !E->isNonOdrUse() &&
      !V->mightBeUsableInConstantExpressions(Ctx) &&
      !llvm::is_contained(InScope, V))
    fail(E, "is not in scope");
}

void TreeCheck::VisitBinaryOperator(const BinaryOperator *E) {
  const Expr *L = E->getLHS(), *R = E->getRHS();
  if (E->isTypeDependent() || E->getOpcode() == BO_Comma || E->isPtrMemOp())
    return;
  if (R->isGLValue())
    return fail(E, "the right operand was not loaded");
  if (E->isAssignmentOp()) {
    if (!L->isGLValue())
      fail(E, "the left operand is no place");
    else if (E->getOpcode() == BO_Assign && !same(L->getType(), R->getType()))
      fail(E, "the operands have two types");
    return;
  }
  if (L->isGLValue())
    return fail(E, "the left operand was not loaded");
  const bool Both = isSimple(L->getType()) && isSimple(R->getType());
  if (Both && !E->isShiftOp() && !E->isLogicalOp() &&
      !same(L->getType(), R->getType()))
    fail(E, "the operands have two types");
  else if (Both &&
           (E->isMultiplicativeOp() || E->isAdditiveOp() || E->isBitwiseOp()) &&
           !same(L->getType(), E->getType()))
    fail(E, "the result has another type than the operands");
}

void TreeCheck::VisitUnaryOperator(const UnaryOperator *E) {
  if (E->isTypeDependent())
    return;
  const Expr *Of = E->getSubExpr();
  if (E->isIncrementDecrementOp() && !Of->isGLValue())
    fail(E, "the operand is no place");
  else if ((E->isArithmeticOp() || E->getOpcode() == UO_Deref) &&
           Of->isGLValue() && !Of->getType()->isFunctionType())
    fail(E, "the operand was not loaded");
}

void TreeCheck::VisitImplicitCastExpr(const ImplicitCastExpr *E) {
  const Expr *Of = E->getSubExpr();
  if (E->getCastKind() == CK_LValueToRValue &&
      (!Of->isGLValue() || !same(Of->getType(), E->getType())))
    fail(E, "loads what is no place of its type");
}

void TreeCheck::VisitArraySubscriptExpr(const ArraySubscriptExpr *E) {
  if (E->isTypeDependent())
    return;
  const QualType Base = E->getBase()->getType();
  if (!Base->isPointerType() && !Base->isVectorType() && !Base->isArrayType())
    fail(E, "its base is no pointer");
  else if (E->getIdx()->isGLValue())
    fail(E, "the subscript was not loaded");
}

void TreeCheck::VisitCallExpr(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  const auto *Type = F ? F->getType()->getAs<FunctionProtoType>() : nullptr;
  if (!Type || E->isTypeDependent() || F->getBuiltinID() ||
      isa<CXXOperatorCallExpr>(E))
    return;
  const unsigned Count = Type->getNumParams();
  if (E->getNumArgs() < Count ||
      (E->getNumArgs() > Count && !Type->isVariadic()))
    return fail(E, "it has another number of arguments than parameters");
  for (unsigned I = 0; I < Count; ++I) {
    const QualType Wanted = Type->getParamType(I);
    const Expr *Given = E->getArg(I);
    if (Wanted->isReferenceType() != Given->isGLValue())
      return fail(Given, "is no argument for its parameter");
    if (!same(Wanted.getNonReferenceType(), Given->getType()))
      return fail(Given, "has another type than its parameter");
  }
}

} // namespace

SharedNodes sharedNodes(const FunctionDecl &F) {
  llvm::DenseSet<const Stmt *> Seen;
  SharedNodes Twice;
  if (Checked)
    eachNode(F.getBody(), [&](const Stmt *S) {
      const bool New = !standsOnce(S) || Seen.insert(S).second;
      if (!New)
        Twice.insert(S);
      return New;
    });
  return Twice;
}

void verifyTree(const FunctionDecl &F, const SharedNodes &Known) {
  if (!Checked || !F.getBody() || F.isDependentContext())
    return;
  TreeCheck Check(F, Known);
  Check.walk(F.getBody());
  invariant(Check.Fault.empty(), Check.Fault.c_str());
}

} // namespace twofold
