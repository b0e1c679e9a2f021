// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MappingTable.h - the memory that the program has mapped itself -----===//
#ifndef TWOFOLD_RUNTIME_GUARD_MAPPINGTABLE_H
#define TWOFOLD_RUNTIME_GUARD_MAPPINGTABLE_H

#include "bytes/RangeSet.h"

#include <atomic>
#include <cstdint>

namespace twofold {

/// Disjoint ranges, as they were mapped. Like AllocationTable, it neither uses
/// the allocator nor has a constructor. Thread-safe.
class MappingTable {
  static constexpr uint32_t Most = 1 << 16; ///< more than the kernel allows
  std::atomic<uint32_t> Taken{0};
  std::atomic<bool> Closed{false};
  /// Twice as much as there can be. The kernel maps downwards and programs
  /// unmap in any order: so there is room before the ranges and behind them.
  ByteRange *Room = nullptr;
  ByteRange *Ranges = nullptr; ///< in Room, ascending
  uint32_t Count = 0;
  /// What findJoined found last, as it would find it again: arrays that
  /// programs map one after the other are one range.
  ByteRange Joined;

  bool lock();
  void unlock() { Taken.store(0, std::memory_order_release); }
  uint32_t firstAfter(uint64_t Address) const;
  void cut(ByteRange Range);
  ByteRange joinedAround(uint32_t At) const;
  void resize(uint32_t First, uint32_t Old, uint32_t New);

public:
  constexpr MappingTable() = default;

  /// In place of whatever was there.
  void insert(ByteRange Range);
  /// What a range is left of stays, as one that is smaller.
  void remove(ByteRange Range);
  ByteRange find(uint64_t Address);
  bool overlaps(ByteRange Range) { return !first(Range).empty(); }
  /// Of those that reach into Range.
  ByteRange first(ByteRange Range);
  /// With all those that touch it, and each other: the program may use them as
  /// one.
  ByteRange findJoined(uint64_t Address);
  /// To be called around a fork.
  void beforeFork();
  void afterFork() { unlock(); }
  void close() { Closed.store(true); }
};

} // namespace twofold

#endif
