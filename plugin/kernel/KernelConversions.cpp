// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelConversions.cpp - casts, literals, sizes ---------------------===//
//
// Conversions are printed as casts, because OpenCL C's overloaded functions
// choose by type. Only integer promotions are left to the language, which does
// them as C does.
//
//===----------------------------------------------------------------------===//

#include "ast/TransparentNodes.h"
#include "kernel/KernelFunction.h"

using namespace clang;

namespace twofold {
namespace {

bool isLiteral(const Expr *E, const KernelUnit &Unit) {
  E = E->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) &&
           isLiteral(U->getSubExpr(), Unit);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return isLiteral(Cast->getSubExpr(), Unit);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return isa<EnumConstantDecl>(Ref->getDecl()) || Unit.number(Ref->getDecl());
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
             CXXBoolLiteralExpr>(E);
}

/// Gives 0 or 1 already.
bool isTruth(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->isComparisonOp() || B->isLogicalOp();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_LNot;
  return false;
}

/// A condition needs no conversion to bool: any scalar will do.
const Expr *withoutTruth(const Expr *E) {
  while (true) {
    E = seeThrough(E);
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
        Cast && (Cast->getCastKind() == CK_IntegralToBoolean ||
                 Cast->getCastKind() == CK_FloatingToBoolean ||
                 Cast->getCastKind() == CK_FloatingComplexToBoolean))
      E = Cast->getSubExpr();
    else
      return E;
  }
}

/// The value stays, whatever its type.
bool convertsNothing(const CastExpr &E) {
  switch (E.getCastKind()) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_ToVoid:
  case CK_LValueBitCast:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
    return true;
  default:
    return false;
  }
}

} // namespace

Text KernelFunction::cast(QualType T, const Text &Operand, AddressSpace Space) {
  std::string Type = T->isAnyPointerType() ? Types.declareMemory(T, "", Space)
                                           : Types.value(T);
  bool Weak = Operand.Binds < Strength::Unary;
  if (Operand.Binds == Strength::Unary &&
      StringRef(Operand.Code).starts_with("(" + Type + ")"))
    return Operand;
  return {"(" + Type + ")" + (Weak ? "(" + Operand.Code + ")" : Operand.Code),
          Strength::Unary};
}

/// A cast of a number of type From. Hosts take a narrow integer's low bits from
/// an int, where C leaves open what a value out of range gives.
Text KernelFunction::rounded(QualType T, const Text &Operand, QualType From) {
  bool Narrow = From->isRealFloatingType() && T->isIntegerType() &&
                !T->isBooleanType() && Ctx.getTypeSize(T) < 32;
  return cast(T, Narrow ? cast(Ctx.IntTy, Operand) : Operand);
}

Text KernelFunction::literal(const APValue &Value, QualType T) {
  Types.value(T);
  if (Value.isComplexFloat()) {
    QualType Part = T->castAs<ComplexType>()->getElementType();
    return complexNumber(T.getUnqualifiedType(),
                         literal(APValue(Value.getComplexFloatReal()), Part),
                         literal(APValue(Value.getComplexFloatImag()), Part));
  }
  std::string Code = numberText(Value, T, Ctx);
  bool Simple = isalnum(Code.front()) || StringRef(Code).ends_with(" - 1)");
  return {Code, Simple ? Strength::Primary : Strength::Unary};
}

Text KernelFunction::zero(QualType T) {
  if (T->isAnyPointerType())
    return {"0"};
  if (const auto *Complex = T->getAs<ComplexType>())
    return complexNumber(T.getUnqualifiedType(),
                         zero(Complex->getElementType()),
                         zero(Complex->getElementType()));
  if (T->isVectorType())
    return {"(" + Types.value(T) + ")(0)", Strength::Unary};
  if (T->isRealFloatingType())
    return literal(APValue(llvm::APFloat::getZero(
                       Ctx.getFloatTypeSemantics(T.getCanonicalType()))),
                   T);
  return literal(APValue(Ctx.MakeIntValue(0, T)), T);
}

