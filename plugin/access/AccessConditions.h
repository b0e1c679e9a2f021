// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessConditions.h - what conditions tell --------------------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_ACCESSCONDITIONS_H
#define TWOFOLD_PLUGIN_ACCESS_ACCESSCONDITIONS_H

#include "access/CallValues.h"

namespace twofold {

/// Conditions as facts of the path, and as numbers that are 0 or 1.
class AccessConditions : EvaluationView {
  ComputedNumbers &Numbers;
  CallValues &Values;
  QuietEvaluator &Quiet;

  bool assumeComparison(const clang::BinaryOperator *B, bool Truth);
  bool assumeFacts(clang::BinaryOperatorKind Op, const Arm &L, const Arm &R,
                   IntegerType T);
  bool assumeNumber(const clang::Expr *E, bool Truth);
  bool assumeAddresses(clang::BinaryOperatorKind Op, const clang::Expr *Left,
                       const clang::Expr *Right);
  bool assumeRanks(clang::BinaryOperatorKind Op, const clang::Expr *Left,
                   const clang::Expr *Right);
  bool assumeEither(const clang::BinaryOperator *E, bool Truth);
  bool assumeFlag(const clang::Expr *E, bool Truth);
  std::optional<Arm> rank(const clang::Expr *E);

public:
  AccessConditions(Evaluation &In, ComputedNumbers &Numbers, CallValues &Values,
                   QuietEvaluator &Quiet)
      : EvaluationView(In), Numbers(Numbers), Values(Values), Quiet(Quiet) {}

  /// Adds what it tells to the path's facts. True: these say no less than that
  /// the condition has the truth value.
  bool assumeCondition(const clang::Expr *E, bool Truth);
  std::optional<Arm> holding(const clang::Expr *Condition, bool Truth);
  Value truth(const clang::Expr *E);
};

} // namespace twofold

#endif
