// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringPlaces.cpp - lvalues, members, references ------------------===//

#include "ast/TransparentNodes.h"
#include "lower/Lowering.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

/// Every kernel has its value.
static bool isConstant(const ValueDecl &D) {
  const auto &V = cast<VarDecl>(D);
  QualType Element = V.getASTContext().getBaseElementType(V.getType());
  return V.hasGlobalStorage() && !V.getType()->isReferenceType() &&
         (V.getType().isConstQualified() || Element.isConstQualified());
}

Place Lowering::place(const Expr *E) {
  if (Failed)
    return {};
  SourceLocation Loc = E->getExprLoc();
  QualType T = E->getType();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return value(M->getSubExpr());
  if (!E->isGLValue())
    return value(E);
  if (const Expr *Seen = seeThrough(E); Seen != E)
    return place(Seen);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return placeOf(Ref->getDecl(), *Ref);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return element(*S);
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return member(*M);
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->isIncrementDecrementOp())
      return increment(*U);
    if (U->getOpcode() == UO_Deref)
      return dereferenced(value(U->getSubExpr()), T, Loc);
    Expr *Sub = lvalue(place(U->getSubExpr()), U->getSubExpr()->getType(),
                       /*Writes=*/false, Loc);
    return atDevice(UnaryOperator::Create(
        Ctx, Sub, U->getOpcode(), T, E->getValueKind(), E->getObjectKind(),
        U->getOperatorLoc(), U->canOverflow(), FPOptionsOverride()));
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isAssignmentOp())
      return assignment(*B);
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
        Place Object =
            B->getOpcode() == BO_PtrMemD
                ? place(B->getLHS())
                : dereferenced(value(B->getLHS()),
                               B->getLHS()->getType()->getPointeeType(), Loc);
        return member(Object, const_cast<FieldDecl *>(F), Loc);
      }
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditional(*C);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(*C);
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_NoOp:
    case CK_UserDefinedConversion:
      return place(C->getSubExpr());
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
      return base(place(C->getSubExpr()), *C);
    case CK_BaseToDerived:
      return derived(place(C->getSubExpr()), *C);
    default:
      break;
    }
  }
  if (const auto *V = dyn_cast<ExtVectorElementExpr>(E); V && !V->isArrow()) {
    Expr *Base = lvalue(place(V->getBase()), V->getBase()->getType(),
                        /*Writes=*/false, Loc);
    return atDevice(new (Ctx) ExtVectorElementExpr(
        T, V->getValueKind(), Base, V->getAccessor(), V->getAccessorLoc()));
  }
  if (const auto *L = dyn_cast<CompoundLiteralExpr>(E);
      L && !isLowered(T) && !L->isFileScope())
    return atDevice(new (Ctx) CompoundLiteralExpr(
        L->getLParenLoc(), L->getTypeSourceInfo(), T, VK_LValue,
        scalar(L->getInitializer()), false));
  if (isa<StringLiteral, PredefinedExpr>(E))
    return atDevice(const_cast<Expr *>(E));
  fail(Loc);
  return {};
}

Place Lowering::element(const ArraySubscriptExpr &E) {
  SourceLocation Loc = E.getExprLoc();
  QualType T = E.getType();
  const Expr *Base = E.getBase();
  if (!Base->getType()->isPointerType()) { // an element of a vector
    Expr *Vector = lvalue(place(Base), Base->getType(), /*Writes=*/false, Loc);
    return atDevice(new (Ctx) ArraySubscriptExpr(
        Vector, scalar(E.getIdx()), T, E.getValueKind(), E.getObjectKind(),
        E.getRBracketLoc()));
  }
  Place Fixed = rowElement(E);
  if (Fixed.is(Kind::None))
    Fixed = fixedElement(E);
  if (Failed || !Fixed.is(Kind::None))
    return Fixed;
  Place Pointer = value(Base);
  Stmt *Last = lastItem();
  Expr *Index = scalar(E.getIdx());
  if (Pointer.is(Kind::Pointer) && Pointer.Pointee->is(Kind::Object))
    return chosenRow(rowsOf(*Pointer.Pointee), 0, Index, T, Loc);
  if (!Pointer.is(Kind::Value)) {
    fail(Loc);
    return {};
  }
  if (Last != lastItem())
    keepOrder(Pointer.Code, Last);
  // An element of an array of objects or pointers, always the same one.
  if (staysAtHost(T) && Derived.isInvariant(Index) &&
      Derived.isInvariant(Pointer.Code))
    return followed(Make.subscript(Pointer.Code, Index));
  if (T->isPointerType() && Derived.isInvariant(Pointer.Code)) {
    Place Row = fewRows(Pointer.Code, Index, T, Loc);
    if (!Failed && Row.is(Kind::None))
      Row = regularRow(Pointer.Code, Index, T);
    if (Failed || !Row.is(Kind::None))
      return Row;
  }
  if (isLowered(T) && T->isRecordType()) {
    failElement(T, Loc, Base);
    return {};
  }
  auto *Copy = new (Ctx) ArraySubscriptExpr(Pointer.Code, Index, T, VK_LValue,
                                            OK_Ordinary, E.getRBracketLoc());
  note(&E, Copy);
  return atDevice(Copy);
}