Text KernelFunction::conversion(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  QualType To = E.getType(), From = Sub->getType();
  bool Implicit = isa<ImplicitCastExpr>(E);
  if (To->isArithmeticType() && isLiteral(Sub, Unit) && !To->isBooleanType() &&
      !To->isAnyComplexType()) {
    Expr::EvalResult Result;
    if (E.EvaluateAsRValue(Result, Ctx))
      return literal(Result.Val, To);
  }
  if (E.getCastKind() == CK_LValueToRValueBitCast)
    return reinterpreted(E);
  if ((To->isVectorType() || From->isVectorType()) && !convertsNothing(E))
    return vectorConversion(E);
  switch (E.getCastKind()) {
  case CK_NoOp:
    if (!Implicit && To->isAnyPointerType())
      return cast(To, expression(Sub), Spaces.pointer(Sub));
    [[fallthrough]];
  case CK_LValueToRValue:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
    return expression(Sub);
  case CK_ArrayToPointerDecay:
    if (From->isVariablyModifiedType() ||
        isa<ArraySubscriptExpr>(Sub->IgnoreParens()))
      if (auto Flat = flat(Sub)) {
        Text First =
            Flat->Offset.empty()
                ? Text{Flat->Base}
                : Text{Flat->Base + " + " + Flat->Offset, Strength::Sum};
        // Rows of constant length among a variable number of them.
        return From->isVariablyModifiedType() &&
                       To->getPointeeType()->isConstantArrayType()
                   ? cast(To, First, Spaces.lvalue(Sub))
                   : First;
      }
    return expression(Sub);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return toBase(E);
  case CK_BaseToDerived:
    return toDerived(E);
  case CK_NullToPointer:
    return {"0"};
  case CK_ToVoid: {
    Text Operand = expression(Sub);
    bool Weak = Operand.Binds < Strength::Unary;
    return {"(void)" + (Weak ? "(" + Operand.Code + ")" : Operand.Code),
            Strength::Unary};
  }
  case CK_IntegralCast: {
    bool Promotion = Ctx.getTypeSize(To) == 32 &&
                     To->isSignedIntegerOrEnumerationType() &&
                     (Ctx.getTypeSize(From) < 32 ||
                      From->isSignedIntegerOrEnumerationType()) &&
                     Ctx.getTypeSize(From) <= 32;
    bool Same = Ctx.getTypeSize(To) == Ctx.getTypeSize(From) &&
                To->isSignedIntegerOrEnumerationType() ==
                    From->isSignedIntegerOrEnumerationType();
    if (Implicit && (Promotion || Same))
      return expression(Sub);
    return cast(To, expression(Sub));
  }
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
    return isTruth(Sub) ? expression(Sub) : cast(To, expression(Sub));
  case CK_PointerToBoolean:
    Unit.testsPointers();
    return {expression(Sub, Strength::Relation) + " != 0", Strength::Equality};
  case CK_BooleanToSignedIntegral:
  case CK_IntegralToFloating:
  case CK_FloatingCast:
    return cast(To, expression(Sub));
  case CK_FloatingToIntegral:
    return rounded(To, expression(Sub), From);
  case CK_BitCast:
    return cast(To, expression(Sub), Spaces.pointer(Sub));
  case CK_LValueBitCast: {
    Text Pointer =
        cast(Ctx.getPointerType(To), address(Sub), Spaces.lvalue(Sub));
    return {"*" + Pointer.Code, Strength::Unary};
  }
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexToBoolean:
  case CK_FloatingComplexCast:
    return complexConversion(E);
  case CK_IntegralToPointer:
  case CK_PointerToIntegral:
    Unit.fail(diag::Id::PointerInteger, E.getExprLoc());
    return {};
  default:
    return unsupported(&E, "this conversion");
  }
}

/// OpenCL C takes integers only where C takes any scalar.
Text KernelFunction::truth(const Expr *E) {
  E = withoutTruth(E);
  if (E->getType()->isAnyPointerType())
    Unit.testsPointers();
  if (E->getType()->isAnyComplexType())
    return complexCall("truth", E->getType(), {expression(E)});
  if (E->getType()->isRealFloatingType() || E->getType()->isAnyPointerType())
    return joined(expression(E), BO_NE, zero(E->getType()));
  return expression(E);
}

Text KernelFunction::unevaluated(const UnaryExprOrTypeTraitExpr &E) {
  Expr::EvalResult Result;
  if (E.EvaluateAsInt(Result, Ctx))
    return literal(Result.Val, E.getType());
  QualType T = E.getTypeOfArgument();
  if (E.getKind() == UETT_SizeOf && T->isVariableArrayType()) {
    uint64_t Size = Ctx.getTypeSizeInChars(elementOf(T, Ctx)).getQuantity();
    return cast(E.getType(),
                {length(T, &E, "sizeof") + " * " + std::to_string(Size),
                 Strength::Product});
  }
  return unsupported(&E, "this operator on types");
}

} // namespace twofold
