// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/FormProofs.h"
#include "depend/LinearSystem.h"
#include <map>

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
