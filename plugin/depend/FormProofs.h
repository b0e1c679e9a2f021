// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FormProofs.h - what facts about affine forms imply -----------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_FORMPROOFS_H
#define TWOFOLD_PLUGIN_DEPEND_FORMPROOFS_H

#include "access/AccessRecorder.h"

namespace twofold {

/// Not negative where Form is negative, and only there.
inline MaybeForm opposite(const AffineForm &Form) {
  MaybeForm Negated = scaled(Form, -1);
  return Negated ? difference(*Negated, constantForm(1)) : std::nullopt;
}

/// Facts that hold at one point of an iteration, besides the ends of axes and
/// the signs of values that Recorder knows.
class FormProofs {
  const AccessRecorder &Recorder;
  llvm::SmallVector<AffineForm, 8> Facts; ///< none is negative
  unsigned &Budget;                       ///< proofs that are left

public:
  FormProofs(const AccessRecorder &Recorder, unsigned &Budget)
      : Recorder(Recorder), Budget(Budget) {}

  void assume(const AffineForm &Fact) { Facts.push_back(Fact); }
  /// Form is never negative: proven. False says nothing.
  bool holds(const AffineForm &Form) const;
  /// A is never greater than B: proven.
  bool ordered(const AffineForm &A, const AffineForm &B) const {
    MaybeForm Distance = difference(B, A);
    return Distance && holds(*Distance);
  }
};

} // namespace twofold

#endif
