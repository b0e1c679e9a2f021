// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallValues.h - what a call can evaluate before the loop runs -------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_CALLVALUES_H
#define TWOFOLD_PLUGIN_ACCESS_CALLVALUES_H

#include "access/ComputedNumbers.h"

namespace twofold {

/// E without what changes neither its value nor its kind.
const clang::Expr *plain(const clang::Expr *E);
/// E, behind which temporary objects end that are made in it; null: none do.
const clang::ExprWithCleanups *fullExpression(const clang::Expr *E);
/// What E's truth stands for is a number: without the conversion to bool.
const clang::Expr *truthOf(const clang::Expr *E);

/// Numbers, sizes and conditions that are the same in all iterations: values of
/// the model.
class CallValues : EvaluationView {
  const FloatRanks &Ranks;

  bool isFlag(const clang::Expr *E) const;
  bool isCapturedVla(clang::QualType T) const;
  MaybeForm spelledInside(clang::QualType T);

public:
  CallValues(Evaluation &In, const FloatRanks &Ranks)
      : EvaluationView(In), Ranks(Ranks) {}

  bool isComposable(const clang::Expr *E) const;
  bool isUnchangedRecord(const clang::Expr *E) const;
  bool isUnchangedReference(const clang::Expr *E) const;
  Value atom(const clang::Expr *E);
  Value rankedAtom(const clang::Expr *Loaded);
  /// Address as an integer of type T; empty: nobody knows.
  Value numberOf(const Value &Address, clang::QualType T);
  /// The place whose address is Number, an integer of type T.
  Value placeAt(Value Number, clang::QualType T);
  std::optional<Arm> addressNumber(const Arm &A);
  std::optional<Arm> pointerAtom(const clang::Expr *Loaded);
  MaybeForm flag(const clang::Expr *E);
  MaybeForm sizeOf(clang::QualType T);
};

} // namespace twofold

#endif
