// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UpdatePrinter.cpp -------------------------------------------------===//

#include "kernel/LvaluePrinter.h"

using namespace clang;

namespace twofold {

Text UpdatePrinter::update(const ElementUpdate &U) {
  const Expr *Target = U.target(), *Operand = U.operand();
  QualType T = Target->getType().getUnqualifiedType();
  if (Spaces.lvalue(Target) != AddressSpace::Global)
    return unsupported(Target, "an update of this element");
  bool Logical =
      U.Op == ReductionOp::LogicalAnd || U.Op == ReductionOp::LogicalOr;
  QualType By = T;
  // What is added to a float may be a double, and is added as one.
  if (Operand && T->isRealFloatingType() &&
      (U.Op == ReductionOp::Add || U.Op == ReductionOp::Mul)) {
    QualType Own = Operand->getType().getUnqualifiedType();
    if (Own->isRealFloatingType() && Ctx.getFloatingTypeOrder(T, Own) < 0)
      By = Own;
  }
  AtomicUpdate A;
  A.Op = U.Op;
  A.Negated = U.Negated;
  A.SkipsNan = U.SkipsNan;
  A.Type = Types.memory(T);
  A.By = Logical ? "int" : Types.memory(By);
  Text Value;
  if (!Operand)
    Value = {T->isRealFloatingType() ? "1.0f" : "1"};
  else if (Logical)
    Value = truth(Operand);
  else
    Value = expression(Operand);
  bool Same = Operand && Ctx.hasSameUnqualifiedType(Operand->getType(), By) &&
              !T->isBooleanType();
  if (!Logical && !Same)
    Value = {"(" + A.By + ")" + Value.atLeast(Strength::Unary),
             Strength::Unary};
  for (const GroupCopy &Copy : Copies)
    if (Copy.Number == U.Reduction)
      return {Unit.Elements.copyFunction(A) + "(" + address(Target).Code +
                  ", " + Value.Code + ", " + Copy.First + ", " + Copy.Memory +
                  ", " + Copy.Count + ")",
              Strength::Postfix};
  return {Unit.Elements.function(A) + "(" + address(Target).Code + ", " +
              Value.Code + ")",
          Strength::Postfix};
}

} // namespace twofold
