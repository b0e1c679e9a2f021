// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/FaultStreams.h"

#include <algorithm>
#include <bit>

using namespace twofold;

/// As near as the first faults of two passes over the same array are.
static constexpr uint64_t SamePlace = 4096;

bool FaultStreams::Stream::beganAt(uint64_t Address, bool Write) const {
  return Size && Writes == Write && Begun / SamePlace == Address / SamePlace;
}

/// Near, not only beside: a stride may leave some pages out.
bool FaultStreams::Stream::goesOn(
    uint64_t Address, const std::function<bool(uint64_t)> &Open) const {
  if (!Size)
    return false;
  if (Address >= Last.End)
    return Address < Last.End + Smallest && Open(Last.End - 1);
  return Address < Last.Begin && Address + Smallest >= Last.Begin &&
         Open(Last.Begin);
}

/// The stream that a fault belongs to: one that it goes on with, one that began
/// at the same place, or the oldest.
FaultStreams::Stream &
FaultStreams::choose(uint64_t Address, bool Write,
                     const std::function<bool(uint64_t)> &Open, bool &GoesOn) {
  Stream *Same = nullptr, *Oldest = &Streams[0];
  for (Stream &S : Streams) {
    if (S.Tick < Oldest->Tick)
      Oldest = &S;
    if (!S.Size || S.Writes != Write)
      continue;
    if ((GoesOn = S.goesOn(Address, Open)))
      return S;
    if (S.beganAt(Address, Write))
      Same = &S;
  }
  return Same ? *Same : *Oldest;
}

ByteRange FaultStreams::block(uint64_t Address, bool Write, ByteRange Run,
                              const std::function<bool(uint64_t)> &Open) {
  bool GoesOn = false;
  Stream &S = choose(Address, Write, Open, GoesOn);
  S.Tick = ++Now;
  const auto Aligned = [&](uint64_t Size) {
    const uint64_t Begin = Address / Size * Size;
    S.Size = Size;
    return ByteRange{Begin, Begin + Size}.intersection(Run);
  };
  if (GoesOn) {
    S.Last = Aligned(std::min(S.Size * 2, Largest));
    S.Whole = {std::min(S.Whole.Begin, S.Last.Begin),
               std::max(S.Whole.End, S.Last.End)};
    S.Walks = true;
    return S.Last;
  }
  const unsigned Passes =
      S.Walks && S.beganAt(Address, Write) ? S.Passes + 1 : 0;
  if (Passes >= 2 && Passes % 8) {
    S.Passes = Passes;
    S.Last = Aligned(Largest);
    if (S.Whole.size() <= Largest) {
      S.Last = S.Whole.intersection(Run);
      S.Size = std::max(std::bit_ceil(S.Last.size()), Smallest);
    }
    return S.Last;
  }
  const ByteRange First = Aligned(Smallest);
  S = {First, First, Smallest, Address, Now, Passes, Write, false};
  return First;
}
