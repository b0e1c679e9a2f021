// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialect/LibraryFunctions.h"
#include "kernel/ExpressionPrinter.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace twofold {
namespace {

const char *operationOf(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Add:
    return "add";
  case BO_Sub:
    return "sub";
  case BO_Mul:
    return "mul";
  case BO_Div:
    return "div";
  default:
    return nullptr;
  }
}

} // namespace

Text ComplexPrinter::call(StringRef Operation, QualType T,
                          ArrayRef<Text> Arguments) {
  llvm::SmallVector<std::string, 2> List;
  for (const Text &A : Arguments)
    List.push_back(A.atLeast(Strength::Assign));
  return {Unit.Complex.function(Operation, T) + "(" + llvm::join(List, ", ") +
              ")",
          Strength::Postfix};
}

/// Left Op Right, one of them complex or both, computed in T.
Text ComplexPrinter::operation(const BinaryOperator &E, BinaryOperatorKind Op,
                               QualType T, const Text &Left, bool LeftReal,
                               const Text &Right, bool RightReal) {
  const char *Name = operationOf(Op);
  if (!Name)
    return unsupported(&E, "this operator on complex numbers");
  if (LeftReal)
    return call("real_" + std::string(Name), T, {Left, Right});
  if (RightReal)
    return call(Name + std::string("_real"), T, {Left, Right});
  auto Range = E.getFPFeaturesInEffect(Ctx.getLangOpts()).getComplexRange();
  bool Basic = Range == LangOptions::CX_Basic ||
               (Op == BO_Mul && Range != LangOptions::CX_Full &&
                Range != LangOptions::CX_None);
  return call(Basic && (Op == BO_Mul || Op == BO_Div)
                  ? "basic_" + std::string(Name)
                  : Name,
              T, {Left, Right});
}

Text ComplexPrinter::binary(const BinaryOperator &E) {
  const Expr *Left = E.getLHS(), *Right = E.getRHS();
  bool LeftReal = !Left->getType()->isAnyComplexType();
  bool RightReal = !Right->getType()->isAnyComplexType();
  QualType T = LeftReal ? Right->getType() : Left->getType();
  Text A = expression(Left), B = expression(Right);
  if (E.isEqualityOp()) {
    Text Same = LeftReal || RightReal
                    ? call("eq_real", T, {LeftReal ? B : A, LeftReal ? A : B})
                    : call("eq", T, {A, B});
    if (E.getOpcode() == BO_NE)
      return {"!" + Same.Code, Strength::Unary};
    return Same;
  }
  return operation(E, E.getOpcode(), T, A, LeftReal, B, RightReal);
}

Text ComplexPrinter::compound(const CompoundAssignOperator &E) {
  const Expr *Left = E.getLHS(), *Right = E.getRHS();
  QualType T = Left->getType().getUnqualifiedType();
  std::string Before;
  Text Target = All.target(Left, Before);
  QualType Wide = E.getComputationLHSType();
  bool LeftReal = !T->isAnyComplexType();
  bool RightReal = !Right->getType()->isAnyComplexType();
  QualType Type = RightReal ? Wide : Right->getType();
  Text Value = Target;
  if (LeftReal) // in the precision of the whole
    Value = cast(Type->castAs<ComplexType>()->getElementType(), Value);
  else if (!Ctx.hasSameUnqualifiedType(T, Type))
    Value = call("from", Type, {Value});
  Text Result =
      operation(E, BinaryOperator::getOpForCompoundAssignment(E.getOpcode()),
                Type, Value, LeftReal, expression(Right), RightReal);
  if (LeftReal)
    Result = rounded(T, {Result.Code + ".re", Strength::Postfix}, Ctx.DoubleTy);
  else if (!Ctx.hasSameUnqualifiedType(T, Type))
    Result = call("from", T, {Result});
  return Text{Target.Code + " = " + Result.Code, Strength::Assign}.after(
      Before);
}

Text ComplexPrinter::unary(const UnaryOperator &E) {
  const Expr *Sub = E.getSubExpr();
  QualType T = Sub->getType().getUnqualifiedType();
  switch (E.getOpcode()) {
  case UO_Real:
  case UO_Imag: {
    bool Real = E.getOpcode() == UO_Real;
    if (T->isAnyComplexType())
      return part(expression(Sub), false, Real ? "re" : "im");
    if (Real)
      return expression(Sub);
    return Sub->HasSideEffects(Ctx) ? unsupported(&E, "this imaginary part")
                                    : zero(E.getType());
  }
  case UO_Plus:
    return expression(Sub);
  case UO_Minus:
    return call("neg", T, {expression(Sub)});
  case UO_Not:
    return call("conj", T, {expression(Sub)});
  case UO_LNot: {
    Text Operand = call("truth", T, {expression(Sub)});
    return {"!" + Operand.Code, Strength::Unary};
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    if (Sub->HasSideEffects(Ctx))
      return unsupported(&E, "++ and -- of this complex number");
    Text Object = expression(Sub);
    std::string Step = UnaryOperator::getOpcodeStr(E.getOpcode()).str() +
                       part(Object, false, "re").Code;
    if (!E.isPostfix())
      return {"(" + Step + ", " + Object.Code + ")"};
    std::string Old = temporary(T, "value");
    return {"(" + Old + " = " + Object.Code + ", " + Step + ", " + Old + ")"};
  }
  default:
    return unsupported(&E, "this operator on complex numbers");
  }
}

