// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RectanglePlanTest.cpp - which rows move, and how -------------------===//
#include "bytes/RectanglePlan.h"

#include <gtest/gtest.h>

using namespace twofold;

namespace {

using Way = RectanglePlan::Way;
constexpr uint64_t Corner = 1 << 20;

Rectangle rows(uint64_t Width, uint64_t Pitch, uint64_t Rows,
               uint64_t Offset = 0) {
  return {Corner + Offset, {Width, Pitch, Rows, 0, 1}};
}

RectanglePlan plan(const std::vector<AccessRows> &Accesses) {
  RegionUse Use;
  for (const AccessRows &A : Accesses) {
    if (A.Reads)
      Use.Reads.insert(A.Where.hull());
    if (A.Writes)
      Use.Writes.insert(A.Where.hull());
    if (A.Covers && A.Writes && A.Where.Layout.rows() == 1)
      Use.Covered.insert(A.Where.hull());
  }
  return RectanglePlan::make(Use, Accesses);
}

} // namespace

TEST(RectanglePlan, NarrowRowsArePacked) {
  Rectangle Block = rows(400, 40000, 1000);
  RectanglePlan P = plan({{Block, true, false, true}});
  EXPECT_EQ(P.Reads, Way::Packed);
  EXPECT_EQ(P.Writes, Way::Ranges);
  EXPECT_EQ(P.ReadRows, std::vector<Rectangle>{Block});
  P = plan({{Block, false, true, true}});
  EXPECT_EQ(P.Writes, Way::Packed);
  EXPECT_TRUE(P.Covered);
  P = plan({{Block, false, true, false}});
  EXPECT_EQ(P.Writes, Way::Packed);
  EXPECT_FALSE(P.Covered);
  P = plan({{Block, true, true, true}});
  EXPECT_EQ(P.Reads, Way::Packed);
  EXPECT_EQ(P.Writes, Way::Packed);
  EXPECT_TRUE(P.Covered);
}

TEST(RectanglePlan, RowsThatFillTheirHullAreNot) {
  EXPECT_FALSE(
      plan({{rows(39000, 40000, 1000), true, false, true}}).movesRows());
  EXPECT_FALSE(plan({{rows(8, 16, 100000), true, false, true}}).movesRows());
  EXPECT_FALSE(plan({{rows(8, 16, 100000), false, true, false}}).movesRows());
  EXPECT_FALSE(plan({{rows(4000000, 0, 1), true, true, true}}).movesRows());
  EXPECT_FALSE(plan({}).movesRows());
}

/// What is certainly overwritten need not be sent, nor compared.
TEST(RectanglePlan, CoveredRowsComeBackInOnePiece) {
  for (Rectangle Each : {rows(39000, 40000, 1000), rows(24, 32, 100000)}) {
    RectanglePlan P = plan({{Each, false, true, true}});
    EXPECT_EQ(P.Writes, Way::Whole);
    EXPECT_TRUE(P.Covered);
    P = plan({{Each, true, true, true}});
    EXPECT_EQ(P.Reads, Way::Ranges);
    EXPECT_EQ(P.Writes, Way::Whole);
  }
}

TEST(RectanglePlan, WhatSavesLittleStaysAsItIs) {
  EXPECT_FALSE(plan({{rows(8, 4000, 4), true, true, true}}).movesRows());
  EXPECT_TRUE(plan({{rows(8, 4000, 40), true, true, true}}).movesRows());
}

/// Two accesses whose rows enclose more than either covers.
TEST(RectanglePlan, OnlyOneAccessThatCoversAllIsEnough) {
  Rectangle Block = rows(400, 40000, 1000);
  Rectangle Beside = rows(400, 40000, 1000, 400);
  RectanglePlan P =
      plan({{Block, false, true, true}, {Beside, false, true, true}});
  EXPECT_EQ(P.WriteRows, std::vector<Rectangle>{rows(800, 40000, 1000)});
  EXPECT_FALSE(P.Covered);
  P = plan({{rows(800, 40000, 1000), false, true, true},
            {Beside, false, true, false}});
  EXPECT_TRUE(P.Covered);
}

TEST(RectanglePlan, WhatIsCertainlyReadIsNotCovered) {
  Rectangle Block = rows(400, 40000, 1000);
  RectanglePlan P =
      plan({{Block, true, false, true}, {Block, false, true, false}});
  EXPECT_EQ(P.Writes, Way::Packed);
  EXPECT_FALSE(P.Covered);
}

TEST(RectanglePlan, DifferentPitchesAreRanges) {
  EXPECT_FALSE(plan({{rows(400, 40000, 1000), true, false, true},
                     {rows(400, 30000, 1000), true, false, true}})
                   .movesRows());
}

/// Ranges that are rows themselves are as good, and simpler.
TEST(RectanglePlan, RangesOfFewLongRowsStay) {
  Rectangle Block = rows(100000, 1000000, 20);
  RegionUse Use;
  for (uint64_t R = 0; R < 20; ++R)
    Use.Reads.insert(Block.row(R));
  EXPECT_FALSE(
      RectanglePlan::make(Use, {{Block, true, false, true}}).movesRows());
}
