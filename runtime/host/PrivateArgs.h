// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrivateArgs.h - copies of a call's args with own reduction slots ---===//
#ifndef TWOFOLD_RUNTIME_HOST_PRIVATEARGS_H
#define TWOFOLD_RUNTIME_HOST_PRIVATEARGS_H

#include "twofold/abi.h"

#include <cstddef>

namespace twofold {

/// Copies of an args array in which every reduction points at a slot of the
/// copy's own; all other entries are shared. Copies do not share cache lines.
/// Distinct copies may be used by distinct threads at once.
class PrivateArgs {
  const twofold_site &Site;
  void **Shared;
  unsigned Copies;
  size_t Stride; ///< bytes from one copy to the next
  char *Memory;

public:
  PrivateArgs(const twofold_site &Site, void **Args, unsigned Copies);
  ~PrivateArgs();
  PrivateArgs(const PrivateArgs &) = delete;

  /// False when there was no memory for the copies.
  bool valid() const { return Memory != nullptr; }
  unsigned count() const { return Copies; }

  /// Fills copy Number and sets its slots to the identities. To be called by
  /// the thread that will use the copy, so that the memory is near it.
  void **prepare(unsigned Number);
  /// A copy that was prepared before.
  void **get(unsigned Number) const;

  static bool hasReduction(const twofold_site &Site);
};

} // namespace twofold

#endif
