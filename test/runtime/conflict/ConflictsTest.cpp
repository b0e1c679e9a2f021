// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ConflictsTest.cpp -------------------------------------------------===//
#include "Cases.h"
#include "conflict/RandomPair.h"

#include <tuple>

using namespace twofold;
using namespace twofold::test;

namespace {

/// `a[i] = b[i]` over Trips elements of Size, with b at Apart bytes behind a.
std::optional<uint32_t> copyOver(int64_t Apart, uint64_t Trips, int64_t Size,
                                 int64_t Stride) {
  SiteBuilder B;
  int I = B.dim(0, 1, Trips);
  uint32_t To = B.base(at(1 << 20), "a"),
           From = B.base(at((1 << 20) + Apart), "b");
  uint32_t Write = B.reference(To, uint32_t(Size), W, {{Stride, I}});
  uint32_t Read = B.reference(From, uint32_t(Size), R, {{Stride, I}});
  B.conflict(Write, Read);
  return findConflict(B.site(), B.launch());
}

TEST(Conflicts, arraysThatOverlapByLessThanTheirLength) {
  EXPECT_TRUE(copyOver(-8, 100, 8, 8));
  EXPECT_TRUE(copyOver(8, 100, 8, 8));
  EXPECT_TRUE(copyOver(99 * 8, 100, 8, 8));
  EXPECT_TRUE(copyOver(4, 100, 8, 8));
  EXPECT_FALSE(copyOver(0, 100, 8, 8));
  EXPECT_FALSE(copyOver(100 * 8, 100, 8, 8));
  EXPECT_FALSE(copyOver(-100 * 8, 100, 8, 8));
}

TEST(Conflicts, viewsThatInterleave) {
  EXPECT_FALSE(copyOver(8, 1000000, 8, 16));
  EXPECT_FALSE(copyOver(-8, 1000000, 8, 16));
  EXPECT_TRUE(copyOver(16, 1000000, 8, 16));
  EXPECT_TRUE(copyOver(8, 1000000, 16, 16));
}

TEST(Conflicts, aStrideOfZeroMeetsItself) {
  for (int64_t Stride : {0, 1, 7, 8, -3, -8}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 50);
    int S = B.value(Stride);
    uint32_t Base = B.base(at(4096), "a");
    uint32_t Write = B.reference(Base, 8, W, {{1, I, {S}}});
    B.conflict(Write, Write);
    EXPECT_EQ(findConflict(B.site(), B.launch()).has_value(),
              std::abs(Stride) < 8)
        << Stride;
  }
}

TEST(Conflicts, rowsThatAreLongerThanTheirDistance) {
  for (int64_t Leading : {9, 10, 11}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 1000000);
    int Ld = B.value(Leading), M = B.value(10);
    int J = B.conflictAxis({}, {{1, -1, {M}}, {-1}});
    uint32_t Base = B.base(at(4096), "a");
    uint32_t Write = B.reference(Base, 4, W, {{4, I, {Ld}}, {4, J}}, 1);
    B.conflict(Write, Write);
    EXPECT_EQ(findConflict(B.site(), B.launch()).has_value(), Leading < 10);
  }
}

TEST(Conflicts, stridesThatShareNoElement) {
  // 16 k and 24 k' + 8 meet, 16 k and 24 k' + 4 do not.
  for (int64_t Offset : {8, 4}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 1000000);
    uint32_t To = B.base(at(4096), "a"), From = B.base(at(4096), "b");
    uint32_t Write = B.reference(To, 4, W, {{16, I}});
    uint32_t Read = B.reference(From, 4, R, {{24, I}, {Offset}});
    B.conflict(Write, Read);
    EXPECT_EQ(findConflict(B.site(), B.launch()).has_value(), Offset == 8);
  }
}

TEST(Conflicts, theDescriptionNamesTheWriteFirst) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  uint32_t To = B.base(at(4096), "a"), From = B.base(at(4088), "b");
  uint32_t Read = B.reference(From, 8, R, {{8, I}});
  uint32_t Write = B.reference(To, 8, W, {{8, I}});
  B.conflict(Read, Write);
  twofold_site &Site = B.site();
  ASSERT_EQ(findConflict(Site, B.launch()), 0u);
  EXPECT_EQ(describeConflict(Site, 0), "one iteration writes 'a' where another "
                                       "one reads 'b'");
}

