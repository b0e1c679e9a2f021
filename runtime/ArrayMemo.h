// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ArrayMemo.h - the arrays of a site's last call, none on a device ---===//
#ifndef TWOFOLD_RUNTIME_ARRAYMEMO_H
#define TWOFOLD_RUNTIME_ARRAYMEMO_H

#include "Chooser.h"
#include "Footprint.h"

#include <memory>
#include <mutex>
#include <vector>

namespace twofold {

/// The arrays of a call, for the choice.
struct CallArrays {
  std::vector<ArrayBytes> Each;
  uint64_t Touched = 0, OnDevice = 0, Hidden = 0; ///< of all, bytes
};

/// As long as nothing is on a device, calls with the same footprint have the
/// same arrays. Thread-safe; a thread that finds it in use goes on without.
class ArrayMemo {
  std::mutex Lock;
  std::shared_ptr<const Footprint> Of;
  bool Lazy = false;
  std::shared_ptr<const CallArrays> What;

public:
  /// Null when it is not there.
  std::shared_ptr<const CallArrays> find(const Footprint *Wanted,
                                         bool ForLazy) {
    std::unique_lock<std::mutex> Mine(Lock, std::try_to_lock);
    return Mine && Of.get() == Wanted && Lazy == ForLazy ? What : nullptr;
  }
  /// Keeps it if nothing of it is on a device.
  void add(std::shared_ptr<const Footprint> NewOf, bool NewLazy,
           std::shared_ptr<const CallArrays> New) {
    if (New->OnDevice || New->Hidden)
      return;
    std::unique_lock<std::mutex> Mine(Lock, std::try_to_lock);
    if (!Mine)
      return;
    Of = std::move(NewOf);
    Lazy = NewLazy;
    What = std::move(New);
  }
};

} // namespace twofold

#endif
