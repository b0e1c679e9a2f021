// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoadedNumbersTest.cpp - what places are computed of ---------------===//
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

/// `y[f(index[i])] = ...`, where f is a division by three or what remains.
TEST(LoadedConflicts, quotientsAndRemaindersAreRoundedDown) {
  for (int64_t Code : {TWOFOLD_NUMBER_QUOTIENT, TWOFOLD_NUMBER_REMAINDER})
    for (std::vector<int32_t> Index :
         {std::vector<int32_t>{-1, 0}, {-3, -1}, {2, 3}, {3, 5}, {-1, 2}}) {
      SiteBuilder B;
      const int I = B.dim(0, 1, Index.size());
      const uint32_t Y = B.base(at(1 << 20), "y"),
                     From = B.base(Index.data(), "index");
      const int L = B.loadedAxis(From, 4, true, {{4, I}});
      const int F = B.numberAxis(Code, 0, 0, {{1, L}}, {{3, -1}});
      const uint32_t Write = B.reference(Y, 8, W, {{8, F}});
      B.loadedConflict(Write, Write);
      auto Made = [&](int32_t V) {
        const int32_t Rest = (V % 3 + 3) % 3;
        return Code == TWOFOLD_NUMBER_QUOTIENT ? (V - Rest) / 3 : Rest;
      };
      EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), Index.size(),
                                   std::nullopt, always)
                    .has_value(),
                Made(Index[0]) == Made(Index[1]))
          << Code << " " << Index[0] << " " << Index[1];
    }
}

/// `y[index[i] % 5] = ...`, or a quotient, of the least of all numbers.
TEST(LoadedConflicts, theLeastNumberHasQuotientsAndRemainders) {
  constexpr int64_t Least = INT64_MIN; // 5 * (Least / 5 - 1) + 2
  for (int64_t Code : {TWOFOLD_NUMBER_QUOTIENT, TWOFOLD_NUMBER_REMAINDER})
    for (int64_t Other : {Least + 1, int64_t(7), int64_t(8)}) {
      SiteBuilder B;
      const std::vector<int64_t> Index = {Least, Other};
      const int I = B.dim(0, 1, Index.size());
      const uint32_t Y = B.base(at(1 << 20), "y"),
                     From = B.base(Index.data(), "index");
      const int L = B.loadedAxis(From, 8, true, {{8, I}});
      const int F = B.numberAxis(Code, 0, 0, {{1, L}}, {{5, -1}});
      const uint32_t Write = B.reference(Y, 1, W, {{1, F}});
      B.loadedConflict(Write, Write);
      EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), Index.size(),
                                   std::nullopt, always)
                    .has_value(),
                Code == TWOFOLD_NUMBER_QUOTIENT ? Other == Least + 1
                                                : Other == 7)
          << Code << " " << Other;
    }
}

/// `y[i * (i + add) + from] = ...` for i from -2 to 2 and what is read at y[0].
TEST(LoadedConflicts, productsMeetWhereTheyAreOneNumber) {
  for (int64_t Add : {0, 1, 5})
    for (int64_t From : {0, 1, 7}) {
      SiteBuilder B;
      const int I = B.dim(-2, 1, 5);
      const uint32_t Y = B.base(at(1 << 20), "y");
      const int P =
          B.numberAxis(TWOFOLD_NUMBER_PRODUCT, 0, 0, {{1, I}}, {{1, I}, {Add}});
      const uint32_t Write = B.reference(Y, 8, W, {{8, P}, {8 * From}});
      const uint32_t Read = B.reference(Y, 8, TWOFOLD_ACCESS_READ, {});
      B.loadedConflict(Write, Read);
      bool Meets = false;
      for (int64_t V = -2; V <= 2; ++V)
        Meets |= V * (V + Add) + From == 0;
      EXPECT_EQ(
          findLoadedConflict(B.site(), B.launch(), 5, std::nullopt, always)
              .has_value(),
          Meets)
          << Add << " " << From;
    }
}

