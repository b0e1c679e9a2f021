// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringValues.cpp - prvalues --------------------------------------===//

#include "ast/TransparentNodes.h"
#include "lower/Lowering.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprConcepts.h"

using namespace clang;

namespace twofold {

/// Stands where lowering failed, so that callers stay simple.
Expr *Lowering::dummy(QualType T, ExprValueKind Category) {
  return new (Ctx) OpaqueValueExpr(Loop.Loc, T.getNonReferenceType(), Category);
}

Place Lowering::pointerTo(Place To) {
  if (To.is(Kind::None))
    return {};
  Pointees.push_back(To);
  return {Kind::Pointer, nullptr, nullptr, &Pointees.back()};
}

/// A prvalue that a kernel can compute.
Expr *Lowering::scalar(const Expr *E) {
  Place P = value(E);
  if (P.is(Kind::Value))
    return P.Code;
  if (!P.is(Kind::None) || !E->getType()->isVoidType())
    fail(E->getExprLoc());
  return dummy(E->getType(), VK_PRValue);
}

/// Evaluates E for what it does.
void Lowering::discard(const Expr *E) {
  Place P = E->isGLValue() ? place(E) : value(E);
  if (P.Code && mayWrite(P.Code))
    emit(P.Code);
}

Place Lowering::value(const Expr *E) {
  if (Failed)
    return {};
  if (E->isGLValue()) // of a C++ class, where C would load
    return load(place(E), E->getType(), E->getExprLoc());
  if (const Expr *Seen = seeThrough(E); Seen != E)
    return value(Seen);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return value(M->getSubExpr());
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImaginaryLiteral,
          CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, GNUNullExpr,
          ImplicitValueInitExpr, CXXScalarValueInitExpr, TypeTraitExpr,
          OffsetOfExpr, SizeOfPackExpr, CXXNoexceptExpr, StringLiteral,
          ConceptSpecializationExpr, RequiresExpr, ArrayTypeTraitExpr>(E)) {
    if (isLowered(E->getType()) && E->getType()->isRecordType())
      return zeroed(E->getType(), E->getExprLoc());
    return made(const_cast<Expr *>(E));
  }
  if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    Expr::EvalResult R;
    if (S->EvaluateAsInt(R, Ctx))
      return made(Make.integer(R.Val.getInt().getZExtValue(), S->getType()));
    fail(E->getExprLoc());
    return {};
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) // an enumerator
    return isa<EnumConstantDecl>(Ref->getDecl())
               ? made(const_cast<DeclRefExpr *>(Ref))
               : load(place(E), E->getType(), E->getExprLoc());
  if (isa<CXXThisExpr>(E)) {
    const Frame &Own = Frames.back();
    if (Own.CapturedThis) {
      Place Object = member(Own.This, Own.CapturedThis, E->getExprLoc());
      return Own.CapturedThis->getType()->isPointerType()
                 ? load(Object, E->getType(), E->getExprLoc())
                 : pointerTo(Object);
    }
    return pointerTo(Own.This);
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return castValue(*C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unaryValue(*U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binaryValue(*B);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditional(*C);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(*C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return construct(*C);
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return list(*L);
  if (const auto *L = dyn_cast<LambdaExpr>(E))
    return closure(*L);
  if (isa<CXXNewExpr, CXXDeleteExpr>(E))
    fail(diag::Id::Allocation, E->getExprLoc(),
         isa<CXXNewExpr>(E) ? "new" : "delete");
  else if (isa<CXXThrowExpr>(E))
    fail(diag::Id::Exception, E->getExprLoc());
  else if (isa<MemberExpr, ArraySubscriptExpr, CompoundLiteralExpr>(E))
    return load(place(E), E->getType(), E->getExprLoc()); // of a call, in C
  else
    fail(E->getExprLoc());
  return {};
}

Place Lowering::castValue(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  QualType T = E.getType();
  SourceLocation Loc = E.getExprLoc();
  switch (E.getCastKind()) {
  case CK_LValueToRValue:
    return load(place(Sub), T, Loc);
  case CK_ArrayToPointerDecay: {
    Place Array = place(Sub);
    return Array.is(Kind::Object) ? pointerTo(Array)
                                  : made(decayed(Array, T, Loc));
  }
  case CK_ToVoid:
    discard(Sub);
    return {};
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
    return value(Sub);
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return made(const_cast<CastExpr *>(&E));
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived: {
    Place P = value(Sub);
    bool Down = E.getCastKind() == CK_BaseToDerived;
    if (P.is(Kind::Value) && Sub->getType()->isPointerType())
      P = pointerTo(dereferenced(P, Sub->getType()->getPointeeType(), Loc));
    if (P.is(Kind::Pointer))
      return pointerTo(Down ? derived(*P.Pointee, E) : base(*P.Pointee, E));
    if (P.is(Kind::Object))
      return Down ? derived(P, E) : base(P, E);
    fail(Loc);
    return {};
  }
  case CK_NoOp:
  case CK_BitCast:
    if (isLowered(T)) {
      Place P = value(Sub);
      if (E.getCastKind() == CK_NoOp || P.is(Kind::None))
        return P;
      if (P.is(Kind::Value) && Derived.isInvariant(P.Code))
        return made(Make.convert(P.Code, T));
      fail(Loc);
      return {};
    }
    break;
  case CK_NullToPointer:
    if (isLowered(T)) {
      fail(diag::Id::PointerInRecord, Loc, "this");
      return {};
    }
    break;
  case CK_Dynamic:
    fail(diag::Id::DynamicType, Loc);
    return {};
  case CK_PointerToBoolean:
  case CK_PointerToIntegral: {
    Place P = value(Sub);
    if (!P.is(Kind::Value)) {
      fail(Loc);
      return {};
    }
    Expr *Copy =
        ImplicitCastExpr::Create(Ctx, T, E.getCastKind(), P.Code, nullptr,
                                 VK_PRValue, FPOptionsOverride());
    if (isLowered(Sub->getType()) && Derived.isInvariant(Copy))
      Copy = Make.value(Derived.computed(Copy, "given"));
    return made(Copy);
  }
  default:
    break;
  }
  Expr *Value = scalar(Sub);
  // There and back again.
  if (auto *Before = dyn_cast<CastExpr>(Value->IgnoreParens());
      Before && E.getCastKind() == CK_BitCast &&
      Before->getCastKind() == CK_BitCast &&
      Ctx.hasSameUnqualifiedType(Before->getSubExpr()->getType(), T))
    return made(Before->getSubExpr());
  if (isa<ImplicitCastExpr>(E))
    return made(ImplicitCastExpr::Create(Ctx, T, E.getCastKind(), Value,
                                         nullptr, VK_PRValue,
                                         E.getStoredFPFeaturesOrDefault()));
  return made(CStyleCastExpr::Create(Ctx, T, VK_PRValue, E.getCastKind(), Value,
                                     nullptr, E.getStoredFPFeaturesOrDefault(),
                                     Ctx.getTrivialTypeSourceInfo(T, Loc), Loc,
                                     Loc));
}

Place Lowering::unaryValue(const UnaryOperator &E) {
  const Expr *Sub = E.getSubExpr();
  QualType T = E.getType();
  if (E.isIncrementDecrementOp())
    return increment(E);
  if (E.getOpcode() == UO_Extension)
    return value(Sub);
  if (E.getOpcode() == UO_AddrOf) {
    if (!T->isPointerType() || T->isFunctionPointerType()) {
      fail(diag::Id::FunctionAddress, E.getExprLoc(), "this");
      return {};
    }
    Place P = place(Sub);
    if (isLowered(Sub->getType()) && Sub->getType()->isRecordType())
      return pointerTo(P);
    if (P.is(Kind::Host))
      return addressAtHost(P);
    // Whoever follows it means the variable.
    if (Sub->getType()->isPointerType() && P.is(Kind::Device) &&
        isa<DeclRefExpr>(P.Code->IgnoreParens()))
      return pointerTo(P);
    Expr *Code = lvalue(P, Sub->getType(), /*Writes=*/false, E.getExprLoc());
    return made(UnaryOperator::Create(Ctx, Code, UO_AddrOf, T, VK_PRValue,
                                      OK_Ordinary, E.getOperatorLoc(), false,
                                      FPOptionsOverride()));
  }
  if (E.getOpcode() == UO_Real || E.getOpcode() == UO_Imag)
    if (Sub->isGLValue())
      return load(place(&E), T, E.getExprLoc());
  return made(UnaryOperator::Create(
      Ctx, scalar(Sub), E.getOpcode(), T, VK_PRValue, E.getObjectKind(),
      E.getOperatorLoc(), E.canOverflow(),
      E.hasStoredFPFeatures() ? E.getStoredFPFeatures() : FPOptionsOverride()));
}

Place Lowering::list(const InitListExpr &E) {
  const InitListExpr &L =
      E.isSemanticForm() || !E.getSemanticForm() ? E : *E.getSemanticForm();
  QualType T = L.getType();
  if (L.isTransparent() || (T->isScalarType() && L.getNumInits() == 1))
    return value(L.getInit(0));
  if (!isLowered(T)) {
    llvm::SmallVector<Expr *, 8> Inits;
    for (Expr *Init : L.inits())
      Inits.push_back(scalar(Init));
    auto *Copy =
        new (Ctx) InitListExpr(Ctx, L.getLBraceLoc(), Inits, L.getRBraceLoc());
    Copy->setType(T);
    if (const auto *Filler = L.getArrayFiller())
      Copy->setArrayFiller(const_cast<Expr *>(Filler));
    return made(Copy);
  }
  LocalObject *O = object(T, L.getExprLoc());
  if (!O)
    return {};
  unsigned Next = 0;
  auto Init = [&]() -> const Expr * {
    return Next < L.getNumInits() ? L.getInit(Next++) : nullptr;
  };
  if (const auto *Class = dyn_cast<CXXRecordDecl>(O->Class))
    for (const CXXBaseSpecifier &B : Class->bases()) {
      const Expr *From = Init();
      addBase(O, B,
              From ? value(From)
                   : uninitialised(B.getType(), "", L.getExprLoc()));
    }
  for (const FieldDecl *F : O->Class->fields()) {
    if (F->isUnnamedBitField())
      continue;
    O->Parts[F] = initial(F->getType(), Init(), partName("", *F));
  }
  return ofObject(O);
}

} // namespace twofold
