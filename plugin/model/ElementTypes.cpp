// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementTypes.cpp ---------------------------------------------------===//

#include "model/ElementTypes.h"
#include "model/LoopModel.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

bool isElement(QualType T, const ASTContext &Ctx) {
  return T->isArithmeticType() && !T->isAnyComplexType() &&
         !T.isVolatileQualified() && !T.isConstQualified() &&
         !T->isAtomicType();
}

bool needsOrder(const ElementUpdate &U, const ASTContext &Ctx) {
  QualType T = U.target()->getType().getUnqualifiedType();
  const Expr *Operand = U.operand();
  QualType By = Operand ? Operand->getType().getNonReferenceType() : T;
  if (U.target()->getObjectKind() != OK_Ordinary)
    return true; // a bit-field
  if (T->isRealFloatingType())
    return !T->isSpecificBuiltinType(BuiltinType::Float) &&
           !T->isSpecificBuiltinType(BuiltinType::Double);
  if (T->isBitIntType() || Ctx.getIntWidth(T) > 64)
    return true;
  ReductionOp Op = U.Op;
  bool Logical = Op == ReductionOp::LogicalAnd || Op == ReductionOp::LogicalOr;
  if (Logical)
    return false;
  if (T->isBooleanType()) {
    bool Truth =
        Operand && Operand->IgnoreParenImpCasts()->isKnownToHaveBooleanValue(
                       /*Semantic=*/false);
    return !Truth || Op == ReductionOp::Add || Op == ReductionOp::Mul;
  }
  if (By->isRealFloatingType())
    return Op != ReductionOp::Min && Op != ReductionOp::Max;
  if (Op == ReductionOp::Min || Op == ReductionOp::Max) {
    // Compared as another type than it is kept in.
    if (By->isBooleanType() || !By->isIntegralOrEnumerationType())
      return true;
    Operand = Operand->IgnoreParenImpCasts();
    QualType Own = Operand->getType();
    if (!Own->isIntegralOrEnumerationType())
      return !Own->isRealFloatingType();
    bool Narrow = Ctx.getIntWidth(Own) < Ctx.getIntWidth(T) ||
                  (Ctx.getIntWidth(Own) == Ctx.getIntWidth(T) &&
                   Own->isSignedIntegerOrEnumerationType() ==
                       T->isSignedIntegerOrEnumerationType());
    bool SignLost = Own->isSignedIntegerOrEnumerationType() &&
                    !T->isSignedIntegerOrEnumerationType();
    Expr::EvalResult R;
    bool Fits = !Operand->isValueDependent() &&
                Operand->EvaluateAsInt(R, Ctx) &&
                R.Val.getInt().isNonNegative() &&
                R.Val.getInt().getActiveBits() < Ctx.getIntWidth(T);
    return !Fits && (!Narrow || SignLost);
  }
  return false;
}

} // namespace twofold
