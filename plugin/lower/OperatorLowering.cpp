// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OperatorLowering.cpp - assignments, conditions, operators ---------===//

#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

Place ValueLowering::binaryValue(const BinaryOperator &E) {
  if (E.isAssignmentOp())
    return assignment(E);
  QualType T = E.getType();
  if (E.getOpcode() == BO_Comma) {
    discard(E.getLHS());
    return value(E.getRHS());
  }
  if (E.isPtrMemOp())
    return noPlace(diag::Id::FunctionPointer, E.getExprLoc(), "this");
  Expr *Left = scalar(E.getLHS());
  Expr *Right;
  if (E.isLogicalOp()) {
    ++Emit.Conditional;
    Right = Emit.within([&] { return scalar(E.getRHS()); });
    --Emit.Conditional;
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
    All.User.note(&E, Copy);
  return made(Copy);
}

Place ValueLowering::assignment(const BinaryOperator &E) {
  const Expr *Left = E.getLHS();
  QualType T = Left->getType();
  SourceLocation Loc = E.getOperatorLoc();
  if (Facts.isLowered(T)) {
    if (!T->isRecordType())
      return noPlace(T->getPointeeType()->isAnyPointerType()
                         ? diag::Id::PointerToPointer
                         : diag::Id::PointerInRecord,
                     Loc, DerivedCaptures::shown(Left));
    Place From = place(E.getRHS()), To = place(Left);
    if (!failed())
      Places.assignObject(To, From, T, Loc);
    return To;
  }
  Expr *Right = scalar(E.getRHS());
  Stmt *Last = Emit.lastItem();
  Place To = place(Left);
  if (Last != Emit.lastItem())
    Emit.keepOrder(Right, Last);
  if (failed())
    return {};
  if (To.is(Kind::Host)) {
    Reads.changed(To, Loc);
    return {};
  }
  if (!To.is(Kind::Device))
    return noPlace(Loc);
  if (E.isCompoundAssignmentOp())
    Emit.advance(To.Code, Right, E.getOpcode());
  else
    Emit.forget(To.Code);
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
  All.User.note(&E, Copy);
  return E.isGLValue() ? atDevice(Copy) : made(Copy);
}

Place ValueLowering::increment(const UnaryOperator &E) {
  Place To = place(E.getSubExpr());
  if (To.is(Kind::Host))
    Reads.changed(To, E.getExprLoc());
  else if (!To.is(Kind::Device) && !failed())
    fail(E.getExprLoc());
  if (failed())
    return {};
  Emit.forget(To.Code);
  Expr *Copy = UnaryOperator::Create(Ctx, To.Code, E.getOpcode(), E.getType(),
                                     E.getValueKind(), E.getObjectKind(),
                                     E.getOperatorLoc(), E.canOverflow(),
                                     E.getStoredFPFeaturesOrDefault());
  All.User.note(&E, Copy);
  return E.isGLValue() ? atDevice(Copy) : made(Copy);
}

Place ValueLowering::conditional(const AbstractConditionalOperator &E) {
  QualType T = E.getType();
  SourceLocation Loc = E.getExprLoc();
  if (auto Known = Facts.known(E.getCond())) {
    const Expr *Arm = *Known ? E.getTrueExpr() : E.getFalseExpr();
    return E.isGLValue() ? place(Arm) : value(Arm);
  }
  if (isa<BinaryConditionalOperator>(E) || T->isVoidType() ||
      Facts.isLowered(T))
    return noPlace(Loc);
  Expr *Cond = scalar(E.getCond());
  if (auto Settled = Facts.settled(Cond)) {
    const Expr *Arm = *Settled ? E.getTrueExpr() : E.getFalseExpr();
    return E.isGLValue() ? place(Arm) : value(Arm);
  }
  ++Emit.Conditional;
  auto Arm = [&](const Expr *A) {
    return Emit.within([&] {
      return E.isGLValue()
                 ? Places.lvalue(place(A), T, /*Writes=*/false, A->getExprLoc())
                 : scalar(A);
    });
  };
  Expr *Then = Arm(E.getTrueExpr()), *Else = Arm(E.getFalseExpr());
  --Emit.Conditional;
  auto *Copy = new (Ctx)
      ConditionalOperator(Cond, E.getQuestionLoc(), Then, E.getColonLoc(), Else,
                          T, E.getValueKind(), E.getObjectKind());
  // Of two members of an object around the loop the call chooses one.
  if ((T->isPointerType() || T->isIntegerType()) && E.isPRValue() &&
      Derived.isInvariant(Copy))
    return made(
        Make.value(Derived.computed(Copy, DerivedCaptures::shown(Then))));
  return E.isGLValue() ? atDevice(Copy) : made(Copy);
}

} // namespace twofold
