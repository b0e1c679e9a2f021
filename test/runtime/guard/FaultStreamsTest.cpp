// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/FaultQueue.h"

#include <gtest/gtest.h>

using namespace twofold;

namespace {
constexpr uint64_t KiB = 1 << 10, MiB = 1 << 20;
constexpr ByteRange Array = {1024 * MiB, 2048 * MiB};
} // namespace

TEST(FaultStreams, APassGetsBlocksThatGrow) {
  FaultStreams Streams;
  uint64_t At = Array.Begin;
  unsigned Faults = 0;
  uint64_t Last = 0;
  while (At < Array.End) {
    ByteRange Block = Streams.block(At, {At, Array.End});
    ASSERT_EQ(Block.Begin, At);
    ASSERT_FALSE(Block.empty());
    ASSERT_LE(Block.size(), 4 * MiB);
    Last = Block.size();
    At = Block.End;
    ++Faults;
  }
  EXPECT_EQ(Last, 4 * MiB);
  EXPECT_LT(Faults, 256u + 16);
}

TEST(FaultStreams, BackwardsToo) {
  FaultStreams Streams;
  uint64_t End = Array.End;
  unsigned Faults = 0;
  while (End > Array.Begin) {
    ByteRange Block = Streams.block(End - 1, {Array.Begin, End});
    ASSERT_EQ(Block.End, End);
    End = Block.Begin;
    ++Faults;
  }
  EXPECT_LT(Faults, 256u + 16);
}

TEST(FaultStreams, SeveralPassesAtOnce) {
  FaultStreams Streams;
  uint64_t At[4];
  for (unsigned I = 0; I < 4; ++I)
    At[I] = Array.Begin + I * 256 * MiB;
  ByteRange Block;
  for (unsigned Round = 0; Round < 12; ++Round)
    for (uint64_t &Place : At) {
      Block = Streams.block(Place, {Place, Array.End});
      Place = Block.End;
    }
  EXPECT_EQ(Block.size(), 4 * MiB);
}

TEST(FaultStreams, JumpsGetSmallBlocks) {
  FaultStreams Streams;
  for (uint64_t At = Array.Begin; At < Array.End; At += 3 * MiB) {
    ByteRange Block = Streams.block(At, Array);
    EXPECT_EQ(Block.size(), 64 * KiB);
    EXPECT_TRUE(Block.contains({At, At + 1}));
  }
}

TEST(FaultStreams, OnePlaceAgainAndAgainGetsSmallBlocks) {
  FaultStreams Streams;
  for (unsigned Look = 0; Look < 100; ++Look)
    for (uint64_t At : {300 * MiB + 5, 400 * MiB - 9})
      EXPECT_EQ(Streams.block(Array.Begin + At, Array).size(), 64 * KiB);
}

TEST(FaultStreams, APassThatWritesGetsBlocksThatGrow) {
  FaultStreams Streams;
  uint64_t At = Array.Begin;
  unsigned Blocks = 0;
  for (; At < Array.End; ++Blocks) {
    ByteRange Block = Streams.block(At, {At, Array.End});
    // What was brought home to be read is written then.
    At = std::max(Streams.block(At, Block).End, Block.End);
  }
  EXPECT_LT(Blocks, 256u + 16);
}

TEST(FaultStreams, StaysInsideTheArray) {
  FaultStreams Streams;
  ByteRange Small = {Array.Begin + 8 * KiB, Array.Begin + 12 * KiB};
  EXPECT_EQ(Streams.block(Small.Begin + 5, Small), Small);
}
