// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NeededAxes.h - the axes that questions for a call need -------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_NEEDEDAXES_H
#define TWOFOLD_PLUGIN_ACCESS_NEEDEDAXES_H

#include "access/AccessRecorder.h"
#include "access/Conflicts.h"
#include "twofold/abi.h"

namespace twofold {

/// Axes, parallel ones among them, that a call follows.
constexpr size_t MostAxes = 64;

/// The axes that something needs, with those that their ends name.
class NeededAxes {
  llvm::ArrayRef<Axis> Axes;
  int Rank;

public:
  llvm::SmallVector<bool, 8> Needed;
  bool Known = true; ///< each takes every value between its ends, or is loaded
  bool Numbers = false; ///< some stand for numbers that only the memory tells
  bool Exact = true;    ///< none is made of floating-point numbers or a search
  llvm::SmallVector<const Axis *, 2> LoadedFrom;

  NeededAxes(llvm::ArrayRef<Axis> Axes, unsigned Rank)
      : Axes(Axes), Rank(int(Rank)), Needed(Axes.size(), false) {}

  void add(int Number) {
    if (Number < Rank || Needed[Number - Rank])
      return;
    const Axis &A = Axes[Number - Rank];
    Needed[Number - Rank] = true;
    if (A.Loaded) {
      Numbers = true;
      Exact &= A.Code < TWOFOLD_NUMBER_SUM;
      if (A.Bytes != 0)
        LoadedFrom.push_back(&A);
      add(A.Than);
      add(A.Goes);
      return add(A.From);
    }
    Known &= !A.Unknown && (!A.Virtual || !A.Divisor.empty());
    add(A.From);
    add(A.Quotient);
    add(A.Lower);
    add(A.Upper);
  }
  void add(const AffineForm &Form) {
    for (const Monomial &M : Form)
      add(M.Axis);
  }
  /// An Occurrence or a Reference.
  template <typename Access> void addAccess(const Access &O) {
    add(O.Offset);
    for (const RangeCheck &C : O.Conditions)
      add(C.Form);
    for (int Number : O.Around)
      add(Number);
  }
  /// What the axes that stand for quotients are, where all divisors are above
  /// 0: one may be divided by another.
  void addQuotients(llvm::SmallVectorImpl<RangeCheck> &Conditions) const {
    llvm::SmallVector<RangeCheck, 2> Right;
    llvm::SmallVector<AffineForm, 4> Facts;
    for (auto [I, A] : llvm::enumerate(Axes)) {
      if (!Needed[I] || A.Divisor.empty())
        continue;
      Facts.append(divisionFacts(A, Rank + int(I)));
      if (!constantOf(A.Divisor) && A.Quotient == -1)
        Right.push_back({A.Divisor, INT64_MAX, 1});
    }
    for (AffineForm &Fact : Facts) {
      Conditions.append(Right);
      Conditions.push_back({std::move(Fact), 0, INT64_MAX});
    }
  }
};

/// Every form that is in the tables of Of.
inline void forEachForm(ConflictModel &Of,
                        llvm::function_ref<void(AffineForm &)> F) {
  for (Axis &A : Of.Axes) {
    F(A.Lower);
    F(A.Upper);
    F(A.From);
    F(A.Than);
  }
  for (Reference &R : Of.References) {
    F(R.Offset);
    for (RangeCheck &C : R.Conditions)
      F(C.Form);
  }
}

} // namespace twofold

#endif