Place Lowering::member(const MemberExpr &E) {
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
    return member(place(E.getBase()), F, E.getMemberLoc());
  Place Pointer = value(E.getBase());
  return member(dereferenced(Pointer, E.getBase()->getType()->getPointeeType(),
                             E.getExprLoc()),
                F, E.getMemberLoc());
}

/// Always the same integer of an array in an object around the loop, a size of
/// a view most often, or the same pointer. Only while no other element of the
/// array is asked for.
Place Lowering::fixedElement(const ArraySubscriptExpr &E) {
  const auto *Decay = dyn_cast<CastExpr>(E.getBase()->IgnoreParens());
  QualType T = E.getType();
  if (!ReadsElements || !(T->isIntegerType() || T->isPointerType()) || !Decay ||
      Decay->getCastKind() != CK_ArrayToPointerDecay)
    return {};
  const auto *Array =
      Ctx.getAsConstantArrayType(Decay->getSubExpr()->getType());
  if (!Array || writesIn(E.getIdx()) || writesIn(Decay->getSubExpr()))
    return {};
  Place Whole = place(Decay->getSubExpr());
  Expr *Index = scalar(E.getIdx());
  Expr::EvalResult R;
  if (Failed || !Whole.is(Kind::Host) || !Index->EvaluateAsInt(R, Ctx) ||
      R.Val.getInt().isNegative() || R.Val.getInt().getActiveBits() > 63 ||
      R.Val.getInt().getZExtValue() >= Array->getZExtSize())
    return {};
  FixedElements.push_back(Derived.identity(Whole.Code));
  Expr *Copy = Make.subscript(
      Make.decay(Whole.Code),
      Make.integer(R.Val.getInt().getZExtValue(), Ctx.getSizeType()));
  return atHost(Copy);
}

/// An array of which one element was read at the call is used as a whole.
bool Lowering::mixesElements() const {
  return llvm::any_of(WholeArrays, [&](const llvm::FoldingSetNodeID &Id) {
    return llvm::is_contained(FixedElements, Id);
  });
}

Place Lowering::placeOf(const ValueDecl *D, const DeclRefExpr &E) {
  if (auto It = Variables.find(D); It != Variables.end())
    return It->second;
  if (const Frame &Own = Frames.back(); !Own.Captured.empty())
    if (auto It = Own.Captured.find(D); It != Own.Captured.end())
      return member(Own.This, It->second, E.getLocation());
  if (const auto *Binding = dyn_cast<BindingDecl>(D);
      Binding && !Loop.capture(D) && Binding->getBinding())
    return place(Binding->getBinding());
  Expr *Copy = DeclRefExpr::Create(
      Ctx, NestedNameSpecifierLoc(), SourceLocation(),
      const_cast<ValueDecl *>(D), E.refersToEnclosingVariableOrCapture(),
      E.getLocation(), E.getType(), E.getValueKind());
  const Capture *Known = Loop.capture(D);
  // An inlined function means the variable itself, not the loop's copy.
  if (Known && Known->Global && Frames.size() > 1 &&
      (Known->Kind == Sharing::Private || Known->Kind == Sharing::LastPrivate ||
       Known->Kind == Sharing::Reduction)) {
    fail(E.getLocation());
    return {};
  }
  if (!Known && !Loop.dimOf(D) && D != Loop.Iteration && isa<VarDecl>(D) &&
      !isConstant(*D))
    // A global of an inlined function, or part of the loop's head.
    return atHost(Copy);
  // What the body may store to through another name is read where it happens.
  if (Known &&
      (isLowered(Known->Type) || (isa<BindingDecl>(D) && !Known->MayChange)) &&
      Known->Kind != Sharing::Private && Known->Kind != Sharing::LastPrivate &&
      Known->Kind != Sharing::Reduction)
    return atHost(Copy);
  return atDevice(Copy);
}

