// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/ExpressionPrinter.h"

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

Text ConversionPrinter::conversion(const CastExpr &E) {
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
    return Vectors.conversion(E);
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
      if (auto First = Rows.flat(Sub))
        // Rows of constant length among a variable number of them.
        return From->isVariablyModifiedType() &&
                       To->getPointeeType()->isConstantArrayType()
                   ? cast(To, *First, Spaces.lvalue(Sub))
                   : *First;
    return expression(Sub);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return Objects.toBase(E);
  case CK_BaseToDerived:
    return Objects.toDerived(E);
  case CK_NullToPointer:
    return {"0"};
  case CK_ToVoid:
    return {"(void)" + expression(Sub, Strength::Unary), Strength::Unary};
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
    // It goes with pointers of any address space, as `0` does.
    if (PointerSpaces::isNull(Sub))
      return {"0"};
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
    return Complex.conversion(E);
  case CK_IntegralToPointer:
  case CK_PointerToIntegral:
    Unit.fail(diag::Id::PointerInteger, E.getExprLoc());
    return {};
  default:
    return unsupported(&E, "this conversion");
  }
}

Text ConversionPrinter::unevaluated(const UnaryExprOrTypeTraitExpr &E) {
  if (auto Known = constantOf(&E, Ctx))
    return literal(APValue(*Known), E.getType());
  QualType T = E.getTypeOfArgument();
  if (E.getKind() == UETT_SizeOf && T->isVariableArrayType()) {
    uint64_t Size = Ctx.getTypeSizeInChars(elementOf(T, Ctx)).getQuantity();
    return cast(E.getType(),
                {Rows.length(T, &E, "sizeof") + " * " + std::to_string(Size),
                 Strength::Product});
  }
  return unsupported(&E, "this operator on types");
}

/// __builtin_bit_cast, which std::bit_cast is.
Text ConversionPrinter::reinterpreted(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  auto Numeric = [](QualType T) {
    return (T->isArithmeticType() && !T->isAnyComplexType() &&
            !T->isBooleanType()) ||
           T->isVectorType();
  };
  if (!Numeric(E.getType()) || !Numeric(Sub->getType()))
    return unsupported(&E, "a bit cast of this type");
  std::string Type = Types.value(E.getType());
  Text Operand = expression(Sub);
  if (Type == Types.value(Sub->getType()))
    return Operand;
  return {"as_" + Type + "(" + Operand.Code + ")", Strength::Postfix};
}

} // namespace twofold
