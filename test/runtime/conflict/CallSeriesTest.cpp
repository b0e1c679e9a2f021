// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallSeriesTest.cpp -------------------------------------------------===//
#include "Cases.h"
#include "conflict/RandomPair.h"

using namespace twofold;
using namespace twofold::test;

namespace {

TEST(CallSeries, seriesThatHaveNoneHaveNoneInAnyCall) {
  std::mt19937_64 Random(11);
  unsigned Told = 0;
  const unsigned Tries = cases(8000);
  for (unsigned Try = 0; Try < Tries; ++Try) {
    RandomPair Pair(Random);
    const auto What = Pair.trySeries();
    ASSERT_NE(What, RandomPair::Series::Wrong) << "pair " << Try;
    Told += What == RandomPair::Series::Told;
  }
  EXPECT_GT(Told, Tries / 8);
}

/// The steps of a factorisation, `for (i = k + 1; i < n; ++i) for (j = k + 1;
/// j < n; ++j) a[i * n + j] -= a[i * n + k] * a[k * n + j]`.
TEST(CallSeries, stepsOfAFactorisationAreOneSeries) {
  constexpr int64_t N = 100;
  SiteBuilder B;
  int I = B.dim(1, 1, N - 1);
  int K = B.value(0), Length = B.value(N);
  int J = B.conflictAxis({{1, -1, {K}}, {1}}, {{1, -1, {Length}}, {-1}});
  uint32_t Base = B.base(at(1 << 20), "a");
  uint32_t Write = B.reference(Base, 8, W, {{8, I, {Length}}, {8, J}}, 1);
  uint32_t Column = B.reference(Base, 8, R, {{8, I, {Length}}, {8, -1, {K}}});
  uint32_t Row = B.reference(Base, 8, R, {{8, -1, {K, Length}}, {8, J}}, 1);
  for (uint32_t Other : {Write, Column, Row})
    B.conflict(Write, Other);
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  auto *Dim = const_cast<twofold_dim *>(Launch.dims);
  auto *Value = const_cast<int64_t *>(Launch.values);
  ConflictMemo Memo;
  unsigned Asked = 0;
  for (int64_t Step = 0; Step < N - 1; ++Step) {
    *Dim = {Step + 1, 1, uint64_t(N - 1 - Step)};
    Value[0] = Step;
    if (Memo.apart(Site, Launch))
      continue;
    EXPECT_FALSE(Memo.find(Site, Launch, ConflictKind::Plain).Answer);
    ++Asked;
  }
  EXPECT_LE(Asked, 5u);
  // Another call of the site: the row is one that iterations write.
  *Dim = {1, 1, uint64_t(N - 1)};
  Value[0] = 3;
  EXPECT_FALSE(Memo.apart(Site, Launch));
  EXPECT_TRUE(Memo.find(Site, Launch, ConflictKind::Plain).Answer);
}

/// The third call has shown twice how they go on.
TEST(CallSeries, threeCallsMakeASeries) {
  SiteBuilder B;
  const int I = B.dim(1, 1, 10);
  const int First = B.value(0);
  const uint32_t Base = B.base(at(1 << 20), "a");
  const uint32_t Write = B.reference(Base, 8, W, {{8, I}, {800, -1, {First}}});
  B.conflict(Write, B.reference(Base, 8, R, {{8, I}, {800, -1, {First}}}));
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  auto *Value = const_cast<int64_t *>(Launch.values);
  ConflictMemo Memo;
  for (int64_t Step = 5; Step < 15; ++Step) {
    Value[0] = Step;
    EXPECT_EQ(Memo.apart(Site, Launch), Step >= 8) << Step;
    if (Step < 8) {
      EXPECT_FALSE(Memo.find(Site, Launch, ConflictKind::Plain).Answer);
    }
  }
}

/// `for (i = 0; i < 10 * step; i += step) a[i] = a[i + 3]`, with one more step
/// in each call.
TEST(CallSeries, nothingIsToldOfCallsWhoseStepsDiffer) {
  SiteBuilder B;
  const int I = B.dim(0, 1, 10);
  const uint32_t Base = B.base(at(1 << 20), "a");
  const uint32_t Write = B.reference(Base, 8, W, {{8, I}});
  B.conflict(Write, B.reference(Base, 8, R, {{8, I}, {24}}));
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  auto *Dim = const_cast<twofold_dim *>(Launch.dims);
  Dim->step = 1;
  const CallKey First(Site, Launch);
  Dim->step = 2; // nothing meets, other than for 1 and 3
  const CallSeries Calls(Site, First, CallKey(Site, Launch));
  ASSERT_FALSE(Calls.empty());
  EXPECT_FALSE(noneHasConflicts(Site, Launch, Calls));
}

/// `for (j = 5; j <= 4; ++j) a[huge * j] = ...`: no number is too large there.
TEST(CallSeries, loopsThatNeverRunHaveNoConflicts) {
  for (int64_t Last : {4, 5}) {
    SiteBuilder B;
    B.dim(0, 1, 10);
    const int From = B.value(0);
    const int J = B.conflictAxis({{5}}, {{Last}});
    const uint32_t Base = B.base(at(1 << 20), "a");
    const uint32_t Write =
        B.reference(Base, 8, W, {{int64_t(1) << 60, J}, {8, -1, {From}}}, 1);
    B.conflict(Write, Write);
    twofold_site &Site = B.site();
    twofold_launch &Launch = B.launch();
    const CallKey First(Site, Launch);
    *const_cast<int64_t *>(Launch.values) = 1;
    const CallSeries Calls(Site, First, CallKey(Site, Launch));
    EXPECT_EQ(noneHasConflicts(Site, Launch, Calls), Last == 4);
  }
}

/// `for (i = 0; i < n; ++i) a[i] = a[i + n]`, with one iteration more each
/// time.
TEST(CallSeries, iterationsEndWithThoseOfTheirCall) {
  SiteBuilder B;
  const int I = B.dim(0, 1, 50), N = B.value(50);
  const uint32_t Base = B.base(at(1 << 20), "a");
  const uint32_t Write = B.reference(Base, 8, W, {{8, I}});
  B.conflict(Write, B.reference(Base, 8, R, {{8, I}, {8, -1, {N}}}));
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  const CallKey First(Site, Launch);
  const_cast<twofold_dim *>(Launch.dims)->trips = 51;
  *const_cast<int64_t *>(Launch.values) = 51;
  CallSeries Calls(Site, First, CallKey(Site, Launch));
  Calls.setLength(Calls.reach(40));
  ASSERT_EQ(Calls.length(), 40u);
  EXPECT_TRUE(noneHasConflicts(Site, Launch, Calls));
}

/// Calls that soon have a conflict are asked about; later ones may be a series.
TEST(CallSeries, seriesThatEndAtOnceAreTriedAgain) {
  SiteBuilder B;
  const int I = B.dim(0, 1, 50), Apart = B.value(0);
  const uint32_t Base = B.base(at(1 << 20), "a");
  const uint32_t Write = B.reference(Base, 8, W, {{8, I}});
  B.conflict(Write, B.reference(Base, 8, R, {{8, I}, {8, -1, {Apart}}}));
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  auto *Value = const_cast<int64_t *>(Launch.values);
  ConflictMemo Memo;
  unsigned Known = 0;
  const auto Call = [&](int64_t Distance) {
    *Value = Distance;
    if (Memo.apart(Site, Launch))
      ++Known;
    else
      EXPECT_FALSE(Memo.find(Site, Launch, ConflictKind::Plain).Answer);
  };
  for (int64_t Distance : {60, 59, 58})
    Call(Distance);
  for (int64_t Distance = 59; Distance < 200; ++Distance)
    Call(Distance);
  EXPECT_GT(Known, 100u);
}

TEST(CallSeries, aSeriesEndsWhereItsCallsHaveConflicts) {
  SiteBuilder B;
  int I = B.dim(0, 1, 50);
  int Apart = B.value(0);
  uint32_t Base = B.base(at(1 << 20), "a");
  uint32_t Write = B.reference(Base, 8, W, {{8, I}});
  uint32_t Read = B.reference(Base, 8, R, {{8, I}, {8, -1, {Apart}}});
  B.conflict(Write, Read);
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  auto *Value = const_cast<int64_t *>(Launch.values);
  for (int64_t Begin : {90, 61, 55, 52}) {
    ConflictMemo Memo;
    for (int64_t Distance = Begin; Distance > 0; --Distance) {
      *Value = Distance;
      const bool Meet =
          !Memo.apart(Site, Launch) &&
          Memo.find(Site, Launch, ConflictKind::Plain).Answer.has_value();
      EXPECT_EQ(Meet, Distance < 50) << Begin << " " << Distance;
    }
  }
}

} // namespace
