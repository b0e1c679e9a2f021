// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which a slice may be assigned, against trying all of them.
#include "section/SectionOrder.h"
#include "section/Sections.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace twofold;

namespace {

/// First bytes of all elements, in the order of the indices.
std::vector<int64_t> places(const StridedSection &S,
                            const std::vector<int64_t> &Lengths) {
  std::vector<int64_t> Out = {int64_t(S.First)};
  for (size_t D = 0; D < Lengths.size(); ++D) {
    std::vector<int64_t> Next;
    for (int64_t Base : Out)
      for (int64_t I = 0; I < Lengths[D]; ++I)
        Next.push_back(Base + I * S.Strides[D]);
    Out = Next;
  }
  return Out;
}

SectionHazards tried(const StridedSection &W, const StridedSection &R,
                     const std::vector<int64_t> &Lengths) {
  SectionHazards Out;
  std::vector<int64_t> Written = places(W, Lengths), Read = places(R, Lengths);
  for (size_t I = 0; I < Written.size(); ++I)
    for (size_t J = 0; J < Read.size(); ++J)
      if (Written[I] < Read[J] + R.Size && Read[J] < Written[I] + W.Size) {
        Out.Forward |= I < J;
        Out.Backward |= I > J;
      }
  return Out;
}

struct Draw {
  std::mt19937 Random;
  int64_t operator()(int64_t Low, int64_t High) {
    return std::uniform_int_distribution<int64_t>(Low, High)(Random);
  }
};

StridedSection drawn(Draw &Any, size_t Rank, int64_t Unit) {
  StridedSection S;
  S.First = uint64_t(100000 + Unit * Any(-20, 20) + (Any(0, 5) == 0));
  S.Size = Any(0, 9) == 0 ? Any(1, 12) : Unit;
  for (size_t D = 0; D < Rank; ++D)
    S.Strides.push_back(Unit * Any(-6, 6));
  return S;
}

TEST(SectionOrder, OneDimensionIsExact) {
  Draw Any{std::mt19937(1)};
  int Free = 0, Ordered = 0;
  for (int Case = 0; Case < 20000; ++Case) {
    int64_t Unit = Any(0, 1) ? 8 : Any(1, 5);
    std::vector<int64_t> Lengths = {Any(1, 12)};
    StridedSection W = drawn(Any, 1, Unit), R = drawn(Any, 1, Unit);
    SectionHazards Is = hazardsOf(W, R, Lengths), Should = tried(W, R, Lengths);
    ASSERT_EQ(Is.Forward, Should.Forward) << Case;
    ASSERT_EQ(Is.Backward, Should.Backward) << Case;
    Free += !Is.Forward && !Is.Backward;
    Ordered += Is.Forward != Is.Backward;
  }
  EXPECT_GT(Free, 1000);
  EXPECT_GT(Ordered, 1000);
}

TEST(SectionOrder, ShiftedBlocksAreExact) {
  Draw Any{std::mt19937(2)};
  for (int Case = 0; Case < 3000; ++Case) {
    size_t Rank = size_t(Any(2, 3));
    std::vector<int64_t> Lengths;
    for (size_t D = 0; D < Rank; ++D)
      Lengths.push_back(Any(1, 5));
    StridedSection W = drawn(Any, Rank, 4), R = drawn(Any, Rank, 4);
    R.Strides = W.Strides;
    SectionHazards Is = hazardsOf(W, R, Lengths), Should = tried(W, R, Lengths);
    ASSERT_EQ(Is.Forward, Should.Forward) << Case;
    ASSERT_EQ(Is.Backward, Should.Backward) << Case;
  }
}

TEST(SectionOrder, OtherBlocksAreNeverTooBold) {
  Draw Any{std::mt19937(3)};
  for (int Case = 0; Case < 3000; ++Case) {
    size_t Rank = size_t(Any(2, 3));
    std::vector<int64_t> Lengths;
    for (size_t D = 0; D < Rank; ++D)
      Lengths.push_back(Any(1, 5));
    StridedSection W = drawn(Any, Rank, 4), R = drawn(Any, Rank, 4);
    SectionHazards Is = hazardsOf(W, R, Lengths), Should = tried(W, R, Lengths);
    ASSERT_EQ(Is.Forward || Is.Backward, Should.Forward || Should.Backward)
        << Case;
    ASSERT_TRUE(Is.Forward || !Should.Forward) << Case;
    ASSERT_TRUE(Is.Backward || !Should.Backward) << Case;
    // What is written twice is the same question.
    SectionHazards Self = tried(W, W, Lengths);
    ASSERT_EQ(writesTwice(W, Lengths), Self.Forward || Self.Backward) << Case;
  }
}

TEST(SectionOrder, ExtremesEnd) {
  std::vector<int64_t> Long = {int64_t(1) << 40, int64_t(1) << 10};
  StridedSection W = {0, 8, {8, int64_t(1) << 50}};
  StridedSection R = {4, 8, {24, -(int64_t(1) << 50)}};
  hazardsOf(W, R, Long); // gives up, at most
  EXPECT_FALSE(writesTwice({0, 8, {8, int64_t(1) << 43}}, Long));
}

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
}

} // namespace
