// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/AllocationTable.h"
#include "system/SystemCalls.h"

#include <bit>

using namespace twofold;

static uint64_t scramble(uint64_t Value) {
  Value *= 0x9E3779B97F4A7C15u;
  return Value ^ (Value >> 29);
}

unsigned AllocationTable::levelOf(uint64_t Size) {
  unsigned Bits = unsigned(std::bit_width(Size - 1));
  return Bits <= SmallestGranule ? 0 : (Bits - SmallestGranule + 1) / 2;
}

/// The key of the granule that holds Address, or of that which lies so many
/// granules Before it.
uint64_t AllocationTable::key(unsigned Level, uint64_t Address, int Before) {
  uint64_t Granule = (Address >> (SmallestGranule + 2 * Level)) - Before;
  return scramble(Granule << 5 | Level);
}

/// Locks the shard that a key belongs to. Null once the table is closed.
AllocationTable::Shard *AllocationTable::lock(uint64_t Key) {
  Shard &S = Shards[Key >> (64 - ShardBits)];
  return S.Lock.lockIn(*this) ? &S : nullptr;
}

static uint64_t slotOf(uint64_t Key, uint32_t Capacity) {
  return Key & (Capacity - 1);
}

bool AllocationTable::grow(Shard &S) {
  if (S.Count * 2 < S.Capacity)
    return true;
  uint32_t Capacity = S.Capacity ? S.Capacity * 2 : 32;
  auto *Blocks =
      static_cast<ByteRange *>(syscalls::map(Capacity * sizeof(ByteRange)));
  if (!Blocks)
    return false;
  for (uint32_t I = 0; I < S.Capacity; ++I) {
    const ByteRange &Block = S.Blocks[I];
    if (Block.empty())
      continue;
    uint64_t At = slotOf(key(levelOf(Block.size()), Block.Begin, 0), Capacity);
    while (!Blocks[At].empty())
      At = (At + 1) & (Capacity - 1);
    Blocks[At] = Block;
  }
  if (S.Blocks)
    syscalls::unmap(S.Blocks, S.Capacity * sizeof(ByteRange));
  S.Blocks = Blocks;
  S.Capacity = Capacity;
  return true;
}

void AllocationTable::insert(ByteRange Block) {
  if (Block.empty() || closed())
    return;
  // This comes first, so that a remove() of the block cannot miss it.
  markBegin(Block.Begin);
  if (!Slots.insert(Block)) [[unlikely]]
    file(Block);
}

void AllocationTable::file(ByteRange Block) {
  const unsigned Level = levelOf(Block.size());
  if (Level >= Levels)
    return close();
  const uint64_t Key = key(Level, Block.Begin, 0);
  Shard *S = lock(Key);
  if (!S)
    return;
  bool Room = grow(*S);
  if (Room) {
    uint64_t At = slotOf(Key, S->Capacity);
    while (!S->Blocks[At].empty())
      At = (At + 1) & (S->Capacity - 1);
    S->Blocks[At] = Block;
    ++S->Count;
    Used[Level].store(true, std::memory_order_relaxed);
    AnyUsed.store(true, std::memory_order_relaxed);
  }
  S->Lock.unlock();
  if (!Room)
    close();
}

uint64_t AllocationTable::removeAt(uint64_t Begin, unsigned Level) {
  const uint64_t Key = key(Level, Begin, 0);
  Shard *S = lock(Key);
  if (!S)
    return 0;
  uint64_t Size = 0;
  if (S->Capacity) {
    const uint64_t Mask = S->Capacity - 1;
    uint64_t At = slotOf(Key, S->Capacity);
    while (!S->Blocks[At].empty() && S->Blocks[At].Begin != Begin)
      At = (At + 1) & Mask;
    Size = S->Blocks[At].size();
    if (Size) {
      // Blocks that a search would not reach across the gap move up.
      for (uint64_t Next = (At + 1) & Mask; !S->Blocks[Next].empty();
           Next = (Next + 1) & Mask) {
        const ByteRange &Block = S->Blocks[Next];
        uint64_t Home =
            slotOf(key(levelOf(Block.size()), Block.Begin, 0), S->Capacity);
        if (((Next - Home) & Mask) >= ((Next - At) & Mask)) {
          S->Blocks[At] = Block;
          At = Next;
        }
      }
      S->Blocks[At] = {};
      --S->Count;
    }
  }
  S->Lock.unlock();
  return Size;
}

uint64_t AllocationTable::remove(uint64_t Begin) {
  if (closed() || !mayBegin(reinterpret_cast<void *>(uintptr_t(Begin))))
    return 0;
  uint64_t Size = Slots.remove(Begin);
  if (!Size && AnyUsed.load(std::memory_order_relaxed))
    for (unsigned Level = 0; Level < Levels && !Size; ++Level)
      if (Used[Level].load(std::memory_order_relaxed))
        Size = removeAt(Begin, Level);
  return Size;
}

ByteRange AllocationTable::find(uint64_t Address) {
  if (closed())
    return {};
  if (ByteRange Found = Slots.find(Address);
      !Found.empty() || !AnyUsed.load(std::memory_order_relaxed))
    return Found;
  return findFiled(Address);
}

ByteRange AllocationTable::findFiled(uint64_t Address) {
  ByteRange Found;
  for (unsigned Level = 0; Level < Levels; ++Level) {
    if (!Used[Level].load(std::memory_order_relaxed))
      continue;
    for (int Before : {0, 1}) {
      const uint64_t Key = key(Level, Address, Before);
      Shard *S = lock(Key);
      if (!S)
        return {};
      if (S->Capacity)
        for (uint64_t At = slotOf(Key, S->Capacity); !S->Blocks[At].empty();
             At = (At + 1) & (S->Capacity - 1))
          if (S->Blocks[At].Begin <= Address && Address < S->Blocks[At].End)
            Found = S->Blocks[At];
      S->Lock.unlock();
      // Blocks of one allocator do not nest.
      if (!Found.empty())
        return Found;
    }
  }
  return {};
}

uint64_t AllocationTable::sizeAt(uint64_t Begin) {
  if (closed())
    return 0;
  uint64_t Size = Slots.sizeAt(Begin);
  if (Size || !AnyUsed.load(std::memory_order_relaxed))
    return Size;
  ByteRange Block = findFiled(Begin);
  return Block.Begin == Begin ? Block.size() : 0;
}

void AllocationTable::beforeFork() {
  for (Shard &S : Shards)
    S.Lock.lock();
}

void AllocationTable::afterFork() {
  for (Shard &S : Shards)
    S.Lock.unlock();
}

void AllocationTable::close() {
  Closed.store(true);
  // From now on every free() has to look for itself.
  for (std::atomic<bool> &Cell : Cells)
    Cell.store(true, std::memory_order_relaxed);
}
