// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PairPlacesTest.cpp - places of single iterations, and their rounds -===//
#include "conflict/LoadedConflicts.h"
#include "conflict/RandomPair.h"

#include <array>
#include <gtest/gtest.h>
#include <numeric>

using namespace twofold;
using namespace twofold::test;

namespace {

bool mayRead(ByteRange) { return true; }

bool meet(SiteBuilder &B, std::optional<uint64_t> Sample = std::nullopt,
          SampleLimits *Limits = nullptr) {
  twofold_site &Site = B.site();
  return findLoadedConflict(Site, B.launch(), B.trips(), Sample, mayRead,
                            Limits)
      .has_value();
}

/// `for (j = 3 * i; j <= 3 * i + 2; ++j) y[index[j]] = ...`, for two i.
TEST(PairPlaces, eachRoundOfAnInnerLoopIsGoneThrough) {
  std::vector<int32_t> Index(6);
  for (int First = 0; First < 3; ++First)
    for (int Second = 3; Second < 6; ++Second)
      for (bool Same : {true, false}) {
        std::iota(Index.begin(), Index.end(), 0);
        Index[size_t(Second)] = Same ? First : Second;
        SiteBuilder B;
        const int I = B.dim(0, 1, 2);
        const uint32_t Y = B.base(at(1 << 20), "y"),
                       From = B.base(Index.data(), "index");
        const int J = B.conflictAxis({{3, I}}, {{3, I}, {2}});
        const int L = B.loadedAxis(From, 4, true, {{4, J}});
        const uint32_t Write = B.reference(Y, 8, W, {{8, L}});
        B.loadedConflict(Write, Write);
        EXPECT_EQ(meet(B), Same) << First << " " << Second;
      }
}

/// `for (j = 0; j < 4; ++j) if (j >= least) y[index[j]] = ...`.
TEST(PairPlaces, conditionsOnInnerLoopsHoldInTheirRounds) {
  const std::vector<int32_t> Index = {0, 1, 2, 3};
  for (int64_t Least : {0, 2, 3, 4}) {
    SiteBuilder B;
    B.dim(0, 1, 2);
    const uint32_t Y = B.base(at(1 << 20), "y"),
                   From = B.base(Index.data(), "index");
    const int J = B.conflictAxis({}, {{3}});
    const int L = B.loadedAxis(From, 4, true, {{4, J}});
    const uint32_t Write =
        B.reference(Y, 8, W, {{8, L}}, 0, {{{{1, J}, {-Least}}, 0, INT64_MAX}});
    B.loadedConflict(Write, Write);
    EXPECT_EQ(meet(B), Least < 4) << Least;
  }
}

/// `for (j = low[i]; j <= low[i] + 3; ++j) y[2 * j] = y[high[i] + (j < 1)]`:
/// what is between the elements of one reference is no element of it.
TEST(PairPlaces, elementsWithHolesAreNoRows) {
  for (int64_t Read : {1, 2}) {
    const int32_t Low[] = {0, 100};
    SiteBuilder B;
    const int I = B.dim(0, 1, 2);
    const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(Low, "low");
    const int L = B.loadedAxis(From, 4, true, {{4, I}});
    const int J = B.conflictAxis({{1, L}}, {{1, L}, {3}}),
              K = B.conflictAxis({{Read}}, {{Read}});
    const uint32_t Write = B.reference(Y, 8, W, {{16, J}});
    B.loadedConflict(Write, B.reference(Y, 8, R, {{8, K}}));
    EXPECT_EQ(meet(B), Read == 2);
  }
}

/// `for (j = low[i]; j <= high[i]; ++j) if (low[i] <= most) y[j] = v[i]`.
bool storedRowsMeet(std::array<int64_t, 2> V, int64_t Most,
                    SampleLimits *Limits = nullptr) {
  const int64_t Low[] = {0, 10}, High[] = {999, 1009};
  SiteBuilder B;
  const int I = B.dim(0, 1, 2);
  const uint32_t Y = B.base(at(1 << 20), "y"), Lows = B.base(Low, "low"),
                 Highs = B.base(High, "high"), Vs = B.base(V.data(), "v");
  const int First = B.loadedAxis(Lows, 8, true, {{8, I}}),
            Last = B.loadedAxis(Highs, 8, true, {{8, I}}),
            Stored = B.loadedAxis(Vs, 8, true, {{8, I}});
  const int J = B.conflictAxis({{1, First}}, {{1, Last}});
  const uint32_t Write = B.reference(
      Y, 8, W, {{8, J}}, 0,
      {{{{1, First}}, 0, Most}, {{{1, Stored}}, INT64_MAX, INT64_MIN}});
  B.loadedConflict(Write, Write);
  return meet(B, Limits ? std::optional<uint64_t>(0) : std::nullopt, Limits);
}

TEST(PairPlaces, rowsOfOneNumberDoNotMeet) {
  EXPECT_FALSE(storedRowsMeet({7, 7}, 10));
  EXPECT_FALSE(storedRowsMeet({0, 0}, 10));
  EXPECT_TRUE(storedRowsMeet({7, 8}, 10));
  EXPECT_TRUE(storedRowsMeet({0, 8}, 10));
  EXPECT_FALSE(storedRowsMeet({7, 8}, 9));
}

TEST(PairPlaces, conditionsAroundRowsLeaveThemRows) {
  SampleLimits Limits{1000, nullptr};
  EXPECT_TRUE(storedRowsMeet({7, 8}, 10, &Limits));
  // To begin with the pair, and the ends of two rows.
  EXPECT_EQ(Limits.Rounds, 1000u - 8 - 2);
}

/// `y[index[i] >> by] = ...`, and the other way: 64 bits are not shifted by 64.
TEST(PairPlaces, shiftsByMoreThanAllBitsTellNothing) {
  const std::vector<int64_t> Index = {7, 7};
  for (int64_t Code : {TWOFOLD_NUMBER_SHIFTED, TWOFOLD_NUMBER_SHIFTED_UP})
    for (int64_t By : {-1, 0, 63, 64}) {
      SiteBuilder B;
      const int I = B.dim(0, 1, Index.size());
      const uint32_t Y = B.base(at(1 << 20), "y"),
                     From = B.base(Index.data(), "index");
      const int L = B.loadedAxis(From, 8, true, {{8, I}});
      const int F = B.numberAxis(Code, 0, 0, {{1, L}}, {{By}});
      const int Low = B.numberAxis(TWOFOLD_NUMBER_AND, 0, 0, {{1, F}}, {{255}});
      const uint32_t Write = B.reference(Y, 8, W, {{8, Low}});
      B.loadedConflict(Write, Write);
      EXPECT_EQ(meet(B), By == 0 || By == 63) << Code << " " << By;
    }
}

/// `y[n * index[i]] = ...`.
TEST(PairPlaces, numbersOfTheCallAreFactors) {
  const std::vector<int32_t> Index = {0, 1, 2};
  for (int64_t Factor : {int64_t(0), int64_t(1), INT64_MAX / 4}) {
    SiteBuilder B;
    const int I = B.dim(0, 1, Index.size());
    const int N = B.value(Factor);
    const uint32_t Y = B.base(at(1 << 20), "y"),
                   From = B.base(Index.data(), "index");
    const int L = B.loadedAxis(From, 4, true, {{4, I}});
    const uint32_t Write = B.reference(Y, 8, W, {{8, L, {N}}});
    B.loadedConflict(Write, Write);
    // Nothing is told of what overflows.
    EXPECT_EQ(meet(B), Factor == 0) << Factor;
  }
}

/// The last iterations of a loop that a sample has time for.
TEST(PairPlaces, samplesCompareAllIterationsOfShortLoops) {
  std::vector<int32_t> Index(4000);
  std::iota(Index.begin(), Index.end(), 0);
  Index.back() = Index[Index.size() - 2];
  SiteBuilder B;
  const int I = B.dim(0, 1, Index.size());
  const uint32_t Y = B.base(at(1 << 20), "y"),
                 From = B.base(Index.data(), "index");
  const int L = B.loadedAxis(From, 4, true, {{4, I}});
  const uint32_t Write = B.reference(Y, 8, W, {{8, L}});
  B.loadedConflict(Write, Write);
  EXPECT_TRUE(meet(B, 0));
}

/// `for (j = 0; j < 100000; ++j) y[from[i] + 2 * j] = ...`, for ten i.
TEST(PairPlaces, samplesOfLongIterationsEnd) {
  std::vector<int64_t> From(10);
  for (size_t I = 0; I < From.size(); ++I)
    From[I] = int64_t(I) * 1000000;
  for (uint64_t Sample : {0, 1}) {
    SiteBuilder B;
    const int I = B.dim(0, 1, From.size());
    const uint32_t Y = B.base(at(1 << 20), "y"),
                   Froms = B.base(From.data(), "from");
    const int L = B.loadedAxis(Froms, 8, true, {{8, I}});
    const int J = B.conflictAxis({}, {{99999}});
    const uint32_t Write = B.reference(Y, 8, W, {{8, L}, {16, J}});
    B.loadedConflict(Write, Write);
    SampleLimits Limits{1000000, nullptr};
    EXPECT_FALSE(meet(B, Sample, &Limits));
    EXPECT_GE(Limits.Rounds, 995000u) << Sample;
  }
}

TEST(PairPlaces, thePairThatMeetsIsNamed) {
  const std::vector<int32_t> Apart = {0, 1}, Same = {3, 3};
  SiteBuilder B;
  const int I = B.dim(0, 1, 2);
  const uint32_t Y = B.base(at(1 << 20), "y"),
                 First = B.base(Apart.data(), "apart"),
                 Second = B.base(Same.data(), "same");
  for (uint32_t From : {First, First, Second}) {
    const int L = B.loadedAxis(From, 4, true, {{4, I}});
    const uint32_t Write = B.reference(Y, 8, W, {{8, L}});
    B.loadedConflict(Write, Write);
  }
  twofold_site &Site = B.site();
  for (std::optional<uint64_t> Sample :
       {std::optional<uint64_t>(), std::optional<uint64_t>(0)})
    EXPECT_EQ(findLoadedConflict(Site, B.launch(), 2, Sample, mayRead), 2u);
}

TEST(PairPlaces, fewRoundsAreForLoopsThatTheySufficeFor) {
  const std::vector<int32_t> Index(20);
  SiteBuilder B;
  const int I = B.dim(0, 1, Index.size());
  const uint32_t Y = B.base(at(1 << 20), "y"),
                 From = B.base(Index.data(), "index");
  const int L = B.loadedAxis(From, 4, true, {{4, I}});
  const uint32_t Write = B.reference(Y, 8, W, {{8, L}});
  // The first of two pairs has all of them.
  B.loadedConflict(Write, Write);
  B.loadedConflict(Write, Write);
  for (uint64_t Rounds : {18, 20}) {
    SampleLimits Limits{Rounds, nullptr};
    EXPECT_EQ(meet(B, 0, &Limits), Rounds == 20);
  }
}

/// `y[small[i]] = x[i]`: numbers of few bytes do not lead from y to x.
TEST(PairPlaces, whatLiesApartIsNotLookedAt) {
  const std::vector<uint16_t> Small(100);
  for (uint32_t Bytes : {1, 2})
    for (bool IsSigned : {false, true})
      for (int64_t Apart : {-(1 << 20), 8, 1 << 20}) {
        SiteBuilder B;
        const int I = B.dim(0, 1, 100);
        const uint32_t Y = B.base(at(1 << 24), "y"),
                       X = B.base(at((1 << 24) + Apart), "x"),
                       From = B.base(Small.data(), "small");
        const int L = B.loadedAxis(From, Bytes, IsSigned, {{Bytes, I}});
        const uint32_t Write = B.reference(Y, 8, W, {{8, L}});
        B.loadedConflict(Write, B.reference(X, 8, R, {{8, I}}));
        SampleLimits Limits{1000, nullptr};
        EXPECT_FALSE(meet(B, 0, &Limits));
        // What it takes to begin with a pair is all.
        EXPECT_EQ(Limits.Rounds == 1000 - 8, Apart != 8) << Apart;
      }
}

/// A correct program does not go from a block into memory of another.
TEST(PairPlaces, oneKnownBlockIsEnoughToBeApart) {
  const std::vector<int32_t> Index = {0, 0, 0};
  for (int64_t Known : {1 << 20, 1 << 24}) {
    SiteBuilder B;
    const int I = B.dim(0, 1, Index.size());
    const uint32_t Y = B.base(at(1 << 20), "y"), X = B.base(at(1 << 24), "x"),
                   From = B.base(Index.data(), "index");
    const int L = B.loadedAxis(From, 4, true, {{4, I}});
    const uint32_t Write = B.reference(Y, 8, W, {{8, L}});
    B.loadedConflict(Write, B.reference(X, 8, R, {{8, I}}));
    SampleLimits Limits{1000, [&](uint64_t Address) {
                          return Address == uint64_t(Known)
                                     ? ByteRange{Address, Address + 4096}
                                     : ByteRange();
                        }};
    EXPECT_FALSE(meet(B, 0, &Limits));
    EXPECT_EQ(Limits.Rounds, 1000u) << Known;
  }
}

/// `y[index[i] % by[i]] = y[made]`, and divided by it.
TEST(PairPlaces, remaindersOfMultiplesAreZero) {
  for (int64_t Code : {TWOFOLD_NUMBER_QUOTIENT, TWOFOLD_NUMBER_REMAINDER})
    for (int64_t By : {3, 5, 0}) {
      const int64_t Index[] = {6, 6}, Than[] = {By, By};
      SiteBuilder B;
      const int I = B.dim(0, 1, 2);
      const uint32_t Y = B.base(at(1 << 20), "y"),
                     From = B.base(Index, "index"), Bys = B.base(Than, "by");
      const int L = B.loadedAxis(From, 8, true, {{8, I}}),
                D = B.loadedAxis(Bys, 8, true, {{8, I}});
      const int F = B.numberAxis(Code, 0, 0, {{1, L}}, {{1, D}});
      const int64_t Made = By == 0                            ? 0
                           : Code == TWOFOLD_NUMBER_REMAINDER ? 6 % By
                                                              : 6 / By;
      const uint32_t Write = B.reference(Y, 8, W, {{8, F}});
      B.loadedConflict(Write, B.reference(Y, 8, R, {{8 * Made}}));
      // Nothing is told of what is divided by zero.
      EXPECT_EQ(meet(B), By != 0) << Code << " " << By;
    }
}

} // namespace
