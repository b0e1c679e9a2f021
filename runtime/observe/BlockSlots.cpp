// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/BlockSlots.h"

#include <algorithm>
#include <bit>
#include <iterator>

using namespace twofold;

ByteRange BlockSlots::look(const Line &L, uint64_t Address) {
  for (unsigned I = 0; I < SlotsPerLine; ++I) {
    uint64_t End = L.End[I].load(std::memory_order_acquire);
    uint64_t Begin = L.Begin[I].load(std::memory_order_acquire);
    // Both ends are the same before and after, so they belong together.
    if (Begin && Begin <= Address && Address < End &&
        L.End[I].load(std::memory_order_acquire) == End &&
        L.Begin[I].load(std::memory_order_relaxed) == Begin)
      return {Begin, End};
  }
  return {};
}

ByteRange BlockSlots::find(uint64_t Address) const {
  // Most pointers lead to where a block begins, which is quick to look up.
  size_t First = numberOf(Address);
  if (ByteRange Found = look(Lines[First], Address); !Found.empty())
    return Found;
  for (size_t Word = 0; Word < std::size(Used); ++Word)
    for (uint64_t Bits = Used[Word].load(std::memory_order_relaxed); Bits;
         Bits &= Bits - 1) {
      const size_t Number = Word * 64 + size_t(std::countr_zero(Bits));
      if (ByteRange Found = look(Lines[Number], Address); !Found.empty())
        return Found;
    }
  return {};
}

ByteRange BlockSlots::findWithin(uint64_t Address, uint64_t Largest) const {
  constexpr uint64_t Page = 4096;
  const uint64_t Lowest = Address - std::min(Address, Largest);
  auto Look = [&](bool Second) {
    for (uint64_t At = Address / Page; At >= Lowest / Page && At; --At) {
      const size_t Number = numberOf(At * Page);
      if (ByteRange Found =
              look(Lines[Second ? second(Number) : Number], Address);
          !Found.empty())
        return Found;
    }
    return ByteRange();
  };
  const ByteRange Found = Look(false);
  return Found.empty() && crowded() ? Look(true) : Found;
}
