// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FirstRounds.h - what accesses touch before loops have gone on ------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_FIRSTROUNDS_H
#define TWOFOLD_PLUGIN_ACCESS_FIRSTROUNDS_H

#include "access/AccessRecorder.h"

namespace twofold {

/// Forms as they are in the first round of each loop of the body, but for loops
/// that Keeps. There numbers in memory are still what they are at the call,
/// although later rounds may store to them. What is computed of such numbers
/// are axes that are put behind the others.
class FirstRounds {
  llvm::SmallVectorImpl<Axis> &Axes;
  const int Rank;
  llvm::function_ref<bool(int Axis)> Keeps;
  llvm::DenseMap<int, MaybeForm> Known;

  MaybeForm computed(Axis A);
  MaybeForm axis(int Number);
  MaybeForm form(const AffineForm &Of);

public:
  FirstRounds(llvm::SmallVectorImpl<Axis> &Axes, unsigned Rank,
              llvm::function_ref<bool(int Axis)> Keeps)
      : Axes(Axes), Rank(int(Rank)), Keeps(Keeps) {}

  /// Nothing: where some loop begins is not known.
  std::optional<Occurrence> of(const Occurrence &O);
};

} // namespace twofold

#endif
