// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/FormProofs.h"
#include "access/AccessEvaluator.h"
#include "depend/LinearSystem.h"
#include <map>

using namespace clang;
using namespace twofold;

namespace {

/// Forms as rows of a linear system: products of values are variables, too.
class Rows {
  const AccessRecorder &Recorder;
  LinearSystem System;
  using Key = std::pair<std::vector<unsigned>, int>;
  std::map<Key, unsigned> Numbers;
  llvm::SmallVector<int, 8> Axes;        ///< whose ends are wanted
  llvm::SmallVector<unsigned, 4> Values; ///< whose signs are

  unsigned numberOf(const Monomial &M) {
    auto [It, New] =
        Numbers.try_emplace(Key({M.Values.begin(), M.Values.end()}, M.Axis), 0);
    if (New) {
      It->second = System.addVariable();
      if (M.Axis != -1 && !llvm::is_contained(Axes, M.Axis))
        Axes.push_back(M.Axis);
      if (M.Axis == -1 && M.Values.size() == 1)
        Values.push_back(M.Values[0]);
    }
    return It->second;
  }

public:
  explicit Rows(const AccessRecorder &Recorder) : Recorder(Recorder) {}

  void atLeastZero(const MaybeForm &Form) {
    LinearRow Row;
    for (const Monomial &M : Form.value_or(AffineForm()))
      if (M.Axis == -1 && M.Values.empty())
        Row.Constant = M.Constant;
      else if (!Row.add(numberOf(M), M.Constant))
        return; // a fact less
    System.addAtLeastZero(std::move(Row));
  }
  void division(int Number) {
    const Axis &A = Recorder.innerAxis(Number);
    if (!A.Divisor.empty())
      for (const AffineForm &Fact : divisionFacts(A, Number))
        atLeastZero(Fact);
  }
  bool isImpossible() {
    for (size_t I = 0; I != Axes.size(); ++I) { // ends name further ones
      if (MaybeForm Low = Recorder.lowerOf(Axes[I]))
        atLeastZero(difference(axisForm(Axes[I]), *Low));
      if (MaybeForm High = Recorder.upperOf(Axes[I]))
        atLeastZero(difference(*High, axisForm(Axes[I])));
      if (Axes[I] >= Recorder.rank())
        division(Axes[I]);
    }
    for (size_t I = 0; I != Values.size(); ++I)
      if (Recorder.isUnsignedValue(Values[I]))
        atLeastZero(valueForm(Values[I]));
    return System.isImpossible();
  }
};

} // namespace

bool FormProofs::holds(const AffineForm &Form) const {
  if (auto C = constantOf(Form))
    return *C >= 0;
  MaybeForm Negated = opposite(Form);
  if (!Negated || Budget == 0)
    return false;
  --Budget;
  Rows All(Recorder);
  All.atLeastZero(Negated);
  for (const AffineForm &Fact : Facts)
    All.atLeastZero(Fact);
  return All.isImpossible();
}

IterationAxis twofold::axisOf(const LoopDim &Dim, AccessEvaluator &Evaluator,
                              ASTContext &Ctx) {
  IterationAxis Axis;
  Axis.Step = Dim.StepMagnitude.value_or(0) * (Dim.Decreasing ? -1 : 1);
  if (Dim.What == LoopDim::Kind::Pointer && Dim.StepMagnitude)
    (Dim.Decreasing ? Axis.Upper : Axis.Lower) = AffineForm();
  // A lowered dimension that counts for an iterator has no written ends.
  if (Dim.What != LoopDim::Kind::Integer || !Dim.Lower || !Dim.Bound)
    return Axis;
  if (!Dim.StepMagnitude) {
    // Another direction than towards the bound leads nowhere.
    if (!Dim.NotEqual && !Dim.StepWraps && Dim.Decreasing == Dim.SubtractStep)
      Axis.Stride = Evaluator.invariant(Dim.StepExpr);
    if (!Axis.Stride)
      return Axis;
  }
  MaybeForm First = Evaluator.invariant(Dim.Lower);
  MaybeForm Last = Evaluator.invariant(Dim.Bound);
  IntegerType Compared = IntegerType::of(Dim.Bound->getType(), Ctx);
  bool Unsigned = Dim.Type->isUnsignedIntegerType();
  // An unsigned variable may run past its end to meet what it must not equal,
  // and a negative one is large where the comparison is unsigned.
  if (Dim.NotEqual && Unsigned && !(First && First->empty() && !Dim.Decreasing))
    return Axis;
  if (Dim.Decreasing && !Unsigned && Compared.Unsigned)
    Last.reset();
  if (Last && !Dim.Inclusive)
    Last = sum(*Last, constantForm(Dim.Decreasing ? 1 : -1));
  Axis.Lower = Dim.Decreasing ? Last : First;
  Axis.Upper = Dim.Decreasing ? First : Last;
  return Axis;
}
