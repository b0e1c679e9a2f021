// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FaultStreams.cpp - how much to resolve for one fault ---------------===//
#include "guard/FaultStreams.h"

#include <algorithm>

using namespace twofold;

ByteRange FaultStreams::block(uint64_t Address, ByteRange Run) {
  Stream *Chosen = &Streams[0];
  uint64_t Size = Smallest;
  for (Stream &S : Streams) {
    // Near, not only beside: a stride may leave some pages out.
    bool Follows = S.Size && Address < S.Last.End + Smallest &&
                   Address + Smallest >= S.Last.Begin;
    if (Follows) {
      // Inside it nobody has walked on: the block was taken away meanwhile.
      Chosen = &S;
      Size = S.Last.Begin <= Address && Address < S.Last.End
                 ? S.Size
                 : std::min(S.Size * 2, Largest);
      break;
    }
    if (S.Tick < Chosen->Tick)
      Chosen = &S;
  }
  uint64_t Begin = Address / Size * Size;
  ByteRange Block = ByteRange{Begin, Begin + Size}.intersection(Run);
  *Chosen = {Block, Size, ++Now};
  return Block;
}
