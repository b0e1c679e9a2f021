// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MappingTable.h - the memory that the program has mapped itself -----===//
#ifndef TWOFOLD_RUNTIME_GUARD_MAPPINGTABLE_H
#define TWOFOLD_RUNTIME_GUARD_MAPPINGTABLE_H

#include "bytes/RangeSet.h"
#include "thread/SpinWait.h"

#include <atomic>
#include <cstdint>

namespace twofold {

/// Disjoint ranges, as they were mapped. Like AllocationTable, it neither uses
/// the allocator nor has a constructor. Thread-safe.
class MappingTable {
  static constexpr uint32_t Most = 1 << 16; ///< ranges; the kernel allows fewer
  SpinLock Lock;
  std::atomic<bool> Closed{false};
  /// Room for twice as many ranges as there can be, before and behind them: the
  /// kernel maps downwards, and programs unmap in any order.
  ByteRange *Room = nullptr;
  ByteRange *Ranges = nullptr; ///< in Room, ascending
  uint32_t Count = 0;
  /// What findJoined found last, while that is still right. Arrays that
  /// programs map one after the other are one range, which takes time to find.
  ByteRange Joined;

  bool lock();
  void unlock() { Lock.unlock(); }
  uint32_t firstAfter(uint64_t Address) const;
  void cut(ByteRange Range);
  ByteRange joinedAround(uint32_t At) const;
  void resize(uint32_t First, uint32_t Old, uint32_t New);

public:
  constexpr MappingTable() = default;

  /// Adds Range, in place of whatever was there.
  void insert(ByteRange Range);
  /// Removes Range. What is left of the ranges that it cuts stays.
  void remove(ByteRange Range);
  ByteRange find(uint64_t Address);
  bool overlaps(ByteRange Range) { return !first(Range).empty(); }
  /// The first of the ranges that reach into Range.
  ByteRange first(ByteRange Range);
  /// The range that Address lies in, joined with all ranges that follow each
  /// other without a gap around it: the program may use them as one.
  ByteRange findJoined(uint64_t Address);
  /// To be called around a fork.
  void beforeFork() { Lock.lock(); }
  void afterFork() { unlock(); }
  void close() { Closed.store(true); }
  bool closed() const { return Closed.load(); }
};

} // namespace twofold

#endif
