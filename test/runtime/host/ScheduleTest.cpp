// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/Schedule.h"
#include "SiteBuilder.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

Schedule make(SiteBuilder &B, unsigned Threads, uint64_t Ops = 0) {
  return Schedule::make(B.site(), B.launch(), B.trips(), Threads, Ops);
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

TEST(Schedule, PiecesPartitionABlock) {
  for (uint64_t Trips : {64, 1000, 65536, 1000003}) {
    SiteBuilder B;
    B.dim(0, 1, Trips);
    Schedule S = make(B, 2, /*Ops=*/1 << 28);
    ASSERT_GT(S.Least, 0u);
    Schedule::Block Whole = S.block(1, 2);
    uint64_t Left = Whole.End - Whole.Begin, Count = 0;
    while (Left) {
      uint64_t Piece = S.piece(Left);
      ASSERT_LE(Piece, Left);
      ASSERT_GE(Piece, std::min(S.Least, Left));
      ASSERT_LE(Piece, std::max(Left / 16, S.Least));
      Left -= Piece;
      ++Count;
    }
    EXPECT_GT(Count, 15u);
    EXPECT_LT(Count, 200u);
  }
}

TEST(Schedule, PiecesAreWholeRows) {
  SiteBuilder B;
  B.dim(0, 1, 1000);
  B.dim(0, 1, 77);
  Schedule S = make(B, 2, uint64_t(1) << 28);
  EXPECT_GT(S.Least, 0u);
  EXPECT_EQ(S.Least % 77, 0u);
  EXPECT_EQ(S.piece(500 * 77) % 77, 0u);
}

/// What a range does once would be done for each piece.
TEST(Schedule, PiecesHaveAsManyIterationsAsTheSiteWants) {
  SiteBuilder B;
  B.dim(0, 1, 1000);
  EXPECT_LT(make(B, 2, uint64_t(1) << 30).Least, 24u);
  B.site().flags = 24u << TWOFOLD_SITE_FEWEST_SHIFT;
  const Schedule S = make(B, 2, uint64_t(1) << 30);
  EXPECT_GE(S.Least, 24u);
  for (uint64_t Left = 500; Left > S.Least; Left -= S.piece(Left))
    EXPECT_GE(S.piece(Left), 24u);
  EXPECT_GE(S.Spare, 48u);
  B.site().flags = 300u << TWOFOLD_SITE_FEWEST_SHIFT;
  EXPECT_EQ(make(B, 2, uint64_t(1) << 30).Least, 0u);
}

TEST(Schedule, LittleWorkHasNoPieces) {
  SiteBuilder B;
  B.dim(0, 1, 1000);
  EXPECT_EQ(make(B, 2, 1 << 18).Least, 0u);
  EXPECT_EQ(make(B, 100, 1 << 22).Least, 0u);
}

/// Each of many threads would look at the blocks of all others for it.
TEST(Schedule, ManyThreadsNeedMoreWorkEachForPieces) {
  SiteBuilder B;
  B.dim(0, 1, 1 << 20);
  constexpr uint64_t Each = 1 << 20; // operations of a thread
  EXPECT_GT(make(B, 8, 8 * Each).Least, 0u);
  EXPECT_EQ(make(B, 32, 32 * Each).Least, 0u);
  EXPECT_GT(make(B, 32, 32 * 4 * Each).Least, 0u);
}

TEST(Schedule, ResultsThatDependOnPartsHaveNoPieces) {
  for (uint32_t Flags :
       {TWOFOLD_SITE_ROUNDS, TWOFOLD_SITE_ORDERED, TWOFOLD_SITE_RISING}) {
    SiteBuilder B;
    B.dim(0, 1, 1000);
    B.site().flags = Flags;
    EXPECT_EQ(make(B, 2, uint64_t(1) << 30).Least, 0u);
  }
}