Place Lowering::member(const Place &Object, FieldDecl *F, SourceLocation Loc) {
  QualType T = F->getType().getNonReferenceType();
  switch (Object.What) {
  case Kind::None:
  case Kind::Pointer:
    if (!Failed)
      fail(Loc);
    return {};
  case Kind::Object: {
    auto It = Object.Object->Parts.find(F);
    if (It == Object.Object->Parts.end()) {
      fail(Loc);
      return {};
    }
    return It->second;
  }
  case Kind::Host: {
    if (T.isVolatileQualified() || T->isAtomicType()) {
      fail(Loc);
      return {};
    }
    QualType Full =
        F->getType()->isReferenceType() || F->isMutable()
            ? T
            : Ctx.getQualifiedType(
                  T, T.getQualifiers() +
                         Object.Code->getType().getLocalQualifiers());
    return atHost(MemberExpr::CreateImplicit(
        Ctx, Object.Code, /*IsArrow=*/false, F, Full, VK_LValue,
        F->isBitField() ? OK_BitField : OK_Ordinary));
  }
  case Kind::Value:
  case Kind::Device:
    break;
  }
  if (F->getType()->isReferenceType() || T->isAnyPointerType()) {
    fail(diag::Id::PointerInRecord, Loc, F->getName());
    return {};
  }
  QualType Full = Ctx.getQualifiedType(
      T, T.getQualifiers() + Object.Code->getType().getLocalQualifiers());
  Expr *Code = MemberExpr::Create(
      Ctx, Object.Code, /*IsArrow=*/false, Loc, NestedNameSpecifierLoc(),
      SourceLocation(), F, DeclAccessPair::make(F, F->getAccess()),
      DeclarationNameInfo(F->getDeclName(), Loc), nullptr, Full,
      Object.is(Kind::Device) ? VK_LValue : VK_XValue,
      F->isBitField() ? OK_BitField : OK_Ordinary, NOUR_None);
  return atDevice(Code);
}

Place Lowering::base(Place Object, const CastExpr &E) {
  if (Object.is(Kind::Object)) {
    for (const CXXBaseSpecifier *B : E.path()) {
      const auto *Class = B->getType()->getAsCXXRecordDecl();
      auto It = Object.Object->Parts.find(Class->getCanonicalDecl());
      if (It == Object.Object->Parts.end() || !It->second.is(Kind::Object)) {
        fail(E.getExprLoc());
        return {};
      }
      Object = It->second;
    }
    return Object;
  }
  if (!Object.is(Kind::Host) && !Object.is(Kind::Device)) {
    fail(E.getExprLoc());
    return {};
  }
  CXXCastPath Path;
  for (const CXXBaseSpecifier *B : E.path())
    Path.push_back(const_cast<CXXBaseSpecifier *>(B));
  QualType T = E.getType()->isPointerType() ? E.getType()->getPointeeType()
                                            : E.getType();
  Object.Code =
      ImplicitCastExpr::Create(Ctx, T, CK_UncheckedDerivedToBase, Object.Code,
                               &Path, VK_LValue, FPOptionsOverride());
  return Object;
}

Place Lowering::derived(Place Object, const CastExpr &E) {
  if (Object.is(Kind::Object)) {
    for (unsigned I = 0; I < E.path_size(); ++I)
      if (Object.Object)
        Object.Object = Object.Object->Derived;
    if (Object.Object)
      return Object;
  } else if (Object.is(Kind::Host)) {
    CXXCastPath Path;
    for (const CXXBaseSpecifier *B : E.path())
      Path.push_back(const_cast<CXXBaseSpecifier *>(B));
    QualType T = E.getType()->isPointerType() ? E.getType()->getPointeeType()
                                              : E.getType();
    Object.Code =
        ImplicitCastExpr::Create(Ctx, T, CK_BaseToDerived, Object.Code, &Path,
                                 VK_LValue, FPOptionsOverride());
    return Object;
  }
  fail(E.getExprLoc());
  return {};
}

} // namespace twofold
