// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/RangeSet.h"

#include <bitset>
#include <gtest/gtest.h>
#include <random>

using namespace twofold;

namespace {

constexpr size_t Universe = 128;
using Bits = std::bitset<Universe>;

Bits bits(const RangeSet &Set) {
  Bits Out;
  for (const ByteRange &R : Set)
    for (uint64_t B = R.Begin; B < R.End; ++B)
      Out.set(B);
  return Out;
}

/// Sorted, disjoint and with gaps between: the fewest ranges.
void expectCanonical(const RangeSet &Set) {
  uint64_t Last = 0;
  bool First = true;
  for (const ByteRange &R : Set) {
    ASSERT_FALSE(R.empty());
    ASSERT_TRUE(First || R.Begin > Last);
    Last = R.End;
    First = false;
  }
}

} // namespace

TEST(RangeSet, TouchingRangesJoin) {
  RangeSet Set({0, 4});
  Set.insert({4, 8});
  EXPECT_EQ(Set.rangeCount(), 1u);
  EXPECT_TRUE(Set.contains({0, 8}));
}

TEST(RangeSet, EmptyRangesChangeNothing) {
  RangeSet Set({5, 5});
  EXPECT_TRUE(Set.empty());
  Set.insert({9, 3});
  EXPECT_TRUE(Set.empty());
  EXPECT_TRUE(Set.contains({7, 7}));
}

TEST(RangeSet, AgreesWithBits) {
  std::mt19937 Random(2);
  auto Draw = [&] {
    uint64_t A = Random() % Universe, B = Random() % Universe;
    return ByteRange{std::min(A, B), std::max(A, B)};
  };
  for (int Round = 0; Round < 2000; ++Round) {
    RangeSet Set, Other;
    Bits Model, OtherModel;
    for (int Step = 0; Step < 12; ++Step) {
      ByteRange R = Draw();
      bool Insert = Random() % 3;
      bool First = Random() % 2;
      RangeSet &Into = First ? Set : Other;
      Bits &IntoModel = First ? Model : OtherModel;
      Insert ? Into.insert(R) : Into.erase(R);
      for (uint64_t B = R.Begin; B < R.End; ++B)
        IntoModel.set(B, Insert);
      expectCanonical(Into);
      ASSERT_EQ(bits(Into), IntoModel);
    }
    ASSERT_EQ(Set.bytes(), Model.count());
    ASSERT_EQ(bits(Set.intersection(Other)), Model & OtherModel);
    ASSERT_EQ(bits(Set.without(Other)), Model & ~OtherModel);
    expectCanonical(Set.intersection(Other));
    ByteRange R = Draw();
    ASSERT_EQ(Set.contains(R), (bits(R) & ~Model).none());
    ASSERT_EQ(Set.overlaps(R), (bits(R) & Model).any());
    RangeSet Joined = Set;
    Joined.insert(Other);
    ASSERT_EQ(bits(Joined), Model | OtherModel);
  }
}
