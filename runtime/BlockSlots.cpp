// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BlockSlots.cpp - blocks of memory, listed without locks ------------===//
#include "BlockSlots.h"

using namespace twofold;

ByteRange BlockSlots::find(uint64_t Address) const {
  auto Look = [&](const Line &L) -> ByteRange {
    for (unsigned I = 0; I < SlotsPerLine; ++I) {
      uint64_t End = L.End[I].load(std::memory_order_acquire);
      uint64_t Begin = L.Begin[I].load(std::memory_order_acquire);
      // The same before and after: they belong together.
      if (Begin && Begin <= Address && Address < End &&
          L.End[I].load(std::memory_order_acquire) == End &&
          L.Begin[I].load(std::memory_order_relaxed) == Begin)
        return {Begin, End};
    }
    return {};
  };
  // Most pointers are to where a block begins.
  size_t First = numberOf(Address);
  if (ByteRange Found = Look(Lines[First]); !Found.empty())
    return Found;
  for (size_t Number = 0; Number < size_t(1) << LineBits; ++Number)
    if (Used[Number].load(std::memory_order_relaxed))
      if (ByteRange Found = Look(Lines[Number]); !Found.empty())
        return Found;
  return {};
}