/// `y[f(i * large, than)] = ...`, where f is what hashes are made of: whether
/// one of its numbers, but for the last 4 bits, comes twice.
TEST(LoadedConflicts, hashesAreComputedInTheirLast64Bits) {
  const auto Made = [](int64_t Code, uint64_t X, uint64_t Than) -> uint64_t {
    switch (Code) {
    case TWOFOLD_NUMBER_XOR:
      return X ^ Than;
    case TWOFOLD_NUMBER_OR:
      return X | Than;
    case TWOFOLD_NUMBER_AND:
      return X & Than;
    case TWOFOLD_NUMBER_WRAPPED:
      return X * Than;
    case TWOFOLD_NUMBER_SHIFTED:
      return X >> Than;
    case TWOFOLD_NUMBER_SHIFTED_UP:
      return X << Than;
    case TWOFOLD_NUMBER_DIVIDED:
      return X / Than;
    default:
      return X % Than;
    }
  };
  constexpr uint64_t Large = 0x9e3779b97f4a7c15, Trips = 40;
  for (int64_t Code = TWOFOLD_NUMBER_XOR; Code <= TWOFOLD_NUMBER_REST; ++Code)
    for (uint64_t Than : {5, 29, 60, 63})
      for (uint64_t Bits : {7, 9, 10, 12}) {
        SiteBuilder B;
        const int I = B.dim(0, 1, Trips);
        const uint32_t Y = B.base(at(1 << 20), "y");
        const int F =
            B.numberAxis(Code, 0, 0, {{int64_t(Large), I}}, {{int64_t(Than)}});
        const int Down =
            B.numberAxis(TWOFOLD_NUMBER_SHIFTED, 0, 0, {{1, F}}, {{4}});
        const int Left = B.numberAxis(TWOFOLD_NUMBER_AND, 0, 0, {{1, Down}},
                                      {{(1 << Bits) - 1}});
        const uint32_t Write = B.reference(Y, 8, W, {{8, Left}});
        B.loadedConflict(Write, Write);
        std::set<uint64_t> Places;
        for (uint64_t V = 0; V < Trips; ++V)
          Places.insert((Made(Code, V * Large, Than) >> 4) & ((1 << Bits) - 1));
        EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), Trips, std::nullopt,
                                     always)
                      .has_value(),
                  Places.size() != Trips)
            << Code << " " << Than << " " << Bits;
      }
}

/// `for (j = 0; j < count && key[j] != v[i]; j += step) ; y[j] = ...`.
static bool searchesMeet(const std::vector<int32_t> &Key,
                         const std::vector<int32_t> &V, int64_t Step) {
  SiteBuilder B;
  const int I = B.dim(0, 1, V.size());
  const uint32_t Y = B.base(at(1 << 20), "y"), Keys = B.base(Key.data(), "key"),
                 From = B.base(V.data(), "v");
  // The numbers of axes that are named before they are there.
  const int J = I + 1, Goes = I + 6;
  EXPECT_EQ(B.numberAxis(TWOFOLD_NUMBER_STATE, 0, 0, {{0}}, {{1, J}, {Step}}),
            J);
  B.setParent(J, Goes);
  const int Found = B.loadedAxis(Keys, 4, true, {{4, J}});
  const int Wanted = B.loadedAxis(From, 4, true, {{4, I}});
  const int Within = B.numberAxis(TWOFOLD_NUMBER_REACHED, 0, 0,
                                  {{int64_t(Key.size()) - 1}}, {{1, J}});
  const int Differs =
      B.numberAxis(TWOFOLD_NUMBER_DIFFERS, 0, 0, {{1, Found}}, {{1, Wanted}});
  EXPECT_EQ(
      B.numberAxis(TWOFOLD_NUMBER_PRODUCT, 0, 0, {{1, Within}}, {{1, Differs}}),
      Goes);
  const uint32_t Write = B.reference(Y, 8, W, {{8, J}});
  B.loadedConflict(Write, Write);
  return findLoadedConflict(B.site(), B.launch(), V.size(), std::nullopt,
                            always)
      .has_value();
}

TEST(LoadedConflicts, loopsAreGoneThrough) {
  EXPECT_FALSE(searchesMeet({5, 7, 9, 11}, {9, 5, 11}, 1));
  EXPECT_FALSE(searchesMeet({5, 7, 9, 11}, {9, 5, 8}, 1));
  EXPECT_TRUE(searchesMeet({5, 7, 9, 11}, {9, 5, 9}, 1));
  EXPECT_TRUE(searchesMeet({5, 7, 9, 11}, {6, 5, 8}, 1));
  // Nothing is told of a loop that does not end.
  EXPECT_FALSE(searchesMeet({5, 7, 9, 11}, {6, 6}, 0));
}

/// `for (j = low[i]; j <= high[i]; j += step) y[j + ahead] = y[j]`, and without
/// what it reads: the answer where the rows of all iterations are compared.
struct RowsOfIterations {
  std::vector<int32_t> Low, High;
  int64_t Step = 1, Ahead = 0;
  bool Reads = false;

