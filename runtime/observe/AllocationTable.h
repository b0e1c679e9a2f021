// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AllocationTable.h - the blocks that the allocator has handed out ---===//
//
// Finds the block that an address lies in. Blocks are listed in BlockSlots.
// Those that find no room there are filed under the granule that they begin in,
// which is at least as large as the block. So a block reaches into two granules
// at most, and an address is looked up in two places for each size of granules.
// A small table by pages says for most pointers at once that no block of
// interest has ever begun there, which is what every free() asks.
//
// The table never calls the allocator, and has neither a constructor nor a
// destructor, since it is used before constructors and after destructors run.
#ifndef TWOFOLD_RUNTIME_OBSERVE_ALLOCATIONTABLE_H
#define TWOFOLD_RUNTIME_OBSERVE_ALLOCATIONTABLE_H

#include "bytes/RangeSet.h"
#include "observe/BlockSlots.h"
#include "thread/SpinWait.h"

#include <atomic>
#include <cstdint>

namespace twofold {

/// Thread-safe.
class AllocationTable {
  struct Shard {
    SpinLock Lock;
    uint32_t Count = 0, Capacity = 0;
    ByteRange *Blocks = nullptr; ///< open addressing; empty ranges are free
  };
  static constexpr unsigned Levels = 16, ShardBits = 6, CellBits = 17;
  static constexpr unsigned SmallestGranule = 14; ///< bits of an address

  /// Whether a block has ever begun in the pages of a cell.
  std::atomic<bool> Cells[size_t(1) << CellBits] = {};
  BlockSlots Slots;
  /// Whether a block of the level has ever been in Shards.
  std::atomic<bool> Used[Levels] = {};
  std::atomic<bool> AnyUsed{false};
  Shard Shards[size_t(1) << ShardBits] = {};
  std::atomic<bool> Closed{false};

  std::atomic<bool> &cell(uint64_t Begin) {
    return Cells[(Begin >> 12) & ((size_t(1) << CellBits) - 1)];
  }
  static unsigned levelOf(uint64_t Size);
  static uint64_t key(unsigned Level, uint64_t Address, int Before);
  Shard *lock(uint64_t Key);
  static bool grow(Shard &S);
  void file(ByteRange Block);
  ByteRange findFiled(uint64_t Address);
  uint64_t removeAt(uint64_t Begin, unsigned Level);

public:
  constexpr AllocationTable() = default;

  /// False only when no block begins at Address.
  bool mayBegin(const void *Address) {
    return cell(reinterpret_cast<uintptr_t>(Address))
        .load(std::memory_order_relaxed);
  }
  void insert(ByteRange Block);
  /// The block's size; 0 when there is none that begins there.
  uint64_t remove(uint64_t Begin);
  uint64_t sizeAt(uint64_t Begin);
  /// The block that Address lies in, if one does.
  ByteRange find(uint64_t Address);

  /// From now on a block may begin there.
  void markBegin(uint64_t Begin) {
    if (!cell(Begin).load(std::memory_order_relaxed))
      cell(Begin).store(true, std::memory_order_relaxed);
  }

  /// To be called around a fork, so that no thread is changing the table when
  /// the child gets its copy.
  void beforeFork();
  void afterFork();

  /// The table forgets everything and learns nothing more, as when memory has
  /// run out.
  void close();
  bool closed() const { return Closed.load(std::memory_order_relaxed); }
};

} // namespace twofold

#endif
