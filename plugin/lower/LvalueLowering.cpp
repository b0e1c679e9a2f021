// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

/// Every kernel has its value.
static bool isConstant(const ValueDecl &D) {
  const auto &V = cast<VarDecl>(D);
  QualType Element = V.getASTContext().getBaseElementType(V.getType());
  return V.hasGlobalStorage() && !V.getType()->isReferenceType() &&
         (V.getType().isConstQualified() || Element.isConstQualified());
}

Place LvalueLowering::place(const Expr *E) {
  if (failed())
    return {};
  SourceLocation Loc = E->getExprLoc();
  QualType T = E->getType();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return value(M->getSubExpr());
  if (const Expr *Seen = seeThrough(E); Seen != E)
    return place(Seen);
  // In C++ a prvalue, but an array that is made has no value, only a place.
  if (const auto *L = dyn_cast<CompoundLiteralExpr>(E);
      L && (E->isGLValue() || T->isArrayType())) {
    if (Facts.isLowered(T) || L->isFileScope())
      return noPlace(Loc);
    Expr *Init = scalar(L->getInitializer());
    // A variable has an address space.
    if (Emit.takesStatements())
      return Emit.variable(T, "literal", Init);
    return atDevice(new (Ctx) CompoundLiteralExpr(
        L->getLParenLoc(), L->getTypeSourceInfo(), T, VK_LValue, Init, false));
  }
  // In C a part of what a call returns is none, but has a place.
  if (!E->isGLValue() && !isa<MemberExpr, ArraySubscriptExpr>(E))
    return value(E);
  // `a ?: b`, where nothing happens as a is found.
  if (const auto *O = dyn_cast<OpaqueValueExpr>(E); O && O->getSourceExpr())
    return place(O->getSourceExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return placeOf(Ref->getDecl(), *Ref);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return element(*S);
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return member(*M);
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->isIncrementDecrementOp())
      return Values.increment(*U);
    if (U->getOpcode() == UO_Deref)
      return Places.dereferenced(value(U->getSubExpr()), T, Loc);
    Expr *Sub =
        Places.lvalue(place(U->getSubExpr()), U->getSubExpr()->getType(),
                      /*Writes=*/false, Loc);
    return atDevice(UnaryOperator::Create(
        Ctx, Sub, U->getOpcode(), T, E->getValueKind(), E->getObjectKind(),
        U->getOperatorLoc(), U->canOverflow(), FPOptionsOverride()));
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isAssignmentOp())
      return Values.assignment(*B);
    if (B->getOpcode() == BO_Comma) {
      discard(B->getLHS());
      return place(B->getRHS());
    }
    // A member that is known at compile time.
    Expr::EvalResult R;
    if (B->isPtrMemOp() && B->getRHS()->EvaluateAsRValue(R, Ctx) &&
        R.Val.isMemberPointer() && R.Val.getMemberPointerPath().empty())
      if (const auto *F =
              dyn_cast_or_null<FieldDecl>(R.Val.getMemberPointerDecl())) {
        Place Object = B->getOpcode() == BO_PtrMemD
                           ? place(B->getLHS())
                           : Places.dereferenced(
                                 value(B->getLHS()),
                                 B->getLHS()->getType()->getPointeeType(), Loc);
        return Places.member(Object, const_cast<FieldDecl *>(F), Loc);
      }
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return Values.conditional(*C);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return Calls.call(*C);
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_NoOp:
    case CK_UserDefinedConversion:
      return place(C->getSubExpr());
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
      return Places.base(place(C->getSubExpr()), *C);
    case CK_BaseToDerived:
      return Places.derived(place(C->getSubExpr()), *C);
    default:
      break;
    }
  }
  if (const auto *V = dyn_cast<ExtVectorElementExpr>(E); V && !V->isArrow()) {
    Expr *Base = Places.lvalue(place(V->getBase()), V->getBase()->getType(),
                               /*Writes=*/false, Loc);
    return atDevice(new (Ctx) ExtVectorElementExpr(
        T, V->getValueKind(), Base, V->getAccessor(), V->getAccessorLoc()));
  }
  if (isa<StringLiteral, PredefinedExpr>(E))
    return atDevice(const_cast<Expr *>(E));
  return noPlace(Loc);
}

Place LvalueLowering::placeOf(const ValueDecl *D, const DeclRefExpr &E) {
  // A lambda's copy of a variable stays what it was.
  if (const FrameStack::Frame &Own = Frames.back(); !Own.Captured.empty())
    if (auto It = Own.Captured.find(D); It != Own.Captured.end())
      return Places.member(Own.This, It->second, E.getLocation());
  if (const Place *Known = Frames.find(D))
    return *Known;
  if (const auto *Binding = dyn_cast<BindingDecl>(D);
      Binding && !Loop.capture(D) && Binding->getBinding())
    return place(Binding->getBinding());
  Expr *Copy = DeclRefExpr::Create(
      Ctx, NestedNameSpecifierLoc(), SourceLocation(),
      const_cast<ValueDecl *>(D), E.refersToEnclosingVariableOrCapture(),
      E.getLocation(), E.getType(), E.getValueKind());
  const Capture *Known = Loop.capture(D);
  // An inlined function means the variable itself, not the loop's copy.
  if (Known && Known->Global && !Frames.inLoopText() &&
      (Known->Kind == Sharing::Private || Known->Kind == Sharing::LastPrivate ||
       Known->Kind == Sharing::Reduction))
    return noPlace(E.getLocation());
  if (!Known && !Loop.dimOf(D) && D != Loop.Iteration && isa<VarDecl>(D) &&
      !isConstant(*D))
    // A global of an inlined function, or part of the loop's head.
    return atHost(Copy);
  // What the body may store to through another name is read where it happens.
  if (Known &&
      (Facts.isLowered(Known->Type) ||
       (isa<BindingDecl>(D) && !Known->MayChange)) &&
      Known->Kind != Sharing::Private && Known->Kind != Sharing::LastPrivate &&
      Known->Kind != Sharing::Reduction)
    return atHost(Copy);
  return atDevice(Copy);
}