  bool find(std::optional<uint64_t> Sample) const {
    SiteBuilder B;
    const int I = B.dim(0, 1, Low.size());
    const uint32_t Y = B.base(at(1 << 20), "y"),
                   Begin = B.base(Low.data(), "low"),
                   End = B.base(High.data(), "high");
    const int First = B.loadedAxis(Begin, 4, true, {{4, I}});
    const int Last = B.loadedAxis(End, 4, true, {{4, I}});
    const int J = B.conflictAxis({{1, First}}, {{1, Last}}, Step);
    const uint32_t Write = B.reference(Y, 8, W, {{8, J}, {8 * Ahead}});
    B.loadedConflict(Write, Reads ? B.reference(Y, 8, R, {{8, J}}) : Write);
    return findLoadedConflict(B.site(), B.launch(), Low.size(), Sample, always)
        .has_value();
  }
  bool expected() const {
    std::map<int64_t, std::set<size_t>> Writers;
    const auto EachOf = [&](size_t I, auto &&Do) {
      for (int64_t N = 0; N <= High[I] - Low[I]; N += std::abs(Step))
        Do(Step > 0 ? Low[I] + N : High[I] - N);
    };
    for (size_t I = 0; I < Low.size(); ++I)
      EachOf(I, [&](int64_t J) { Writers[J + Ahead].insert(I); });
    bool Meet = false;
    for (size_t I = 0; I < Low.size(); ++I)
      EachOf(I, [&](int64_t J) {
        const auto At = Writers.find(Reads ? J : J + Ahead);
        Meet |= At != Writers.end() && At->second.size() > At->second.count(I);
      });
    return Meet;
  }
};

TEST(LoadedConflicts, rowsAreComparedByTheirEnds) {
  std::mt19937 Random(7);
  unsigned Meet = 0;
  for (unsigned Case = 0; Case < 400; ++Case) {
    RowsOfIterations Rows;
    Rows.Step = Random() % 2 ? 1 : -1;
    Rows.Reads = Random() % 2;
    Rows.Ahead = Rows.Reads ? int64_t(Random() % 5) - 2 : 0;
    for (int I = 0; I < 12; ++I) {
      const int At = Random() % 20 ? I : int(Random() % 12);
      Rows.Low.push_back(At * 6 + int(Random() % 3));
      Rows.High.push_back(Rows.Low.back() + int(Random() % 4) - 1);
    }
    ASSERT_EQ(Rows.find(std::nullopt), Rows.expected()) << Case;
    ASSERT_EQ(Rows.find(0), Rows.expected()) << Case;
    Meet += Rows.expected();
  }
  EXPECT_GT(Meet, 50u);
  EXPECT_LT(Meet, 350u);
}

/// One block of thousands goes on into another one that is far away.
TEST(LoadedConflicts, rowsThatMeetFarAwayAreSeen) {
  RowsOfIterations Rows;
  for (int I = 0; I < 3000; ++I) {
    Rows.Low.push_back(I * 1000);
    Rows.High.push_back(I * 1000 + 999);
  }
  EXPECT_FALSE(Rows.find(0));
  Rows.Low[1700] = Rows.High[1700] = 200 * 1000 + 500;
  EXPECT_TRUE(Rows.find(0));
}

/// `if (x op by == is) y[0] = ...`, in two iterations.
static bool bothAre(int64_t Code, int64_t X, int64_t By, int64_t Is) {
  SiteBuilder B;
  B.dim(0, 1, 2);
  const uint32_t Y = B.base(at(1 << 20), "y");
  const int Made = B.numberAxis(Code, 0, 0, {{X, -1}}, {{By, -1}});
  const uint32_t Write = B.reference(Y, 8, W, {}, 0, {{{{1, Made}}, Is, Is}});
  B.loadedConflict(Write, Write);
  return findLoadedConflict(B.site(), B.launch(), 2, std::nullopt, always)
      .has_value();
}

TEST(LoadedConflicts, numbersBelow0DivideAsInC) {
  for (int64_t X : {0, 1, 7, 8, 40})
    for (int64_t By : {-1, -4, -7}) {
      EXPECT_TRUE(bothAre(TWOFOLD_NUMBER_QUOTIENT, X, By, X / By));
      EXPECT_FALSE(bothAre(TWOFOLD_NUMBER_QUOTIENT, X, By, X / By + 1));
      EXPECT_TRUE(bothAre(TWOFOLD_NUMBER_REMAINDER, X, By, X % By));
      EXPECT_FALSE(bothAre(TWOFOLD_NUMBER_REMAINDER, X, By, X % By + 1));
    }
  // What a shift by 63 divides by.
  EXPECT_TRUE(bothAre(TWOFOLD_NUMBER_QUOTIENT, -5, INT64_MIN, -1));
  EXPECT_FALSE(bothAre(TWOFOLD_NUMBER_QUOTIENT, 5, INT64_MIN, -1));
}

TEST(LoadedConflicts, conditionsOnNumbersTooLargeHold) {
  EXPECT_TRUE(bothAre(TWOFOLD_NUMBER_PRODUCT, INT64_MAX, 3, 7));
  EXPECT_FALSE(bothAre(TWOFOLD_NUMBER_PRODUCT, INT64_MAX, 1, 7));
  EXPECT_TRUE(bothAre(TWOFOLD_NUMBER_QUOTIENT, 5, 0, 7));
}

} // namespace
