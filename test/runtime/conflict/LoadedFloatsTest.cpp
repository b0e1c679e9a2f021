// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoadedFloatsTest.cpp - places that floating-point numbers lead to -===//
#include "Cases.h"
#include "conflict/LoadedConflicts.h"
#include "conflict/PlaceTable.h"
#include "conflict/RandomPair.h"
#include "conflict/Scatter.h"

#include <array>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace twofold;
using namespace twofold::test;

namespace {

/// `y[(int)f(x[i], by)] = ...`, where f computes with floating-point numbers:
/// whether two of three are one place.
static bool meetsBy(int64_t Code, std::array<double, 3> X, double By) {
  SiteBuilder B;
  const int I = B.dim(0, 1, X.size());
  const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(X.data(), "x");
  const int Loaded =
      B.numberAxis(TWOFOLD_NUMBER_FLOATING, From, 8, {{8, I}}, {});
  int64_t Bits;
  std::memcpy(&Bits, &By, sizeof Bits);
  const int Than = B.numberAxis(TWOFOLD_NUMBER_FLOATING, 0, 0, {{Bits}}, {{8}});
  const int Made = B.numberAxis(Code, 0, 0, {{1, Loaded}}, {{1, Than}});
  const int Place =
      B.numberAxis(TWOFOLD_NUMBER_TRUNCATED, 0, 0, {{1, Made}}, {});
  const uint32_t Write = B.reference(Y, 8, W, {{8, Place}});
  B.loadedConflict(Write, Write);
  return findLoadedConflict(B.site(), B.launch(), X.size(), std::nullopt,
                            always)
      .has_value();
}

TEST(LoadedConflicts, floatingPointNumbersAreComputed) {
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_SUM, {-1.5, 0.25, 1.5}, 2));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_SUM, {-1.5, -1.25, 1.5}, 2));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_SUM, {0.5, 0.8, 9}, 0.25));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_LESS, {-1.5, -2.25, 1.5}, -2));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_LESS, {-1.5, -2.25, 1.5}, 0.25));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_TIMES, {0.1, 0.4, 0.9}, 2));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_TIMES, {0.1, 0.4, 0.9}, -5));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_RATIO, {7, 9, 20}, 5));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_RATIO, {7, 9, 20}, 4));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_LEFT, {-8.5, 3, -1.25}, 7));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_POWER, {-3, 2, 3}, 2));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_POWER, {-3, 2, 3}, 3));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_ANGLE, {0.1, 0.2, 4}, 1));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_LESSER, {1, 2, 3}, 3));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_LESSER, {1, 2, 3}, 1.5));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_GREATER, {1, 2, 3}, 2.5));
  // Nothing is told of what is no number, and of what no integer holds.
  const double None = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_SUM, {None, None, 1}, 1));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_TIMES, {1, 1, 1}, 1e30));
}

