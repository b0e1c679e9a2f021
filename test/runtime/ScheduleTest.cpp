// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Schedule.h"
#include "SiteBuilder.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

Schedule make(SiteBuilder &B, unsigned Threads) {
  return Schedule::make(B.site(), B.launch(), B.trips(), Threads);
}

} // namespace

TEST(Schedule, BlocksPartitionTheIterations) {
  for (uint64_t Trips : {1, 2, 7, 64, 1000, 1001})
    for (unsigned Threads : {1, 2, 3, 16, 100}) {
      SiteBuilder B;
      B.dim(0, 1, Trips);
      Schedule S = make(B, Threads);
      uint64_t Next = 0;
      for (unsigned T = 0; T < Threads; ++T) {
        Schedule::Block Block = S.block(T, Threads);
        EXPECT_EQ(Block.Begin, Next);
        EXPECT_LE(Block.Begin, Block.End);
        EXPECT_LE(Block.End - Block.Begin, (Trips - 1) / Threads + 1);
        Next = Block.End;
      }
      EXPECT_EQ(Next, Trips);
    }
}

TEST(Schedule, WholeRowsWhenThereAreEnough) {
  SiteBuilder B;
  B.dim(0, 1, 17);
  B.dim(0, 1, 101);
  EXPECT_EQ(make(B, 4).Unit, 101u);
  EXPECT_EQ(make(B, 4).block(0, 4).End, 5u * 101);
  EXPECT_EQ(make(B, 5).Unit, 1u);
}

TEST(Schedule, RowsOfTwoOuterDimensions) {
  SiteBuilder B;
  B.dim(0, 1, 2);
  B.dim(0, 1, 30);
  B.dim(0, 1, 10);
  EXPECT_EQ(make(B, 4).Unit, 10u);
}

TEST(Schedule, ChunksAsInTheClause) {
  SiteBuilder B;
  B.dim(0, 1, 100);
  EXPECT_EQ(make(B, 2).Chunk, 0u);
  B.site().flags = TWOFOLD_SITE_DYNAMIC;
  EXPECT_EQ(make(B, 2).Chunk, 1u);
  B.launch().chunk = 8;
  EXPECT_EQ(make(B, 2).Chunk, 8u);
  B.launch().chunk = INT64_MAX;
  EXPECT_EQ(make(B, 2).Chunk, 100u);
}

TEST(Schedule, OrderedResultsNeedOneRangeForEachThread) {
  SiteBuilder B;
  B.dim(0, 1, 100);
  B.site().flags = TWOFOLD_SITE_DYNAMIC | TWOFOLD_SITE_ORDERED;
  B.launch().chunk = 8;
  EXPECT_EQ(make(B, 2).Chunk, 0u);
  EXPECT_FALSE(make(B, 2).Dynamic);
  EXPECT_EQ(make(B, 2).block(0, 2).End, make(B, 2).block(1, 2).Begin);
}

TEST(Schedule, TheLargestLoopDoesNotOverflow) {
  SiteBuilder B;
  B.dim(0, 1, UINT64_MAX);
  B.site().flags = TWOFOLD_SITE_DYNAMIC;
  Schedule S = make(B, 3);
  EXPECT_EQ(S.Chunk, 0u);
  EXPECT_EQ(S.block(2, 3).End, UINT64_MAX);
}
