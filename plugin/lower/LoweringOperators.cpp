// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringOperators.cpp - assignments, conditions, order -------------===//

#include "ast/VariableUses.h"
#include "lower/Lowering.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

/// First was evaluated before what the scope got after LastBefore; where that
/// may change it, its value is kept.
void Lowering::keepOrder(Expr *&First, Stmt *LastBefore) {
  Scope &Own = *Scopes.back();
  size_t At = 0;
  if (LastBefore)
    At = llvm::find(Own.Items, LastBefore) - Own.Items.begin() + 1;
  BodyUses Reads = collectUses(First, Ctx);
  bool Conflict = false;
  for (size_t I = At; I < Own.Items.size() && !Conflict; ++I) {
    if (isa<DeclStmt>(Own.Items[I]))
      continue; // of a new variable; calls in it are looked at below
    auto *Set = dyn_cast<BinaryOperator>(Own.Items[I]);
    auto *To = Set && Set->getOpcode() == BO_Assign
                   ? dyn_cast<DeclRefExpr>(Set->getLHS()->IgnoreParens())
                   : nullptr;
    Conflict =
        !To || Reads.Variables.count(To->getDecl()) || mayWrite(Set->getRHS());
  }
  for (size_t I = At; I < Own.Items.size() && !Conflict; ++I)
    if (const auto *Declared = dyn_cast<DeclStmt>(Own.Items[I]))
      for (const Decl *D : Declared->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && V->getInit())
          Conflict |= mayWrite(V->getInit());
  if (!Conflict || isStable(First))
    return;
  if (First->isGLValue() || !Own.Statements)
    return fail(First->getExprLoc());
  VarDecl *V = Make.variable(Loop.Function, unique("value"),
                             First->getType().getUnqualifiedType(), First);
  Temporaries.insert(V);
  Own.Items.insert(Own.Items.begin() + At, Make.declare(V));
  First = Make.value(V);
}

/// `Target += Right` of an iterator: what it is now is known as well as before.
void Lowering::advance(const Expr *Target, Expr *Right, BinaryOperatorKind Op) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParens());
  auto It = Initial.find(Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr);
  if (It == Initial.end())
    return;
  Expr *Old = initialOf(It->second.first, 0), *By = initialOf(Right, 0);
  if (Conditional == 0 && Old->getType()->isPointerType() &&
      (Op == BO_AddAssign || Op == BO_SubAssign) && Derived.isInvariant(Old) &&
      Derived.isInvariant(By))
    It->second.first = Make.paren(Make.binary(
        Op == BO_AddAssign ? BO_Add : BO_Sub, Old, By, Old->getType()));
  else
    Initial.erase(It);
}

/// The variable is no longer what it was set to first.
void Lowering::forget(const Expr *Target) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParens()))
    Initial.erase(dyn_cast<VarDecl>(Ref->getDecl()));
}

Place Lowering::assignment(const BinaryOperator &E) {
  const Expr *Left = E.getLHS();
  QualType T = Left->getType();
  SourceLocation Loc = E.getOperatorLoc();
  if (isLowered(T)) {
    if (!T->isRecordType()) {
      fail(T->getPointeeType()->isAnyPointerType() ? diag::Id::PointerToPointer
                                                   : diag::Id::PointerInRecord,
           Loc, named(Left));
      return {};
    }
    Place From = place(E.getRHS()), To = place(Left);
    if (!Failed)
      assignObject(To, From, T, Loc);
    return To;
  }
  Expr *Right = scalar(E.getRHS());
  Stmt *Last = lastItem();
  Place To = place(Left);
  if (Last != lastItem())
    keepOrder(Right, Last);
  if (Failed)
    return {};
  if (To.is(Kind::Host)) {
    changed(To, Loc);
    return {};
  }
  if (!To.is(Kind::Device)) {
    fail(Loc);
    return {};
  }
  if (E.isCompoundAssignmentOp())
    advance(To.Code, Right, E.getOpcode());
  else
    forget(To.Code);
  BinaryOperator *Copy;
  if (const auto *C = dyn_cast<CompoundAssignOperator>(&E))
    Copy = CompoundAssignOperator::Create(
        Ctx, To.Code, Right, E.getOpcode(), E.getType(), E.getValueKind(),
        E.getObjectKind(), Loc, E.getFPFeatures(), C->getComputationLHSType(),
        C->getComputationResultType());
  else
    Copy = BinaryOperator::Create(Ctx, To.Code, Right, E.getOpcode(),
                                  E.getType(), E.getValueKind(),
                                  E.getObjectKind(), Loc, E.getFPFeatures());
  note(&E, Copy);
  return E.isGLValue() ? atDevice(Copy) : made(Copy);
}