TEST(Conflicts, theMemoKnowsCallsApart) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  uint32_t To = B.base(at(4096), "a"), From = B.base(at(4096), "b");
  int N = B.value(0);
  uint32_t Read = B.reference(From, 8, R, {{8, I}, {8, -1, {N}}});
  uint32_t Write = B.reference(To, 8, W, {{8, I}});
  B.conflict(Read, Write);
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  ConflictMemo Memo;
  auto *Value = const_cast<int64_t *>(Launch.values);
  for (int Round = 0; Round < 3; ++Round)
    for (int64_t Shift = -12; Shift <= 12; ++Shift) {
      *Value = Shift;
      EXPECT_EQ(Memo.find(Site, Launch, ConflictKind::Plain).Answer.has_value(),
                Shift != 0 && std::abs(Shift) < 10)
          << Shift;
    }
}

/// Calls that come round: however their numbers fall, hardly any drives another
/// one out, and where they are too many, some stay.
TEST(Conflicts, callsThatComeRoundAreRemembered) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10), N = B.value(0);
  uint32_t Base = B.base(at(4096), "a");
  uint32_t Write = B.reference(Base, 8, W, {{8, I}, {8, -1, {N}}});
  B.conflict(Write, Write);
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  auto *Value = const_cast<int64_t *>(Launch.values);
  for (const auto &[Calls, Step, Least] : {std::tuple(2, 1, 1.0),
                                           {2, 100, 1.0},
                                           {80, 1, 0.9},
                                           {80, 4096, 0.9},
                                           {400, 1, 0.2}}) {
    ConflictMemo Memo;
    unsigned Kept = 0;
    for (int Round = 0; Round < 4; ++Round)
      for (int64_t Call = 0; Call < Calls; ++Call) {
        *Value = Call * Step;
        const bool Known = Memo.knows(Site, Launch);
        Kept += Known && Round == 3;
        EXPECT_FALSE(Memo.find(Site, Launch, ConflictKind::Plain).Answer);
        EXPECT_TRUE(Memo.knows(Site, Launch));
      }
    EXPECT_GE(Kept, Least * Calls) << Calls << " by " << Step;
  }
}

TEST(Conflicts, dearQuestionsWaitUntilTheirCallComesAgain) {
  SiteBuilder B;
  const int I = B.dim(0, 1, 10), N = B.value(3);
  const uint32_t Base = B.base(at(4096), "a");
  const uint32_t Write = B.reference(Base, 8, W, {{8, I}});
  B.conflict(Write, B.reference(Base, 8, R, {{8, I}, {8, -1, {N, N}}}));
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  auto *Value = const_cast<int64_t *>(Launch.values);
  static double Time;
  Time = 0;
  ConflictMemo Memo([] { return Time += 1000; });
  constexpr double Short = 100, Long = 900;
  EXPECT_FALSE(Memo.putsOff(Site, Launch, Short)); // nobody knows the price
  EXPECT_TRUE(Memo.find(Site, Launch, ConflictKind::Plain).Answer);
  ASSERT_TRUE(Memo.hasPrice(Site));
  EXPECT_FALSE(Memo.putsOff(Site, Launch, Short)); // its answer is known
  *Value = 4;
  EXPECT_FALSE(Memo.putsOff(Site, Launch, Long));
  EXPECT_TRUE(Memo.putsOff(Site, Launch, Short));
  EXPECT_FALSE(Memo.putsOff(Site, Launch, Short)); // it has come again
  EXPECT_FALSE(Memo.find(Site, Launch, ConflictKind::Plain).Answer);
  // What runs in order adds up, and then some are asked about.
  unsigned Waiting = 0;
  for (*Value = 5; *Value < 10000 && Memo.putsOff(Site, Launch, Short);
       ++*Value)
    ++Waiting;
  EXPECT_GT(Waiting, 50u);
  EXPECT_LT(Waiting, 150u);
}

TEST(Conflicts, answersAreThoseOfEveryIterationTried) {
  std::mt19937_64 Random(7);
  unsigned Yes = 0;
  const unsigned Tries = cases(20000);
  for (unsigned Try = 0; Try < Tries; ++Try) {
    RandomPair Pair(Random);
    bool Expected = Pair.bruteForce();
    Yes += Expected;
    ASSERT_EQ(Pair.answer(), Expected) << "pair " << Try;
  }
  // Both answers are common.
  EXPECT_GT(Yes, Tries / 5);
  EXPECT_LT(Yes, Tries * 4 / 5);
}

} // namespace