/// `y[(int)f(i * 0.5f)] = ...` for i from -4 to 4: how many places there are.
TEST(LoadedConflicts, functionsOfFloatingPointNumbersAreComputed) {
  const auto Meets = [](int64_t Function, double Factor, uint64_t Trips) {
    SiteBuilder B;
    const int I = B.dim(-4, 1, Trips);
    const uint32_t Y = B.base(at(1 << 20), "y");
    int64_t Bits;
    std::memcpy(&Bits, &Factor, sizeof Bits);
    const int X = B.numberAxis(TWOFOLD_NUMBER_OF_INTEGER, 0, 0, {{1, I}}, {});
    const int By = B.numberAxis(TWOFOLD_NUMBER_FLOATING, 0, 0, {{Bits}}, {{8}});
    const int Half =
        B.numberAxis(TWOFOLD_NUMBER_TIMES, 0, 0, {{1, X}}, {{1, By}});
    const int Made =
        B.numberAxis(TWOFOLD_NUMBER_FUNCTION, 0, 0, {{1, Half}}, {{Function}});
    const int Place =
        B.numberAxis(TWOFOLD_NUMBER_TRUNCATED, 0, 0, {{1, Made}}, {});
    const uint32_t Write = B.reference(Y, 8, W, {{8, Place}});
    B.loadedConflict(Write, Write);
    return findLoadedConflict(B.site(), B.launch(), Trips, std::nullopt, always)
        .has_value();
  };
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_FLOOR, 0.5, 2));   // -2, -2
  EXPECT_FALSE(Meets(TWOFOLD_FUNCTION_CEIL, 0.5, 2));   // -2, -1
  EXPECT_FALSE(Meets(TWOFOLD_FUNCTION_TRUNC, 0.5, 2));  // -2, -1
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_ROUND, 0.5, 2));   // -2, -2
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_RINT, 0.5, 2));    // -2, -2
  EXPECT_FALSE(Meets(TWOFOLD_FUNCTION_FABS, 1, 5));     // 4 to 0
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_FABS, 1, 6));      // 4 to 0, and 1
  EXPECT_FALSE(Meets(TWOFOLD_FUNCTION_SQRT, -1, 1));    // 2
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_SQRT, -1, 4));     // 2, 1, 1, 1
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_EXP, 1, 2));       // 0, 0
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_LOG, -1, 2));      // 1, 1
  EXPECT_FALSE(Meets(TWOFOLD_FUNCTION_LOG2, -64, 2));   // 8, 7.6
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_LOG10, -1, 2));    // 0, 0
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_SIN, 1, 2));       // 0, 0
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_COS, 1, 2));       // 0, 0
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_SHORT, 1e-12, 2)); // 0, 0
}

/// A place that may be anything is no reason to take all for apart.
TEST(LoadedConflicts, whatMayBeAnywhereIsLookedAt) {
  const int32_t V[] = {130, 5, 128};
  SiteBuilder B;
  const int I = B.dim(0, 1, 3);
  const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(V, "v");
  const int Loaded = B.loadedAxis(From, 4, true, {{4, I}});
  const int Place =
      B.numberAxis(TWOFOLD_NUMBER_QUOTIENT, 0, 0, {{1, Loaded}}, {{64}});
  const uint32_t Write = B.reference(Y, 8, W, {{8, Place}});
  B.loadedConflict(Write, Write);
  EXPECT_TRUE(
      findLoadedConflict(B.site(), B.launch(), 3, std::nullopt, always));
}

/// `y[(i ^ i / 4096) & mask] = ...` comes to another place in each of 4096
/// iterations, so that no sample would see the next one meet another.
TEST(LoadedConflicts, moreIterationsThanPlacesMeet) {
  for (uint64_t Trips : {1 << 20, (1 << 20) + 1}) {
    SiteBuilder B;
    const int I = B.dim(0, 1, Trips);
    const uint32_t Y = B.base(at(1 << 20), "y");
    const int X = B.numberAxis(TWOFOLD_NUMBER_XOR, 0, 0, {{1, I}}, {{4095}});
    const int Left =
        B.numberAxis(TWOFOLD_NUMBER_AND, 0, 0, {{1, X}}, {{(1 << 20) - 1}});
    const uint32_t Write = B.reference(Y, 8, W, {{8, Left}});
    B.loadedConflict(Write, Write);
    for (uint64_t Sample : {0, 1, 2})
      EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), Trips, Sample, always)
                    .has_value(),
                Trips > 1 << 20)
          << Trips << " " << Sample;
  }
}

/// Numbers of one byte have 256 values, whatever they are.
TEST(LoadedConflicts, moreIterationsThanNumbersOfOneByteMeet) {
  const std::vector<uint8_t> Index(300);
  for (bool IsSigned : {false, true})
    for (uint32_t Size : {1, 8})
      for (uint64_t Trips : {256, 257}) {
        SiteBuilder B;
        const int I = B.dim(0, 1, Trips);
        const uint32_t Y = B.base(at(1 << 20), "y"),
                       From = B.base(Index.data(), "index");
        const int L = B.loadedAxis(From, 1, IsSigned, {{1, I}});
        const uint32_t Write = B.reference(Y, Size, W, {{int64_t(Size), L}});
        B.loadedConflict(Write, Write);
        EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), Trips, std::nullopt,
                                     [](ByteRange) { return false; })
                      .has_value(),
                  Trips > 256)
            << Size << " " << IsSigned;
      }
}

