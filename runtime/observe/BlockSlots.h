// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BlockSlots.h - blocks of memory, listed without locks --------------===//
//
// A block goes into one of the few slots of the cache line that its page is
// mapped to, or of another one where that has no room. Entering it takes one
// atomic exchange, removing it two plain stores, since only the thread that
// frees a block touches its slot.
#ifndef TWOFOLD_RUNTIME_OBSERVE_BLOCKSLOTS_H
#define TWOFOLD_RUNTIME_OBSERVE_BLOCKSLOTS_H

#include "bytes/RangeSet.h"

#include <atomic>
#include <cstdint>

namespace twofold {

/// Thread-safe. It has no constructor, no destructor and no memory elsewhere.
class BlockSlots {
  static constexpr unsigned LineBits = 14, SlotsPerLine = 4;
  struct alignas(64) Line {
    std::atomic<uint64_t> Begin[SlotsPerLine]; ///< 0: free
    std::atomic<uint64_t> End[SlotsPerLine];   ///< 0: being entered or ended
  };
  Line Lines[size_t(1) << LineBits] = {};
  /// A bit for each line that has ever been used: a search by address looks at
  /// these.
  std::atomic<uint64_t> Used[(size_t(1) << LineBits) / 64] = {};

  /// Whether a block has ever been in its second line.
  std::atomic<bool> Crowded{false};

  static ByteRange look(const Line &L, uint64_t Address);
  /// Where blocks of the line find room when it has none.
  static size_t second(size_t Number) { return Number ^ 0x1555; }
  bool crowded() const { return Crowded.load(std::memory_order_acquire); }
  static size_t numberOf(uint64_t Begin) {
    // Neighbouring pages are in different lines; so are large blocks that are
    // powers of two apart.
    uint64_t Page = Begin >> 12;
    return (Page ^ Page >> LineBits ^ Page >> (2 * LineBits - 5)) &
           ((size_t(1) << LineBits) - 1);
  }

public:
  constexpr BlockSlots() = default;

  /// False when there is no room.
  bool insert(ByteRange Block) {
    const size_t Number = numberOf(Block.Begin);
    if (enter(Block, Number))
      return true;
    Crowded.store(true, std::memory_order_release);
    return enter(Block, second(Number));
  }
  /// Returns the block's size; 0 when it is not here. For the thread that frees
  /// the block.
  uint64_t remove(uint64_t Begin) {
    const size_t Number = numberOf(Begin);
    const uint64_t Size = leave(Begin, Number);
    return Size || !crowded() ? Size : leave(Begin, second(Number));
  }
  /// The size of the block that begins at Begin, which stays; 0: there is none.
  uint64_t sizeAt(uint64_t Begin) const {
    const size_t Number = numberOf(Begin);
    const uint64_t Size = sizeIn(Begin, Number);
    return Size || !crowded() ? Size : sizeIn(Begin, second(Number));
  }
  /// The block that Address lies in. It must not be freed meanwhile; others may
  /// come and go.
  ByteRange find(uint64_t Address) const;
  /// As find, where no block is larger than Largest: a short search.
  ByteRange findWithin(uint64_t Address, uint64_t Largest) const;

private:
  bool enter(ByteRange Block, size_t Number) {
    Line &L = Lines[Number];
    for (unsigned I = 0; I < SlotsPerLine; ++I) {
      uint64_t Free = 0;
      if (L.Begin[I].load(std::memory_order_relaxed) == 0 &&
          L.Begin[I].compare_exchange_strong(Free, Block.Begin,
                                             std::memory_order_acquire)) {
        const uint64_t Bit = uint64_t(1) << Number % 64;
        if (!(Used[Number / 64].load(std::memory_order_relaxed) & Bit))
          Used[Number / 64].fetch_or(Bit, std::memory_order_relaxed);
        L.End[I].store(Block.End, std::memory_order_release);
        return true;
      }
    }
    return false;
  }
  uint64_t leave(uint64_t Begin, size_t Number) {
    Line &L = Lines[Number];
    for (unsigned I = 0; I < SlotsPerLine; ++I)
      if (L.Begin[I].load(std::memory_order_relaxed) == Begin) {
        uint64_t End = L.End[I].load(std::memory_order_relaxed);
        L.End[I].store(0, std::memory_order_relaxed);
        L.Begin[I].store(0, std::memory_order_release);
        return End > Begin ? End - Begin : 0;
      }
    return 0;
  }
  uint64_t sizeIn(uint64_t Begin, size_t Number) const {
    const Line &L = Lines[Number];
    for (unsigned I = 0; I < SlotsPerLine; ++I)
      if (L.Begin[I].load(std::memory_order_relaxed) == Begin) {
        uint64_t End = L.End[I].load(std::memory_order_relaxed);
        return End > Begin ? End - Begin : 0;
      }
    return 0;
  }
};

} // namespace twofold

#endif
