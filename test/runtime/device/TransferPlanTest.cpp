// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransferPlanTest.cpp - how bytes are cut ---------------------------===//
#include "device/TransferPlan.h"

#include <gtest/gtest.h>

using namespace twofold;

namespace {

/// Checks that chunks cover all bytes once, and pieces each chunk.
void expectWhole(size_t Bytes, const TransferOptions &O) {
  SCOPED_TRACE(Bytes);
  TransferPlan P(Bytes, false, O);
  EXPECT_GE(P.Threads, 1u);
  EXPECT_LE(P.Threads, O.ThreadsToDevice);
  size_t Sum = 0, Piece = 0;
  for (size_t C = 0; C < P.chunks(); ++C) {
    TransferPlan::Part Whole = P.chunk(C);
    ASSERT_EQ(Whole.Begin, Sum);
    ASSERT_LE(Whole.Size, O.SlotBytes);
    ASSERT_GE(P.piecesOf(C), 1u);
    for (size_t I = 0; I < P.piecesOf(C); ++I, ++Piece) {
      ASSERT_EQ(P.chunkOf(Piece), C);
      ASSERT_EQ(P.isFirst(Piece), I == 0);
      ASSERT_EQ(P.piece(Piece).Begin, Sum);
      ASSERT_GT(P.piece(Piece).Size, 0u);
      Sum += P.piece(Piece).Size;
    }
    ASSERT_EQ(Sum, Whole.Begin + Whole.Size);
  }
  EXPECT_EQ(Sum, Bytes);
  EXPECT_EQ(Piece, P.pieces());
}

TEST(TransferPlanTest, ChunksAndPiecesCoverAllBytesOnce) {
  for (unsigned Cores : {1u, 2u, 5u, 16u}) {
    TransferOptions Tiny;
    Tiny.SlotBytes = 12 << 10;
    Tiny.LeastChunk = Tiny.PieceBytes = 4 << 10;
    Tiny.BytesPerThread = 1;
    for (const TransferOptions &O :
         {TransferOptions().fitted(Cores), Tiny.fitted(Cores)})
      for (size_t Bytes : {size_t(1), size_t(4095), size_t(4096), size_t(4097),
                           size_t(32768), size_t(262144), size_t(1) << 20,
                           (size_t(1) << 20) + 1, (size_t(37) << 20) - 3})
        expectWhole(Bytes, O);
  }
  TransferPlan Large(size_t(5) << 40, true, TransferOptions().fitted(16));
  TransferPlan::Part Last = Large.piece(Large.pieces() - 1);
  EXPECT_EQ(Last.Begin + Last.Size, size_t(5) << 40);
}

TEST(TransferPlanTest, SmallTransfersAreCutFiner) {
  TransferOptions O;
  O.ThreadsToDevice = 8;
  O.ThreadsToHost = 3;
  O.SlotBytes = 4 << 20;
  O.LeastChunk = 512 << 10;
  O.BytesPerThread = 256 << 10;
  O = O.fitted(16);
  TransferPlan Large(size_t(1) << 30, false, O), Middle(8 << 20, false, O),
      Small(400 << 10, false, O);
  EXPECT_EQ(TransferPlan(8 << 20, true, O).Threads, 3u);
  EXPECT_EQ(Large.chunk(0).Size, O.SlotBytes);
  EXPECT_EQ(Large.Threads, 8u);
  EXPECT_EQ(Middle.chunk(0).Size, size_t(2) << 20);
  EXPECT_EQ(Middle.Threads, 8u);
  EXPECT_GE(Middle.piecesOf(0), 8u);
  EXPECT_EQ(Small.chunks(), 1u);
  EXPECT_EQ(Small.Threads, 1u);
  EXPECT_EQ(Small.pieces(), 1u);
}

TEST(TransferPlanTest, OptionsAreHeldToTheMachineAndToReason) {
  TransferOptions O;
  O.ThreadsToDevice = 64;
  O.ThreadsToHost = 0;
  O.Slots = 0;
  O.SlotBytes = 1;
  O.LeastChunk = O.PieceBytes = size_t(1) << 40;
  O.BytesPerThread = 0;
  O = O.fitted(3);
  EXPECT_EQ(O.ThreadsToDevice, 3u);
  EXPECT_EQ(O.ThreadsToHost, 1u);
  EXPECT_EQ(O.Slots, 2u);
  EXPECT_GE(O.SlotBytes, 4096u);
  EXPECT_EQ(O.LeastChunk, O.SlotBytes);
  EXPECT_EQ(O.PieceBytes, O.SlotBytes);
  EXPECT_EQ(O.pinnedBytes(), 2 * O.SlotBytes);
  EXPECT_GT(O.BytesPerThread, 0u);
  EXPECT_EQ(TransferOptions().fitted(0).ThreadsToDevice, 1u);
}

} // namespace
