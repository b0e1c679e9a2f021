// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OwnElementsTest.cpp - elements that one iteration alone updates ----===//
#include "conflict/OwnElements.h"
#include "SiteBuilder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr uint32_t Update =
    TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE | TWOFOLD_REFERENCE_UPDATE;

/// for (i < n) for (o = first[i]; o < last[i]; ++o) f[o] += 1;
struct Rows {
  SiteBuilder B;
  std::vector<double> F;
  std::vector<int32_t> First, Last;
  Rows(std::vector<int32_t> From, std::vector<int32_t> To)
      : F(100000), First(std::move(From)), Last(std::move(To)) {
    const int I = B.dim(0, 1, First.size());
    const uint32_t Base = B.base(F.data(), "f"),
                   Low = B.base(First.data(), "first"),
                   High = B.base(Last.data(), "last");
    const int L = B.loadedAxis(Low, 4, true, {{4, I}}),
              H = B.loadedAxis(High, 4, true, {{4, I}});
    const int O = B.conflictAxis({{1, L}}, {{1, H}, {-1}});
    B.reference(Base, 8, Update, {{8, O}});
    B.access(Base, 8,
             TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE |
                 TWOFOLD_ACCESS_UNKNOWN,
             {});
    B.element(Base, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD,
              TWOFOLD_ELEMENT_COPY | TWOFOLD_ELEMENT_TESTED);
  }
  bool own(uint64_t PerIteration = 100) {
    return findOwnElements(B.site(), B.launch(), First.size(), PerIteration)
               .Own != 0;
  }
};

Rows of(std::vector<int32_t> Row) {
  std::vector<int32_t> Last(Row.begin() + 1, Row.end());
  Row.pop_back();
  return Rows(std::move(Row), std::move(Last));
}

TEST(OwnElements, RowsThatAscendOrDescendAreOwn) {
  EXPECT_TRUE(of({0, 3, 3, 9, 20}).own());
  EXPECT_TRUE(Rows({20, 9, 3}, {30, 20, 5}).own());
  EXPECT_FALSE(Rows({0, 2, 4}, {2, 5, 6}).own());
  EXPECT_FALSE(Rows({5, 0, 5}, {7, 2, 7}).own());
}

TEST(OwnElements, EmptyRowsMeetNothing) {
  EXPECT_TRUE(Rows({0, 1, 2}, {2, 1, 4}).own());
  EXPECT_TRUE(Rows({7, 7, 7}, {7, 3, 6}).own());
}

TEST(OwnElements, RowsInAnyOrderAreSortedWhereThatIsLittle) {
  std::vector<int32_t> First(500), Last(500);
  for (int I = 0; I < 500; ++I) {
    First[I] = I * 7 % 500 * 10;
    Last[I] = First[I] + 10;
  }
  Rows Mixed(First, Last);
  EXPECT_FALSE(Mixed.own(100));
  EXPECT_TRUE(Mixed.own(10000));
  Last[300] += 1;
  EXPECT_FALSE(Rows(First, Last).own(10000));
}

/// The rows of f are given by f itself.
TEST(OwnElements, NumbersThatTheLoopMayChangeProveNothing) {
  std::vector<int32_t> Both(1000);
  for (int From : {0, 400}) {
    std::iota(Both.begin(), Both.end(), From);
    SiteBuilder B;
    const int I = B.dim(0, 1, 10);
    const uint32_t F = B.base(Both.data(), "f"),
                   Row = B.base(Both.data() + 5, "row");
    const int L = B.loadedAxis(Row, 4, true, {{4, I}});
    B.reference(F, 4, Update, {{4, L}});
    B.access(F, 4, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN, {});
    B.element(F, 4, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD,
              TWOFOLD_ELEMENT_TESTED);
    EXPECT_EQ(findOwnElements(B.site(), B.launch(), 10, 100).Own != 0,
              From == 400);
  }
}