/// Places that do not all fit in a table are gone through in shares.
TEST(LoadedConflicts, placesOfManyBytesAreComparedInShares) {
  // 4095 bytes in each 4096, so that each byte is a place of its own.
  constexpr int64_t Trips = 1100;
  SiteBuilder B;
  const int I = B.dim(0, 1, Trips);
  std::vector<int64_t> To(Trips);
  std::iota(To.begin(), To.end(), 0);
  To.back() = 0;
  const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(To.data(), "to");
  const int L = B.loadedAxis(From, 8, true, {{8, I}});
  const uint32_t Write = B.reference(Y, 4095, W, {{4096, L}});
  B.loadedConflict(Write, Write);
  EXPECT_TRUE(
      findLoadedConflict(B.site(), B.launch(), Trips, std::nullopt, always));
}

/// `if (x[i] >= limit) y[0] = ...`, or another comparison, which is to come out
/// as Truth: it does for both of two numbers, or not.
template <typename Real>
static bool bothCompare(Real First, Real Second, Real Limit, int64_t Code,
                        bool Truth = true) {
  const Real X[] = {First, Second, Limit};
  SiteBuilder B;
  const int I = B.dim(0, 1, 2);
  const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(X, "x");
  const int64_t Bytes = sizeof(Real);
  auto Rank = [&](const std::vector<SiteBuilder::Monomial> &Offset) {
    return B.numberAxis(TWOFOLD_NUMBER_FLOATING, From, uint32_t(Bytes), Offset,
                        {});
  };
  const int Own = Rank({{Bytes, I}}), Than = Rank({{2 * Bytes, -1}});
  const int Holds = B.numberAxis(Code, 0, 0, {{1, Own}}, {{1, Than}});
  const uint32_t Write =
      B.reference(Y, 8, W, {}, 0, {{{{1, Holds}}, Truth, Truth}});
  B.loadedConflict(Write, Write);
  return findLoadedConflict(B.site(), B.launch(), 2, std::nullopt, always)
      .has_value();
}

TEST(LoadedConflicts, floatingPointNumbersAreInOrder) {
  const double Numbers[] = {-INFINITY, -1e300, -2.5, -1,  -1e-310, -0.0,    0.0,
                            1e-310,    0.25,   1,    2.5, 1e300,   INFINITY};
  for (double A : Numbers)
    for (double L : Numbers) {
      for (bool Truth : {false, true}) {
        EXPECT_EQ(bothCompare(A, A, L, TWOFOLD_NUMBER_AT_LEAST, Truth),
                  (A >= L) == Truth)
            << A << " " << L;
        EXPECT_EQ(bothCompare(A, A, L, TWOFOLD_NUMBER_ABOVE, Truth),
                  (A > L) == Truth)
            << A << " " << L;
        EXPECT_EQ(bothCompare(A, A, L, TWOFOLD_NUMBER_EQUALS, Truth),
                  (A == L) == Truth)
            << A << " " << L;
        EXPECT_EQ(bothCompare(float(A), float(A), float(L),
                              TWOFOLD_NUMBER_AT_LEAST, Truth),
                  (float(A) >= float(L)) == Truth)
            << A << " " << L;
      }
    }
}

TEST(LoadedConflicts, noComparisonHoldsOfWhatIsNoNumber) {
  const double None = std::numeric_limits<double>::quiet_NaN();
  const double Pairs[][2] = {
      {None, -1}, {None, INFINITY}, {1, None}, {-INFINITY, None}, {None, None}};
  for (auto [X, Limit] : Pairs)
    for (int64_t Code : {TWOFOLD_NUMBER_AT_LEAST, TWOFOLD_NUMBER_ABOVE,
                         TWOFOLD_NUMBER_EQUALS}) {
      EXPECT_FALSE(bothCompare(X, X, Limit, Code, true)) << X << " " << Limit;
      EXPECT_TRUE(bothCompare(X, X, Limit, Code, false)) << X << " " << Limit;
      EXPECT_TRUE(bothCompare(float(X), float(X), float(Limit), Code, false));
    }
}

