// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/DividedValues.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace twofold {

/// What value V is of others, where it is written as a quotient: `n / 4` and
/// `(n + 3) / 4` are not any two numbers.
static std::optional<DividedValue> dividedValue(unsigned V,
                                                const AccessModel &Model,
                                                AccessEvaluator &Evaluator,
                                                ASTContext &Ctx) {
  const Expr *E = Model.Values[V];
  const auto *B =
      E ? dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
  Expr::EvalResult Right;
  if (!B || B->isValueDependent() || !B->getType()->isIntegerType() ||
      !B->getRHS()->EvaluateAsInt(Right, Ctx))
    return std::nullopt;
  const int64_t By = Right.Val.getInt().getExtValue();
  const bool Shifts = B->getOpcode() == BO_Shr;
  if (Shifts ? By < 0 || By > 30
             : By < 1 || !B->isMultiplicativeOp() || B->getOpcode() == BO_Mul)
    return std::nullopt;
  MaybeForm Of = Evaluator.invariant(B->getLHS());
  if (!Of || namesAxes(*Of))
    return std::nullopt;
  return DividedValue{V, std::move(*Of), Shifts ? int64_t(1) << By : By,
                      B->getOpcode() == BO_Rem,
                      Shifts || B->getType()->isUnsignedIntegerType()};
}

void countValues(IterationSpace &Space, AccessRecorder &Recorder,
                 AccessEvaluator &Evaluator, ASTContext &Ctx) {
  for (; Space.Values != Recorder.model().Values.size(); ++Space.Values) {
    if (Recorder.isUnsignedValue(Space.Values))
      Space.Facts.push_back(valueForm(Space.Values));
    if (auto Divided =
            dividedValue(Space.Values, Recorder.model(), Evaluator, Ctx))
      Space.Divided.push_back(std::move(*Divided));
  }
}

} // namespace twofold
