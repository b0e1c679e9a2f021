// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ComputedQuotients.h - quotients as numbers that calls compute ------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_COMPUTEDQUOTIENTS_H
#define TWOFOLD_PLUGIN_ACCESS_COMPUTEDQUOTIENTS_H

#include "access/Conflicts.h"
#include "twofold/abi.h"

namespace twofold {

/// A, a quotient or a remainder, as a number that calls compute.
inline Axis asNumber(const Axis &A) {
  Axis Out;
  Out.Virtual = Out.Loaded = Out.Unknown = true;
  Out.Code =
      A.Quotient == -1 ? TWOFOLD_NUMBER_QUOTIENT : TWOFOLD_NUMBER_REMAINDER;
  Out.From = A.From;
  Out.Than = A.Divisor;
  return Out;
}

/// Where numbers are loaded, quotients are computed like them: axes that say so
/// are put behind the others.
class ComputedQuotients {
  llvm::SmallVectorImpl<Axis> &Axes;
  const int Rank;
  llvm::DenseMap<int, int> Known;

public:
  ComputedQuotients(llvm::SmallVectorImpl<Axis> &Axes, unsigned Rank)
      : Axes(Axes), Rank(int(Rank)) {}

  /// A loop's variable, of which its next number may be made.
  int state(int Number) {
    const int Now = Rank + int(Axes.size());
    Known[Number] = Now;
    Axes.push_back(Axes[Number - Rank]);
    Axis A = Axes.back();
    rewrite(A.From);
    rewrite(A.Than);
    A.Goes = axis(A.Goes);
    Axes[Now - Rank] = std::move(A);
    return Now;
  }
  /// The axis that stands for Number.
  int axis(int Number) {
    if (Number < Rank)
      return Number;
    if (auto It = Known.find(Number); It != Known.end())
      return It->second;
    if (Axes[Number - Rank].Goes != -1)
      return state(Number);
    Axis A = Axes[Number - Rank];
    bool Changes = !A.Divisor.empty();
    for (AffineForm *Form : {&A.Lower, &A.Upper, &A.From, &A.Than})
      Changes |= rewrite(*Form);
    // Variables of one loop go on by one number, which leads to all of them.
    if (auto It = Known.find(Number); It != Known.end())
      return It->second;
    if (!A.Divisor.empty())
      A = asNumber(A);
    const int Now = Changes ? Rank + int(Axes.size()) : Number;
    if (Changes)
      Axes.push_back(std::move(A));
    return Known[Number] = Now;
  }
  /// Whether the form is another one then.
  bool rewrite(AffineForm &Form) {
    bool Changes = false;
    for (Monomial &M : Form) {
      const int Now = axis(M.Axis);
      Changes |= Now != M.Axis;
      M.Axis = Now;
    }
    return Changes;
  }
  void rewrite(Reference &R) {
    rewrite(R.Offset);
    for (RangeCheck &C : R.Conditions)
      rewrite(C.Form);
    for (int &Number : R.Around)
      Number = axis(Number);
  }
};

} // namespace twofold

#endif
