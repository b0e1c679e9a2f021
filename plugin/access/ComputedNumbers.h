// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ComputedNumbers.h - numbers that are no sums of what is known ------===//
//
// Where dependences are tested, quotients, remainders, products, bits and
// numbers that conditions choose get axes, by which calls compute them. Where
// they are not, what is left of them is bounded. The operands are values; an
// empty result says that the number is not one of these.
//
//   AccessBits.cpp       numbers that hashes are made of
//   AccessChoices.cpp    numbers that conditions choose, and products
//   AccessDivisions.cpp  quotients, remainders, shifts and masks
//   AccessFloats.cpp     floating-point numbers that places are made of
#ifndef TWOFOLD_PLUGIN_ACCESS_COMPUTEDNUMBERS_H
#define TWOFOLD_PLUGIN_ACCESS_COMPUTEDNUMBERS_H

#include "access/Evaluation.h"
#include "access/IntegerArithmetic.h"

namespace twofold {

class ComputedNumbers : EvaluationView {
  bool isMixed(const AffineForm &Form, IntegerType T) const;
  Arm cut(Arm A, IntegerType To);
  Arm settled(Arm A, IntegerType T);
  Arm dividend(Arm A, IntegerType T);

public:
  explicit ComputedNumbers(Evaluation &In) : EvaluationView(In) {}

  Value between(int64_t Lower, int64_t Upper);
  Arm magnitude(Arm A);
  Arm wrapped(Arm A, IntegerType T);
  std::optional<Arm> narrowed(const Arm &A, IntegerType From, IntegerType To);
  Arm mixed(Arm A, IntegerType From, IntegerType To);
  void uncheck(Arm &A, IntegerType T);
  bool compareLoaded(Arm &L, Arm &R, IntegerType T);

  Value chosen(Value V);
  Value chosenByFlag(Value V);
  Value outermost(Value V, bool Greatest);
  Value chosenPlace(Value Address);
  std::optional<Arm> holding(llvm::ArrayRef<Guard> Facts);
  Guards differing(const Arm &L, const Arm &R);

  Value products(const Value &A, const Value &B, IntegerType T);
  Value bits(clang::BinaryOperatorKind Op, const Value &Left,
             const Value &Right, IntegerType T);
  Value divided(clang::BinaryOperatorKind Op, const Value &Left,
                const Value &Right, IntegerType T);
  Value remainder(const Value &A, const Value &B, IntegerType T);
  Value masked(const Value &A, const Value &B, IntegerType T);
  Value shiftedDown(const Value &By, IntegerType T);
};

/// Floating-point numbers by their ranks: integers in the same order, see
/// TWOFOLD_NUMBER_FLOATING.
class FloatRanks : EvaluationView {
  ComputedNumbers &Numbers;

public:
  FloatRanks(Evaluation &In, ComputedNumbers &Numbers)
      : EvaluationView(In), Numbers(Numbers) {}

  bool isRanked(clang::QualType T) const;
  std::optional<Value> rankedConstant(const clang::Expr *E);
  Value ranked(unsigned Code, const Value &Left, const Value &Right,
               clang::QualType T);
  Value rankedArithmetic(clang::BinaryOperatorKind Op, const Value &Left,
                         const Value &Right, clang::QualType T);
  Value rankedCast(const Value &Of, clang::QualType From, clang::QualType To);
  Value rankedCall(const clang::CallExpr *E, QuietEvaluator &Quiet);
};

} // namespace twofold

#endif
