// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OwnElements.h - elements that one iteration alone updates ----------===//
//
// `for (o = row[i]; o < row[i + 1]; ++o) f[o] += x;` updates rows of f that are
// apart if `row` ascends: then neither atomic updates nor copies of f are
// needed, and the result has the serial program's bits. What each iteration
// touches is computed from what is in `row`, and the answer is kept for calls
// in which the same is there.
#ifndef TWOFOLD_RUNTIME_CONFLICT_OWNELEMENTS_H
#define TWOFOLD_RUNTIME_CONFLICT_OWNELEMENTS_H

#include "bytes/CallKey.h"
#include "bytes/RangeSet.h"
#include "twofold/abi.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace twofold {

/// Bit n: element n of the site, of the first 64.
using ElementMask = uint64_t;

/// What a test has found, and what it has read for that.
struct OwnElementsFound {
  ElementMask Own = 0;
  std::vector<ByteRange> Read;
};

/// The elements of a call that no two iterations update, by the forms of their
/// updates: exact but for what is not seen to be apart. PerIteration:
/// operations of one iteration; iterations out of order are sorted where these
/// are many. No dimension is without trips.
OwnElementsFound findOwnElements(const twofold_site &Site,
                                 const twofold_launch &Launch, uint64_t Trips,
                                 uint64_t PerIteration);

/// findOwnElements with a memory of the last calls. Thread-safe.
class OwnElements {
  struct Entry {
    const twofold_site *Site = nullptr;
    uint64_t Unloads = 0; ///< of libraries, when that was the site
    CallKey Of;
    OwnElementsFound Found;
    std::vector<char> Bytes; ///< what was in Found.Read
  };
  std::mutex Lock;
  std::atomic<bool> Stopped{false};
  static constexpr unsigned KeptBits = 3;
  std::array<std::unique_ptr<Entry>, 1 << KeptBits> Entries;

public:
  /// From now on nothing is tested.
  void stop() { Stopped.store(true, std::memory_order_relaxed); }
  /// Ops: the call's estimated work. Where a test would take a good part of it,
  /// none is made.
  ElementMask find(const twofold_site &Site, const twofold_launch &Launch,
                   uint64_t Trips, uint64_t Ops);
};

} // namespace twofold

#endif
