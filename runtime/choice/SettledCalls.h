// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SettledCalls.h - calls that run natively as an earlier one did -----===//
#ifndef TWOFOLD_RUNTIME_CHOICE_SETTLEDCALLS_H
#define TWOFOLD_RUNTIME_CHOICE_SETTLEDCALLS_H

#include <atomic>
#include <cstdint>

namespace twofold {

/// A choice that is far from its end holds for a number of calls that are
/// alike. Thread-safe. Two threads may count one call for both, or see half of
/// what a third one writes: then one call is settled that another would have
/// been, which costs time at worst.
class SettledCalls {
  std::atomic<uint64_t> Key{0}, At{0};
  std::atomic<uint32_t> Left{0};

public:
  bool areOf(uint64_t Which) const {
    return Key.load(std::memory_order_relaxed) == Which;
  }
  uint32_t left() const { return Left.load(std::memory_order_relaxed); }

  /// This, if such a call is settled. When: as when they were put.
  SettledCalls *holding(uint64_t Which, uint64_t When) {
    return left() > 0 && areOf(Which) &&
                   At.load(std::memory_order_relaxed) == When
               ? this
               : nullptr;
  }
  /// One of them has been made.
  void count() {
    if (const uint32_t Now = left())
      Left.store(Now - 1, std::memory_order_relaxed);
  }
  /// No further one is settled.
  void end() { Left.store(0, std::memory_order_relaxed); }
  /// The next Calls of them are.
  void put(uint64_t Which, uint64_t When, uint32_t Calls) {
    end();
    Key.store(Which, std::memory_order_relaxed);
    At.store(When, std::memory_order_relaxed);
    Left.store(Calls, std::memory_order_relaxed);
  }
};

/// Counts a call that is settled; null: it is not. Whether it is.
inline bool take(SettledCalls *Of) {
  if (Of)
    Of->count();
  return Of != nullptr;
}

} // namespace twofold

#endif
