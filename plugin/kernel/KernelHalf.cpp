// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelHalf.cpp - arithmetic in half precision ----------------------===//
//
// Hosts without instructions for it compute an expression of half-precision
// numbers in float and round once at its end. So does the kernel there; where
// the host rounds each operation, half's own operators do the same.
//
//===----------------------------------------------------------------------===//

#include "kernel/KernelFunction.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace twofold {
namespace {

bool isArithmetic(BinaryOperatorKind Op) {
  return Op == BO_Add || Op == BO_Sub || Op == BO_Mul || Op == BO_Div;
}

} // namespace

bool KernelFunction::isHalf(QualType T) {
  T = T.getCanonicalType();
  return T->isSpecificBuiltinType(BuiltinType::Float16);
}

/// In float, not rounded, where the host does it so.
Text KernelFunction::halfAsFloat(const Expr *E) {
  const Expr *Core = E->IgnoreParens();
  bool Excess =
      !Ctx.getTargetInfo().hasFastHalfType() &&
      Ctx.getLangOpts().getFloat16ExcessPrecision() != LangOptions::FPP_None;
  if (Excess) {
    if (const auto *B = dyn_cast<BinaryOperator>(Core);
        B && isArithmetic(B->getOpcode()))
      return halfOperation(*B);
    if (const auto *U = dyn_cast<UnaryOperator>(Core);
        U && U->getOpcode() == UO_Minus) {
      Text Operand = halfAsFloat(U->getSubExpr());
      return {"-" + (Operand.Binds < Strength::Postfix
                         ? "(" + Operand.Code + ")"
                         : Operand.Code),
              Strength::Unary};
    }
  }
  return cast(Ctx.FloatTy, expression(E));
}

/// Left op Right in float.
Text KernelFunction::halfOperation(const BinaryOperator &E) {
  if (contracts(E) && E.isAdditiveOp())
    for (const Expr *Operand : {E.getLHS(), E.getRHS()})
      if (isProduct(Operand))
        return unsupported(&E, "a fused sum of half precision");
  return joined(halfAsFloat(E.getLHS()), E.getOpcode(),
                halfAsFloat(E.getRHS()));
}

Text KernelFunction::halfBinary(const BinaryOperator &E) {
  return cast(E.getType().getUnqualifiedType(), halfOperation(E));
}

/// `target = (half)((float)target op value)`.
Text KernelFunction::halfCompound(const CompoundAssignOperator &E) {
  const Expr *Left = E.getLHS();
  QualType T = Left->getType().getUnqualifiedType();
  if (Left->HasSideEffects(Ctx) || !isHalf(T) || fuses(E))
    return unsupported(&E, "this assignment of half precision");
  Text Target = expression(Left);
  BinaryOperatorKind Op =
      BinaryOperator::getOpForCompoundAssignment(E.getOpcode());
  Text Value = joined(cast(Ctx.FloatTy, Target), Op, halfAsFloat(E.getRHS()));
  return {Target.Code + " = " + rounded(T, Value, Ctx.FloatTy).Code,
          Strength::Assign};
}

} // namespace twofold