Text ComplexPrinter::conversion(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  QualType To = E.getType().getUnqualifiedType();
  switch (E.getCastKind()) {
  case CK_FloatingRealToComplex:
    return complexNumber(To, expression(Sub),
                         zero(To->castAs<ComplexType>()->getElementType()));
  case CK_FloatingComplexToReal:
    return part(expression(Sub), false, "re");
  case CK_FloatingComplexToBoolean:
    return call("truth", Sub->getType(), {expression(Sub)});
  case CK_FloatingComplexCast:
    return Ctx.hasSameUnqualifiedType(To, Sub->getType())
               ? expression(Sub)
               : call("from", To, {expression(Sub)});
  default:
    return unsupported(&E, "this conversion");
  }
}

Text ComplexPrinter::math(const CallExpr &E, const MathRule &Rule) {
  const Expr *Arg = E.getArg(0);
  StringRef Name = Rule.Kernel;
  if (Name == "make")
    return complexNumber(E.getType(), expression(Arg), expression(E.getArg(1)));
  if (Name == "conj" || Name == "proj")
    return call(Name, E.getType(), {expression(Arg)});
  if (Name == "re" || Name == "im")
    return part(expression(Arg), false, Name);
  std::string Before;
  Text Z = repeatable(Arg, Before);
  std::string Re = part(Z, false, "re").Code, Im = part(Z, false, "im").Code;
  std::string Code = Name == "arg" ? "atan2(" + Im + ", " + Re + ")"
                                   : "hypot(" + Re + ", " + Im + ")";
  return Text{Code, Strength::Postfix}.after(Before);
}

namespace {

bool isArithmetic(BinaryOperatorKind Op) {
  return Op == BO_Add || Op == BO_Sub || Op == BO_Mul || Op == BO_Div;
}

} // namespace

bool isHalf(QualType T) {
  T = T.getCanonicalType();
  return T->isSpecificBuiltinType(BuiltinType::Float16);
}

/// In float, not rounded, where the host does it so.
Text HalfPrinter::asFloat(const Expr *E) {
  const Expr *Core = E->IgnoreParens();
  bool Excess =
      !Ctx.getTargetInfo().hasFastHalfType() &&
      Ctx.getLangOpts().getFloat16ExcessPrecision() != LangOptions::FPP_None;
  if (Excess) {
    if (const auto *B = dyn_cast<BinaryOperator>(Core);
        B && isArithmetic(B->getOpcode()))
      return operation(*B);
    if (const auto *U = dyn_cast<UnaryOperator>(Core);
        U && U->getOpcode() == UO_Minus) {
      Text Operand = asFloat(U->getSubExpr());
      return {"-" + Operand.atLeast(Strength::Postfix), Strength::Unary};
    }
  }
  return cast(Ctx.FloatTy, expression(E));
}

/// Left op Right in float.
Text HalfPrinter::operation(const BinaryOperator &E) {
  if (Sums.contracts(E) && E.isAdditiveOp())
    for (const Expr *Operand : {E.getLHS(), E.getRHS()})
      if (Sums.isProduct(Operand))
        return unsupported(&E, "a fused sum of half precision");
  return joined(asFloat(E.getLHS()), E.getOpcode(), asFloat(E.getRHS()));
}

Text HalfPrinter::binary(const BinaryOperator &E) {
  return cast(E.getType().getUnqualifiedType(), operation(E));
}

/// `target = (half)((float)target op value)`.
Text HalfPrinter::compound(const CompoundAssignOperator &E) {
  const Expr *Left = E.getLHS();
  QualType T = Left->getType().getUnqualifiedType();
  if (Left->HasSideEffects(Ctx) || !isHalf(T) || Sums.fuses(E))
    return unsupported(&E, "this assignment of half precision");
  Text Target = All.stored(Left);
  BinaryOperatorKind Op =
      BinaryOperator::getOpForCompoundAssignment(E.getOpcode());
  Text Value = joined(cast(Ctx.FloatTy, Target), Op, asFloat(E.getRHS()));
  return {Target.Code + " = " + rounded(T, Value, Ctx.FloatTy).Code,
          Strength::Assign};
}

} // namespace twofold