TEST(OwnElements, TheSameCallIsTestedAgainWhenItsNumbersChange) {
  Rows R = of({0, 3, 3, 9, 20});
  OwnElements Tests;
  const auto Find = [&](uint64_t Ops) {
    return Tests.find(R.B.site(), R.B.launch(), R.First.size(), Ops);
  };
  EXPECT_EQ(Find(4), 0u); // no work to speak of
  for (int Round = 0; Round < 3; ++Round) {
    R.First[2] = 3;
    EXPECT_EQ(Find(1000), 1u);
    EXPECT_EQ(Find(1000), 1u);
    R.First[2] = 2;
    EXPECT_EQ(Find(1000), 0u);
    EXPECT_EQ(Find(1000), 0u);
  }
  R.First[2] = 3;
  Tests.stop();
  EXPECT_EQ(Find(1000), 0u);
}

TEST(OwnElements, AxesOfOtherConflictsAreNoConcern) {
  // Of a conflict that is reached by a pointer in memory.
  Rows R = of({0, 3, 3, 9, 20});
  R.B.loadedAxis(UINT32_MAX, 8, false, {{8, 0}});
  EXPECT_TRUE(R.own());
}

/// What another array's updates meet says nothing of this one.
TEST(OwnElements, UpdatesOfOtherArraysAreNoConcern) {
  Rows R = of({0, 3, 3, 9, 20});
  std::vector<double> G(1);
  R.B.reference(R.B.base(G.data(), "g"), 8, Update, {});
  EXPECT_TRUE(R.own());
}

TEST(OwnElements, WhatWasTestedIsRemembered) {
  Rows R = of({0, 3, 3, 9, 20});
  OwnElements Tests;
  twofold_site &Site = R.B.site();
  const auto Find = [&] {
    return Tests.find(Site, R.B.launch(), R.First.size(), 1000);
  };
  EXPECT_EQ(Find(), 1u);
  // A test would find longer elements to meet.
  const_cast<twofold_reference *>(Site.conflicts->references)->size = 80;
  EXPECT_EQ(Find(), 1u);
  R.Last.back() += 1;
  EXPECT_EQ(Find(), 0u);
}

/// for (b < 2) for (i = -2; i <= 2; ++i) f[b * stride + (int)g(i)] += 1
static bool madeAreOwn(int64_t Function, int64_t Stride) {
  std::vector<double> F(20);
  SiteBuilder B;
  const int Block = B.dim(0, 1, 2);
  const uint32_t Base = B.base(F.data(), "f");
  const int I = B.conflictAxis({{-2}}, {{2}});
  const int X = B.numberAxis(TWOFOLD_NUMBER_OF_INTEGER, 0, 0, {{1, I}}, {});
  const int Made =
      B.numberAxis(TWOFOLD_NUMBER_FUNCTION, 0, 0, {{1, X}}, {{Function}});
  const int Place =
      B.numberAxis(TWOFOLD_NUMBER_TRUNCATED, 0, 0, {{1, Made}}, {});
  B.reference(Base, 8, Update, {{8 * Stride, Block}, {8, Place}, {40}});
  B.access(Base, 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN, {});
  B.element(Base, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD,
            TWOFOLD_ELEMENT_TESTED);
  return findOwnElements(B.site(), B.launch(), 2, 1000).Own != 0;
}

TEST(OwnElements, FunctionsThatFallAndRiseHaveNoKnownEnds) {
  EXPECT_TRUE(madeAreOwn(TWOFOLD_FUNCTION_FLOOR, 5));
  EXPECT_FALSE(madeAreOwn(TWOFOLD_FUNCTION_FLOOR, 4));
  EXPECT_FALSE(madeAreOwn(TWOFOLD_FUNCTION_FABS, 1));
}

TEST(OwnElements, FactsThatCompareNumbers) {
  // if (mask[i] != 3) f[row[i]] += 1
  std::vector<int32_t> Mask = {0, 3, 0}, Row = {4, 4, 5};
  std::vector<double> F(10);
  for (int First : {0, 3}) {
    Mask[0] = First;
    for (int Second : {0, 3}) {
      Mask[1] = Second;
      SiteBuilder B;
      const int I = B.dim(0, 1, 3);
      const uint32_t Base = B.base(F.data(), "f"),
                     Masks = B.base(Mask.data(), "mask"),
                     From = B.base(Row.data(), "row");
      const int M = B.comparedAxis(Masks, 4, true, {{4, I}}, {{3}}),
                L = B.loadedAxis(From, 4, true, {{4, I}});
      B.reference(Base, 8, Update, {{8, L}}, 0,
                  {{{{1, M}, {-1}}, 0, INT64_MAX}});
      B.access(Base, 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN, {});
      B.element(Base, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD,
                TWOFOLD_ELEMENT_TESTED);
      EXPECT_EQ(findOwnElements(B.site(), B.launch(), 3, 1000).Own != 0,
                First == 3 || Second == 3);
    }
  }
}

