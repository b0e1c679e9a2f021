// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransferPlanTest.cpp - how bytes are cut ---------------------------===//
#include "TransferPlan.h"

#include <gtest/gtest.h>

using namespace twofold;

namespace {

TEST(TransferPlanTest, ChunksCoverAllBytesOnce) {
  for (unsigned Cores : {1u, 2u, 5u, 16u})
    for (size_t Bytes : {size_t(1), size_t(4095), size_t(4096), size_t(4097),
                         size_t(262144), size_t(1) << 20, (size_t(1) << 20) + 1,
                         (size_t(37) << 20) - 3, size_t(5) << 32}) {
      TransferOptions O = TransferOptions().fitted(Cores);
      TransferPlan P = TransferPlan::make(Bytes, O);
      ASSERT_GE(P.chunks(), 1u);
      EXPECT_LE(P.ChunkBytes, O.SlotBytes);
      EXPECT_EQ(P.begin(0), 0u);
      size_t Sum = 0, Last = P.chunks() - 1;
      for (size_t C = 0; C < std::min<size_t>(P.chunks(), 100); ++C) {
        EXPECT_EQ(P.begin(C), Sum);
        Sum += P.size(C);
      }
      EXPECT_GT(P.size(Last), 0u);
      EXPECT_EQ(P.begin(Last) + P.size(Last), Bytes);
    }
}

TEST(TransferPlanTest, SmallTransfersAreCutFinerForAllThreads) {
  TransferOptions O;
  O.Threads = 8;
  O.SlotBytes = 1 << 20;
  O.LeastChunk = 128 << 10;
  O = O.fitted(16);
  EXPECT_EQ(TransferPlan::make(size_t(1) << 30, O).ChunkBytes, O.SlotBytes);
  EXPECT_EQ(TransferPlan::make(size_t(1) << 30, O).Threads, 8u);
  TransferPlan Middle = TransferPlan::make(4 << 20, O);
  EXPECT_LT(Middle.ChunkBytes, O.SlotBytes);
  EXPECT_EQ(Middle.Threads, 8u);
  TransferPlan Small = TransferPlan::make(300 << 10, O);
  EXPECT_EQ(Small.ChunkBytes, O.LeastChunk);
  EXPECT_EQ(Small.Threads, 1u);
}

TEST(TransferPlanTest, OptionsAreHeldToTheMachineAndToReason) {
  TransferOptions O;
  O.Threads = 64;
  O.SlotsPerThread = 0;
  O.SlotBytes = 1;
  O.LeastChunk = size_t(1) << 40;
  O = O.fitted(3);
  EXPECT_EQ(O.Threads, 3u);
  EXPECT_EQ(O.SlotsPerThread, 2u);
  EXPECT_GE(O.SlotBytes, 4096u);
  EXPECT_EQ(O.LeastChunk, O.SlotBytes);
  EXPECT_EQ(O.pinnedBytes(), 3 * 2 * O.SlotBytes);
  EXPECT_EQ(TransferOptions().fitted(0).Threads, 1u);
}

} // namespace
