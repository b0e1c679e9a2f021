// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowGridTest.cpp - copies of rows against their bytes ---------------===//
#include "bytes/RowGrid.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace twofold;

namespace {

/// Where each byte of a packed buffer goes in the other one.
using Places = std::map<uint64_t, uint64_t>;

Places asLaidOut(const RowLayout &Rows, uint64_t PackedAt, uint64_t SpreadAt) {
  Places Out;
  for (uint64_t Row = 0; Row < Rows.rows(); ++Row)
    for (uint64_t B = 0; B < Rows.Width; ++B)
      Out[PackedAt + Row * Rows.Width + B] = SpreadAt + Rows.row(Row) + B;
  return Out;
}

uint64_t place(const GridCopy::Side &In, uint64_t X, uint64_t Y, uint64_t Z) {
  return In.Begin[0] + X + (In.Begin[1] + Y) * In.Pitch +
         (In.Begin[2] + Z) * In.SlicePitch;
}

Places asCopied(const std::vector<GridCopy> &Copies) {
  Places Out;
  for (const GridCopy &C : Copies) {
    EXPECT_GT(C.Width * C.Rows * C.Slices, 0u);
    for (const GridCopy::Side *In : {&C.Packed, &C.Spread}) {
      EXPECT_LE(In->Begin[0] + C.Width, In->Pitch);
      EXPECT_LE((In->Begin[1] + C.Rows) * In->Pitch, In->SlicePitch);
      EXPECT_EQ(In->SlicePitch % In->Pitch, 0u);
    }
    for (uint64_t Z = 0; Z < C.Slices; ++Z)
      for (uint64_t Y = 0; Y < C.Rows; ++Y)
        for (uint64_t X = 0; X < C.Width; ++X)
          EXPECT_TRUE(
              Out.emplace(place(C.Packed, X, Y, Z), place(C.Spread, X, Y, Z))
                  .second)
              << "a byte is copied twice";
  }
  return Out;
}

size_t expectRight(const RowLayout &Rows, uint64_t PackedAt,
                   uint64_t SpreadAt) {
  std::vector<GridCopy> Copies = gridCopies(Rows, PackedAt, SpreadAt);
  EXPECT_EQ(asCopied(Copies), asLaidOut(Rows, PackedAt, SpreadAt))
      << Rows.Width << " of " << Rows.Pitch << ", " << Rows.Rows << " of "
      << Rows.SlicePitch << ", " << Rows.Slices << " from " << PackedAt
      << " to " << SpreadAt;
  EXPECT_LE(Copies.size(), 9u);
  // Buffers that end with the last row's last byte.
  const uint64_t PackedBytes = PackedAt + Rows.bytes(),
                 SpreadBytes = SpreadAt + Rows.span();
  std::vector<GridCopy> Tight =
      gridCopies(Rows, PackedAt, SpreadAt, PackedBytes, SpreadBytes);
  EXPECT_EQ(asCopied(Tight), asLaidOut(Rows, PackedAt, SpreadAt));
  for (const GridCopy &C : Tight) {
    if (C.isOneRow())
      continue;
    auto End = [&](const GridCopy::Side &In) {
      return C.Slices > 1 ? (In.Begin[2] + C.Slices) * In.SlicePitch
                          : (In.Begin[1] + C.Rows) * In.Pitch +
                                In.Begin[2] * In.SlicePitch;
    };
    EXPECT_LE(End(C.Packed), PackedBytes);
    EXPECT_LE(End(C.Spread), SpreadBytes);
  }
  return Copies.size();
}

} // namespace

TEST(RowGrid, BeginsInsideOfTheGrid) {
  // Ten rows of 8 in a matrix of rows of 32, from its fourth row on.
  const RowLayout Rows = {8, 32, 10, 0, 1};
  EXPECT_EQ(expectRight(Rows, 0, 3 * 32 + 16), 1u);
  // The last of a row and the first of the next one.
  EXPECT_EQ(expectRight(Rows, 0, 3 * 32 + 28), 2u);
  EXPECT_EQ(expectRight(Rows, 3, 3 * 32 + 28), 3u);
  EXPECT_EQ(expectRight(Rows, 8 * 77, 0), 1u);
}

TEST(RowGrid, CutsSlicesToo) {
  // Three slices of two rows of 4, in slices of six rows of 16.
  const RowLayout Rows = {4, 16, 2, 96, 3};
  EXPECT_EQ(expectRight(Rows, 0, 0), 1u);
  EXPECT_EQ(expectRight(Rows, 0, 5 * 16), 2u);
  EXPECT_EQ(expectRight(Rows, 8 * 5, 96 * 7 + 32), 1u);
  EXPECT_GT(expectRight(Rows, 7, 96 + 5 * 16 + 14), 4u);
}

TEST(RowGrid, BuffersThatEndWithASliceAreCopiedAtOnce) {
  const RowLayout Rows = {4, 16, 2, 96, 3};
  EXPECT_EQ(gridCopies(Rows, 0, 0, 24, 288).size(), 1u);
  EXPECT_GT(gridCopies(Rows, 0, 0, 24, 287).size(), 1u);
  // Ten rows that begin in the middle of the grid's.
  EXPECT_EQ(gridCopies({8, 32, 10, 0, 1}, 0, 16, 80, 320).size(), 1u);
  EXPECT_GT(gridCopies({8, 32, 10, 0, 1}, 0, 16, 80, 319).size(), 1u);
}

TEST(RowGrid, TakesWhatHasNoPitch) {
  EXPECT_EQ(expectRight({100, 0, 1, 0, 1}, 0, 0), 1u);
  expectRight({100, 0, 1, 0, 1}, 31, 7);
  EXPECT_EQ(expectRight({4, 0, 1, 64, 5}, 0, 128), 1u);
  EXPECT_TRUE(gridCopies({0, 8, 4, 0, 1}, 0, 0).empty());
}

TEST(RowGrid, IsRightForAllKinds) {
  std::mt19937 Random(1);
  auto Below = [&](uint64_t N) { return Random() % N; };
  for (unsigned Each = 0; Each < 3000; ++Each) {
    RowLayout Rows;
    Rows.Width = 1 + Below(12);
    Rows.Pitch = Rows.Width + Below(10);
    Rows.Rows = 1 + Below(6);
    Rows.Slices = 1 + Below(4);
    Rows.SlicePitch = Rows.Pitch * (Rows.Rows + Below(4));
    expectRight(Rows, Below(200), Below(400));
  }
}