Place Lowering::increment(const UnaryOperator &E) {
  Place To = place(E.getSubExpr());
  if (To.is(Kind::Host))
    changed(To, E.getExprLoc());
  else if (!To.is(Kind::Device) && !Failed)
    fail(E.getExprLoc());
  if (Failed)
    return {};
  forget(To.Code);
  Expr *Copy = UnaryOperator::Create(
      Ctx, To.Code, E.getOpcode(), E.getType(), E.getValueKind(),
      E.getObjectKind(), E.getOperatorLoc(), E.canOverflow(),
      E.hasStoredFPFeatures() ? E.getStoredFPFeatures() : FPOptionsOverride());
  note(&E, Copy);
  return E.isGLValue() ? atDevice(Copy) : made(Copy);
}

Place Lowering::conditional(const AbstractConditionalOperator &E) {
  QualType T = E.getType();
  SourceLocation Loc = E.getExprLoc();
  if (auto Known = known(E.getCond())) {
    const Expr *Arm = *Known ? E.getTrueExpr() : E.getFalseExpr();
    return E.isGLValue() ? place(Arm) : value(Arm);
  }
  if (isa<BinaryConditionalOperator>(E) || T->isVoidType() || isLowered(T)) {
    fail(Loc);
    return {};
  }
  Expr *Cond = scalar(E.getCond());
  if (auto Settled = settled(Cond)) {
    const Expr *Arm = *Settled ? E.getTrueExpr() : E.getFalseExpr();
    return E.isGLValue() ? place(Arm) : value(Arm);
  }
  ++Conditional;
  auto Arm = [&](const Expr *A) {
    return within([&] {
      return E.isGLValue()
                 ? lvalue(place(A), T, /*Writes=*/false, A->getExprLoc())
                 : scalar(A);
    });
  };
  Expr *Then = Arm(E.getTrueExpr()), *Else = Arm(E.getFalseExpr());
  --Conditional;
  auto *Copy = new (Ctx)
      ConditionalOperator(Cond, E.getQuestionLoc(), Then, E.getColonLoc(), Else,
                          T, E.getValueKind(), E.getObjectKind());
  // Of two members of an object around the loop the call chooses one.
  if ((T->isPointerType() || T->isIntegerType()) && E.isPRValue() &&
      Derived.isInvariant(Copy))
    return made(Make.value(Derived.computed(Copy, named(Then))));
  return E.isGLValue() ? atDevice(Copy) : made(Copy);
}

Place Lowering::binaryValue(const BinaryOperator &E) {
  if (E.isAssignmentOp())
    return assignment(E);
  QualType T = E.getType();
  if (E.getOpcode() == BO_Comma) {
    discard(E.getLHS());
    return value(E.getRHS());
  }
  if (E.isPtrMemOp()) {
    fail(diag::Id::FunctionPointer, E.getExprLoc(), "this");
    return {};
  }
  Expr *Left = scalar(E.getLHS());
  Expr *Right;
  if (E.isLogicalOp()) {
    ++Conditional;
    Right = within([&] { return scalar(E.getRHS()); });
    --Conditional;
  } else {
    Right = scalar(E.getRHS());
  }
  auto *Copy = BinaryOperator::Create(Ctx, Left, Right, E.getOpcode(), T,
                                      E.getValueKind(), E.getObjectKind(),
                                      E.getOperatorLoc(), E.getFPFeatures());
  // Pointers to different memory mean nothing to each other in a kernel.
  bool Pointers =
      Left->getType()->isPointerType() && Right->getType()->isPointerType();
  if (Pointers && Derived.isInvariant(Copy))
    return made(Make.value(Derived.computed(Copy, "distance")));
  if (T->isPointerType())
    note(&E, Copy);
  return made(Copy);
}

/// Something changes when S is evaluated, or nobody can tell.
bool Lowering::mayWrite(const Stmt *S) { return S && writesIn(S); }

} // namespace twofold