TEST(OwnElements, FactsLeaveOutWhatDoesNotHappen) {
  // if (i >= 2) f[row[i - 2]] += 1, with nothing to be read before row.
  std::vector<int32_t> Row = {4, 5, 6};
  std::vector<double> F(10);
  for (bool Guarded : {true, false}) {
    SiteBuilder B;
    const int I = B.dim(0, 1, 5);
    const uint32_t Base = B.base(F.data(), "f"),
                   From = B.base(Guarded ? Row.data() : nullptr, "row");
    const int L = B.loadedAxis(From, 4, true, {{4, I}, {-8}});
    B.reference(Base, 8, Update, {{8, L}}, 0, {{{{1, I}, {-2}}, 0, INT64_MAX}});
    B.access(Base, 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN, {});
    B.element(Base, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD,
              TWOFOLD_ELEMENT_TESTED);
    EXPECT_EQ(findOwnElements(B.site(), B.launch(), 5, 100).Own != 0, Guarded);
  }
}

/// for (b < 2) for (i < n) f[b * stride + i * (i + add)] += 1
static bool squaresAreOwn(int64_t N, int64_t Stride, int64_t Add) {
  std::vector<double> F(10);
  SiteBuilder B;
  const int Block = B.dim(0, 1, 2);
  const uint32_t Base = B.base(F.data(), "f");
  const int I = B.conflictAxis({}, {{N - 1}});
  const int Square =
      B.numberAxis(TWOFOLD_NUMBER_PRODUCT, 0, 0, {{1, I}}, {{1, I}, {Add}});
  B.reference(Base, 8, Update, {{8 * Stride, Block}, {8, Square}});
  B.access(Base, 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN, {});
  B.element(Base, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD,
            TWOFOLD_ELEMENT_TESTED);
  return findOwnElements(B.site(), B.launch(), 2, 1000).Own != 0;
}

TEST(OwnElements, ProductsOfInnerLoopsAreRanges) {
  EXPECT_TRUE(squaresAreOwn(4, 13, 1));
  EXPECT_FALSE(squaresAreOwn(4, 12, 1));
  EXPECT_TRUE(squaresAreOwn(4, 10, 0));
  // From -9 to 0.
  EXPECT_TRUE(squaresAreOwn(4, 10, -3));
  EXPECT_FALSE(squaresAreOwn(int64_t(1) << 40, 1, 0));
}

TEST(OwnElements, BlocksMayEndElsewhereWhereAConditionHolds) {
  // for (o = 5 * i; o < 5 * i + 5 + (i >= 2) * more; ++o) f[o] += 1
  for (int64_t More : {0, 1, 7})
    for (uint64_t Trips : {3, 4}) {
      std::vector<double> F(100);
      SiteBuilder B;
      const int I = B.dim(0, 1, Trips);
      const uint32_t Base = B.base(F.data(), "f");
      const int Late =
          B.numberAxis(TWOFOLD_NUMBER_REACHED, 0, 0, {{1, I}}, {{2}});
      const int Added =
          B.numberAxis(TWOFOLD_NUMBER_PRODUCT, 0, 0, {{1, Late}}, {{More}});
      const int O = B.conflictAxis({{5, I}}, {{5, I}, {1, Added}, {4}});
      B.reference(Base, 8, Update, {{8, O}});
      B.access(Base, 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN, {});
      B.element(Base, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD,
                TWOFOLD_ELEMENT_TESTED);
      EXPECT_EQ(findOwnElements(B.site(), B.launch(), Trips, 100).Own != 0,
                Trips == 3 || More == 0)
          << More;
    }
}

} // namespace