Place LvalueLowering::member(const MemberExpr &E) {
  auto *F = dyn_cast<FieldDecl>(E.getMemberDecl());
  if (!F) { // a static member
    discard(E.getBase());
    const auto *V = dyn_cast<VarDecl>(E.getMemberDecl());
    // The object is not needed any more.
    if (V && (isConstant(*V) || Loop.capture(V)))
      return atDevice(Make.lvalue(const_cast<VarDecl *>(V)));
    if (!V)
      return atDevice(const_cast<MemberExpr *>(&E));
    return atHost(Make.lvalue(const_cast<VarDecl *>(V)));
  }
  if (!E.isArrow())
    return Places.member(place(E.getBase()), F, E.getMemberLoc());
  Place Pointer = value(E.getBase());
  return Places.member(
      Places.dereferenced(Pointer, E.getBase()->getType()->getPointeeType(),
                          E.getExprLoc()),
      F, E.getMemberLoc());
}

Place LvalueLowering::element(const ArraySubscriptExpr &E) {
  SourceLocation Loc = E.getExprLoc();
  QualType T = E.getType();
  const Expr *Base = E.getBase();
  if (!Base->getType()->isPointerType()) { // an element of a vector
    Expr *Vector =
        Places.lvalue(place(Base), Base->getType(), /*Writes=*/false, Loc);
    return atDevice(new (Ctx) ArraySubscriptExpr(
        Vector, scalar(E.getIdx()), T, E.getValueKind(), E.getObjectKind(),
        E.getRBracketLoc()));
  }
  Place Fixed = rowElement(E);
  if (Fixed.is(Kind::None))
    Fixed = fixedElement(E);
  if (failed() || !Fixed.is(Kind::None))
    return Fixed;
  Place Pointer = value(Base);
  Stmt *Last = Emit.lastItem();
  Expr *Index = scalar(E.getIdx());
  if (Pointer.is(Kind::Pointer) && Pointer.Pointee->is(Kind::Object))
    return Rows.chosenRow(Rows.rowsOf(*Pointer.Pointee), 0, Index, T, Loc);
  if (!Pointer.is(Kind::Value))
    return noPlace(Loc);
  if (Last != Emit.lastItem())
    Emit.keepOrder(Pointer.Code, Last);
  // An element of an array of objects or pointers, always the same one.
  if (Facts.staysAtHost(T) && Derived.isInvariant(Index) &&
      Derived.isInvariant(Pointer.Code))
    return Reads.followed(Make.subscript(Pointer.Code, Index));
  if (T->isPointerType()) {
    Place Row = Rows.longRow(Pointer.Code, Index, T, Loc);
    if (failed() || !Row.is(Kind::None))
      return Row;
  }
  if (Facts.isLowered(T) && T->isRecordType())
    return Places.noElement(T, Loc, Base);
  auto *Copy = new (Ctx) ArraySubscriptExpr(Pointer.Code, Index, T, VK_LValue,
                                            OK_Ordinary, E.getRBracketLoc());
  User.note(&E, Copy);
  return atDevice(Copy);
}

/// Always the same integer of an array in an object around the loop, a size of
/// a view most often, or the same pointer. Only while no other element of the
/// array is asked for.
Place LvalueLowering::fixedElement(const ArraySubscriptExpr &E) {
  const Expr *Array = arrayIn(E);
  QualType T = E.getType();
  const auto *Type =
      Array ? Ctx.getAsConstantArrayType(Array->getType()) : nullptr;
  if (!Reads.readsElements() || !(T->isIntegerType() || T->isPointerType()) ||
      !Type || Facts.writesIn(E.getIdx()) || Facts.writesIn(Array))
    return {};
  Place Whole = place(Array);
  auto Index = constantOf(scalar(E.getIdx()), Ctx);
  if (failed() || !Whole.is(Kind::Host) || !Index || Index->isNegative() ||
      Index->getActiveBits() > 63 ||
      Index->getZExtValue() >= Type->getZExtSize())
    return {};
  Reads.noteFixed(Whole.Code);
  return atHost(
      Make.subscript(Make.decay(Whole.Code),
                     Make.integer(Index->getZExtValue(), Ctx.getSizeType())));
}

/// The element of a short array that E names, if it names one.
Place LvalueLowering::rowElement(const ArraySubscriptExpr &E) {
  const Expr *Array = arrayIn(E);
  if (!E.getType()->isPointerType() || !Array ||
      rowCount(Array->getType(), Ctx) == 0 || Facts.writesIn(Array))
    return {};
  const Place Whole = place(Array);
  if (failed() || !(Whole.is(Kind::Host) || Whole.is(Kind::Object)))
    return {};
  Expr *Index = scalar(E.getIdx());
  // Always the same one: each call knows where that points.
  if (!failed() && Whole.is(Kind::Host) && Derived.isInvariant(Index))
    return Reads.followed(Make.subscript(Make.decay(Whole.Code), Index));
  return Rows.chosenRow(Rows.rowsOf(Whole), 0, Index, E.getType(),
                        E.getExprLoc());
}

} // namespace twofold