/// `y[0] = x[i]`: with one number the order does not matter.
TEST(LoadedConflicts, oneNumberMayBeStoredTwice) {
  for (bool Same : {true, false}) {
    const int64_t X[] = {7, 7, Same ? 7 : 8};
    SiteBuilder B;
    const int I = B.dim(0, 1, 3);
    const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(X, "x");
    const int L = B.loadedAxis(From, 8, true, {{8, I}});
    const uint32_t Write =
        B.reference(Y, 8, W, {}, 0, {{{{1, L}}, INT64_MAX, INT64_MIN}});
    B.loadedConflict(Write, Write);
    EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), 3, std::nullopt, always)
                  .has_value(),
              !Same);
  }
}

/// Two references at random places; what every iteration touches is compared.
TEST(LoadedConflicts, answersAreThoseOfEveryIterationTried) {
  std::mt19937_64 Random(17);
  auto Number = [&](int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  };
  unsigned Yes = 0;
  const unsigned Tries = cases(20000);
  for (unsigned Try = 0; Try < Tries; ++Try) {
    struct Side {
      int64_t Address, Size, Factor, Own, Constant, Limit;
      bool Guarded;
    };
    const int64_t Trips = Number(2, 12), Most = Number(4, 300);
    std::vector<int32_t> Index(size_t(Trips) + 1);
    std::vector<uint8_t> Small(Index.size());
    for (size_t I = 0; I < Index.size(); ++I) {
      Index[I] = int32_t(Number(-3, Most));
      Small[I] = uint8_t(Number(0, 255));
    }
    SiteBuilder B;
    int I = B.dim(0, 1, uint64_t(Trips));
    uint32_t Ints = B.base(Index.data(), "index"),
             Bytes = B.base(Small.data(), "small");
    int Loaded[2] = {B.loadedAxis(Ints, 4, true, {{4, I}, {4}}),
                     B.loadedAxis(Bytes, 1, false, {{1, I}})};
    const bool Same = Number(0, 2) == 0;
    Side Sides[2];
    uint32_t Numbers[2];
    for (unsigned S = 0; S < 2; ++S) {
      static const int64_t Sizes[] = {1, 2, 4, 8, 12};
      int64_t Size = Sizes[Number(0, 4)];
      Sides[S] = {4096 + 4 * Number(0, 4), Size,         Size,
                  Size * Number(0, 2),     Number(0, 3), Number(0, 200),
                  Number(0, 2) == 0};
      if (S == 1 && Same)
        Sides[1] = Sides[0];
      const Side &A = Sides[S];
      std::vector<SiteBuilder::Fact> Facts;
      if (A.Guarded)
        Facts.push_back({{{1, Loaded[1]}}, 0, A.Limit});
      if (S == 0 || !Same)
        Numbers[S] = B.reference(
            B.base(at(A.Address), S ? "b" : "a"), uint32_t(A.Size), S ? R : W,
            {{A.Factor, Loaded[0]}, {A.Own, I}, {A.Constant}}, 0, Facts);
      else
        Numbers[1] = Numbers[0];
    }
    B.loadedConflict(Numbers[0], Numbers[1]);
    auto Place = [&](const Side &A, int64_t I) {
      return A.Address + A.Factor * Index[size_t(I) + 1] + A.Own * I +
             A.Constant;
    };
    bool Expected = false;
    for (int64_t X = 0; X < Trips; ++X)
      for (int64_t Y = 0; Y < Trips; ++Y) {
        const Side &A = Sides[0], &C = Sides[1];
        bool Happen = (!A.Guarded || Small[size_t(X)] <= A.Limit) &&
                      (!C.Guarded || Small[size_t(Y)] <= C.Limit);
        Expected |= X != Y && Happen && Place(A, X) < Place(C, Y) + C.Size &&
                    Place(C, Y) < Place(A, X) + A.Size;
      }
    Yes += Expected;
    for (std::optional<uint64_t> Sample :
         {std::optional<uint64_t>(), std::optional<uint64_t>(1)})
      ASSERT_EQ(findLoadedConflict(B.site(), B.launch(), uint64_t(Trips),
                                   Sample, always)
                    .has_value(),
                Expected)
          << Try;
  }
  EXPECT_GT(Yes, Tries / 6);
  EXPECT_LT(Yes, Tries * 4 / 5);
}

} // namespace
