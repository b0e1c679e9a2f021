// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SettledCalls.h - calls that run natively as the last ones did ------===//
//
// Where data may stay on devices, each call would have to be booked
// (Placement.h) and its arrays looked for. A choice for threads that is far
// from its end holds for a number of calls, which have been booked with it.
// That is of calls with the same arrays and bounds, until something is moved to
// a device.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_CHOICE_SETTLEDCALLS_H
#define TWOFOLD_RUNTIME_CHOICE_SETTLEDCALLS_H

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

namespace twofold {

/// Of one site. Thread-safe. Two threads may count one call for both, or see
/// half of an entry that a third one writes: then one call is settled that
/// another would have been, which costs time at worst.
class SettledCalls {
  struct Entry {
    std::atomic<uint64_t> Key{0}, At{0};
    std::atomic<uint32_t> Left{0};
  };
  std::array<Entry, 64> Entries;
  /// Places that a call may have: those of two calls in turn must not be one.
  static constexpr unsigned Ways = 4;

  static unsigned first(uint64_t Key) { return unsigned(Key >> 58); }

public:
  /// A number for a call, by what it is made of.
  class Hash {
    uint64_t Value = 0;

  public:
    void add(uint64_t Word) { Value = std::rotl(Value, 11) + Word; }
    uint64_t value() const {
      uint64_t Mixed = (Value ^ Value >> 32) * 0xD6E8FEB86659FD93u;
      return (Mixed ^ Mixed >> 32) * 0x9E3779B97F4A7C15u;
    }
  };

  /// A key of one number.
  static uint64_t keyOf(uint64_t Number) {
    Hash Of;
    Of.add(Number);
    return Of.value();
  }

  /// Such a call is settled; counts it. At: as when it was put.
  bool take(uint64_t Key, uint64_t At) {
    for (unsigned Way = 0; Way < Ways; ++Way) {
      Entry &E = Entries[first(Key) ^ Way];
      if (E.Key.load(std::memory_order_relaxed) != Key)
        continue;
      const uint32_t Left = E.Left.load(std::memory_order_relaxed);
      if (Left == 0 || E.At.load(std::memory_order_relaxed) != At)
        return false;
      E.Left.store(Left - 1, std::memory_order_relaxed);
      return true;
    }
    return false;
  }
  /// The next Calls of them are.
  void put(uint64_t Key, uint64_t At, uint32_t Calls) {
    // Its own, or the one with the fewest calls left.
    Entry *Into = &Entries[first(Key)];
    for (unsigned Way = 0; Way < Ways; ++Way) {
      Entry &E = Entries[first(Key) ^ Way];
      if (E.Key.load(std::memory_order_relaxed) == Key) {
        Into = &E;
        break;
      }
      if (E.Left.load(std::memory_order_relaxed) <
          Into->Left.load(std::memory_order_relaxed))
        Into = &E;
    }
    Entry &E = *Into;
    E.Left.store(0, std::memory_order_relaxed);
    E.Key.store(Key, std::memory_order_relaxed);
    E.At.store(At, std::memory_order_relaxed);
    E.Left.store(Calls, std::memory_order_relaxed);
  }
};

} // namespace twofold

#endif
