// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a slice is assigned, and what is wrong with its brackets.
#include "section/Sections.h"

#include <gtest/gtest.h>

using namespace twofold;

namespace {

twofold_extent *rows(std::vector<twofold_extent> &R) { return R.data(); }

TEST(Sections, PlanOfGathers) {
  char Memory[64];
  const volatile void *First[2] = {Memory, Memory + 32};
  std::vector<twofold_extent> Lengths = {4};
  auto Blocks = [&](uint64_t Address) {
    uint64_t Base = reinterpret_cast<uintptr_t>(Memory);
    return KnownBlock(Address >= Base + 32 ? ByteRange{Base + 32, Base + 64}
                                           : ByteRange{});
  };
  std::vector<twofold_extent> Rows = {0, 8, 8, TWOFOLD_ADDRESSES_BLOCK, 8, 0};
  EXPECT_EQ(planSections(First, rows(Rows), 2, Lengths.data(), 1, Blocks),
            TWOFOLD_PLAN_PARALLEL);
  First[1] = Memory; // in no known block
  EXPECT_EQ(planSections(First, rows(Rows), 2, Lengths.data(), 1, Blocks),
            TWOFOLD_PLAN_TEMPORARY);
  Rows[3] = TWOFOLD_ADDRESSES_RANGE;
  EXPECT_EQ(planSections(First, rows(Rows), 2, Lengths.data(), 1, Blocks),
            TWOFOLD_PLAN_TEMPORARY);
  First[1] = Memory + 32;
  EXPECT_EQ(planSections(First, rows(Rows), 2, Lengths.data(), 1, Blocks),
            TWOFOLD_PLAN_PARALLEL);
  Rows[3] = TWOFOLD_ADDRESSES_UNKNOWN;
  EXPECT_EQ(planSections(First, rows(Rows), 2, Lengths.data(), 1, Blocks),
            TWOFOLD_PLAN_TEMPORARY);
}

TEST(Sections, PlanDependsOnSize) {
  int64_t Few = 100, Many = InOrderBytes;
  char Memory[16];
  const volatile void *First[2] = {Memory + 8, Memory};
  std::vector<twofold_extent> Rows = {0, 8, 8, 0, 8, 8};
  EXPECT_EQ(planSections(First, rows(Rows), 2, &Few, 1, {}),
            TWOFOLD_PLAN_BACKWARD);
  EXPECT_EQ(planSections(First, rows(Rows), 2, &Many, 1, {}),
            TWOFOLD_PLAN_TEMPORARY);
  std::swap(First[0], First[1]);
  EXPECT_EQ(planSections(First, rows(Rows), 2, &Few, 1, {}),
            TWOFOLD_PLAN_FORWARD);
  Rows = {0, 8, 0, 0, 8, 8}; // one element is written again and again
  EXPECT_EQ(planSections(First, rows(Rows), 1, &Few, 1, {}),
            TWOFOLD_PLAN_FORWARD);
  First[0] = Memory + 8; // which the second element reads
  First[1] = Memory;
  EXPECT_EQ(planSections(First, rows(Rows), 2, &Few, 1, {}),
            TWOFOLD_PLAN_TEMPORARY_FORWARD);
}

TEST(Sections, ShapeErrors) {
  twofold_slice Slice = {"3:1:o[0:n]\n3:10:a[0:m]\n", "f.c", "f", 3, 1};
  auto Check = [&](std::vector<twofold_extent> Rows, twofold_extent Length) {
    return checkSections(Slice, Rows.data(), int(Rows.size() / 6), &Length, 1);
  };
  auto Error = Check({0, 0, 10, 0, 1, 8, 1, 0, 9, 0, 1, 8}, 10);
  ASSERT_TRUE(Error);
  EXPECT_EQ(Error->Text,
            "f.c:3:10: shapes differ: 'o[0:n]' is (10) and 'a[0:m]' is (9)");
  EXPECT_EQ(Error->Operand, "a[0:m]");
  EXPECT_EQ(Error->Line, 3u);
  EXPECT_EQ(Error->Column, 10u);
  EXPECT_EQ(Error->Length, 9);
  EXPECT_EQ(Error->Wanted, 10);
  Error = Check({0, 0, -1, 0, 1, 8}, -1);
  ASSERT_TRUE(Error);
  EXPECT_EQ(Error->Text, "f.c:3:1: a length of 'o[0:n]' is negative: (-1)");
  EXPECT_TRUE(Check({0, 0, int64_t(1) << 60, 0, 1, 8}, int64_t(1) << 60));
  EXPECT_TRUE(Check({0, 0, 10, 0, int64_t(1) << 61, 8}, 10));
  EXPECT_TRUE(Check({0, 0, 2, INT64_MAX, 1, 1}, 2));
  EXPECT_FALSE(Check({0, 0, 0, INT64_MAX, INT64_MIN, 8}, 0));
  EXPECT_FALSE(Check({0, 0, 10, -5, -1, 8}, 10));
  const twofold_extent Most = TWOFOLD_SECTION_REACH;
  for (const twofold_extent Sign : {1, -1}) {
    EXPECT_FALSE(Check({0, 0, 2, 0, Sign * Most, 1}, 2));
    EXPECT_TRUE(Check({0, 0, 2, 0, Sign * (Most + 1), 1}, 2));
  }
}

} // namespace
