// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ArrayMemo.h - the arrays of a site's last calls, none on a device --===//
#ifndef TWOFOLD_RUNTIME_SITE_ARRAYMEMO_H
#define TWOFOLD_RUNTIME_SITE_ARRAYMEMO_H

#include "choice/Chooser.h"
#include "site/FootprintMemo.h"

#include <array>
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
  struct Entry {
    std::shared_ptr<const Footprint> Of;
    bool Lazy = false;
    std::shared_ptr<const CallArrays> What;
  };
  std::mutex Lock;
  /// As many as footprints are kept.
  std::array<Entry, FootprintMemo::Kept> Entries;
  unsigned Next = 0;

public:
  /// Null when it is not there.
  std::shared_ptr<const CallArrays> find(const Footprint *Wanted,
                                         bool ForLazy) {
    std::unique_lock<std::mutex> Mine(Lock, std::try_to_lock);
    if (Mine)
      for (const Entry &E : Entries)
        if (E.Of.get() == Wanted && E.Lazy == ForLazy)
          return E.What;
    return nullptr;
  }
  /// Keeps it if nothing of it is on a device.
  void add(std::shared_ptr<const Footprint> Of, bool Lazy,
           std::shared_ptr<const CallArrays> New) {
    if (New->OnDevice || New->Hidden)
      return;
    std::unique_lock<std::mutex> Mine(Lock, std::try_to_lock);
    if (!Mine)
      return;
    Entries[Next] = {std::move(Of), Lazy, std::move(New)};
    Next = (Next + 1) % Entries.size();
  }
};

} // namespace twofold

#endif
