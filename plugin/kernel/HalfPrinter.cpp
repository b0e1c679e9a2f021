// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HalfPrinter.cpp ---------------------------------------------------===//

#include "kernel/NumberPrinters.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace twofold {
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
  Text Target = expression(Left);
  BinaryOperatorKind Op =
      BinaryOperator::getOpForCompoundAssignment(E.getOpcode());
  Text Value = joined(cast(Ctx.FloatTy, Target), Op, asFloat(E.getRHS()));
  return {Target.Code + " = " + rounded(T, Value, Ctx.FloatTy).Code,
          Strength::Assign};
}

} // namespace twofold
