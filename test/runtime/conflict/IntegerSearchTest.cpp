// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IntegerSearchTest.cpp ----------------------------------------------===//
#include "conflict/IntegerSearch.h"
#include "Cases.h"

#include <gtest/gtest.h>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

TEST(IntegerSearch, solvesWhatItShould) {
  std::mt19937_64 Random(11);
  for (unsigned Try = 0; Try < cases(20000); ++Try) {
    auto Number = [&](int64_t Low, int64_t High) {
      return Low + int64_t(Random() % uint64_t(High - Low + 1));
    };
    IntegerSearch S;
    int64_t Low[3], High[3];
    for (int U = 0; U < 3; ++U) {
      Low[U] = Number(-6, 4);
      High[U] = Low[U] + Number(0, 6);
      ASSERT_EQ(S.unknown(Low[U], High[U]), unsigned(U));
    }
    int64_t Factors[2][3], From[2], To[2];
    for (int C = 0; C < 2; ++C) {
      LinearSum Sum;
      for (int U = 0; U < 3; ++U)
        Sum.Factors[unsigned(U)] = Factors[C][U] = Number(-9, 9);
      Sum.Constant = Number(-5, 5);
      From[C] = Number(-20, 20) - int64_t(Sum.Constant);
      To[C] = From[C] + Number(0, 3);
      S.between(Sum, From[C] + Sum.Constant, To[C] + Sum.Constant);
    }
    bool Expected = false;
    for (int64_t X = Low[0]; X <= High[0]; ++X)
      for (int64_t Y = Low[1]; Y <= High[1]; ++Y)
        for (int64_t Z = Low[2]; Z <= High[2]; ++Z) {
          bool Fits = true;
          for (int C = 0; C < 2; ++C) {
            int64_t Sum =
                Factors[C][0] * X + Factors[C][1] * Y + Factors[C][2] * Z;
            Fits &= Sum >= From[C] && Sum <= To[C];
          }
          Expected |= Fits;
        }
    ASSERT_EQ(S.solve(100000), Expected ? IntegerSearch::Outcome::Found
                                        : IntegerSearch::Outcome::None)
        << Try;
  }
}

TEST(IntegerSearch, largeEquationsOfTwoUnknownsTakeNoSteps) {
  // 1000003 x - 999983 y = 1 has its first solution far out.
  for (int64_t Most : {10000, 1000000}) {
    IntegerSearch S;
    LinearSum Sum;
    Sum.Factors[S.unknown(0, Most)] = 1000003;
    Sum.Factors[S.unknown(0, Most)] = -999983;
    S.between(Sum, 1, 1);
    EXPECT_EQ(S.solve(3), Most > 100000 ? IntegerSearch::Outcome::Found
                                        : IntegerSearch::Outcome::None);
  }
}

/// Tiles of 16 by 16 elements, in rows of Length elements, numbered through
/// with Columns of them beside each other: whether two of Tiles share an
/// element.
IntegerSearch::Outcome sharedTiles(int64_t Length, int64_t Columns,
                                   int64_t Tiles, unsigned Steps) {
  IntegerSearch S;
  const unsigned Number = S.unknown(0, Tiles - 1),
                 Further = S.unknown(1, Tiles - 1);
  LinearSum Apart, First, Second;
  First.Factors[Number] = Second.Factors[Number] = Second.Factors[Further] = 1;
  S.between(Second, 0, Tiles - 1);
  // Where one iteration is, and how far from there the other one is.
  const auto Digit = [&](int64_t Most, int64_t Bytes, int64_t Of) {
    LinearSum There;
    const unsigned Here = S.unknown(0, Most), Distance = S.unknown(-Most, Most);
    There.Factors[Here] = There.Factors[Distance] = 1;
    S.between(There, 0, Most);
    Apart.Factors[Distance] = Bytes;
    First.Factors[Here] = -Of;
    Second.Factors[Here] = Second.Factors[Distance] = -Of;
  };
  Digit(15, 4 * Length, 0);
  Digit(15, 4, 0);
  Digit(Tiles / Columns, 64 * Length, Columns);
  Digit(Columns - 1, 64, 1);
  S.between(First, 0, 0);
  S.between(Second, 0, 0);
  S.between(Apart, -3, 3);
  return S.solve(Steps);
}

TEST(IntegerSearch, tilesThatFitInRowsTakeFewSteps) {
  EXPECT_EQ(sharedTiles(512, 31, 31 * 31, 4), IntegerSearch::Outcome::None);
  EXPECT_EQ(sharedTiles(496, 31, 31 * 31, 4), IntegerSearch::Outcome::None);
  EXPECT_EQ(sharedTiles(495, 31, 31 * 31, 4000), IntegerSearch::Outcome::Found);
}

TEST(IntegerSearch, sumsOfDigitsAreTakenApartAsTheyShould) {
  std::mt19937_64 Random(13);
  unsigned Yes = 0;
  const unsigned Tries = cases(20000);
  for (unsigned Try = 0; Try < Tries; ++Try) {
    const auto Number = [&](int64_t Low, int64_t High) {
      return Low + int64_t(Random() % uint64_t(High - Low + 1));
    };
    IntegerSearch S;
    std::array<int64_t, 4> Low, High, Factors[2];
    std::array<int64_t, 2> From, To;
    for (unsigned U = 0; U < 4; ++U) {
      Low[U] = Number(-3, 2);
      High[U] = Low[U] + Number(0, 4);
      S.unknown(Low[U], High[U]);
    }
    for (unsigned C = 0; C < 2; ++C) {
      LinearSum Sum;
      for (unsigned U = 0; U < 4; ++U)
        Sum.Factors[U] = Factors[C][U] = (Number(0, 1) ? 1 : -1) *
                                         (int64_t(1) << 3 * Number(0, 3)) *
                                         Number(0, 2);
      From[C] = Number(-600, 600) / (Number(0, 1) ? 1 : 64);
      To[C] = From[C] + Number(0, 3);
      S.between(Sum, From[C], To[C]);
    }
    bool Expected = false;
    std::array<int64_t, 4> At = Low;
    for (bool More = true; More && !Expected;) {
      Expected = true;
      for (unsigned C = 0; C < 2; ++C) {
        int64_t Sum = 0;
        for (unsigned U = 0; U < 4; ++U)
          Sum += Factors[C][U] * At[U];
        Expected &= Sum >= From[C] && Sum <= To[C];
      }
      unsigned U = 0;
      while (U < 4 && ++At[U] > High[U]) {
        At[U] = Low[U];
        ++U;
      }
      More = U < 4;
    }
    Yes += Expected;
    ASSERT_EQ(S.solve(100000), Expected ? IntegerSearch::Outcome::Found
                                        : IntegerSearch::Outcome::None)
        << Try;
  }
  EXPECT_GT(Yes, Tries / 400);
}

/// A sum of multiples of unknowns, by their numbers.
LinearSum sum(std::vector<Wide> Factors) {
  LinearSum Out;
  std::copy(Factors.begin(), Factors.end(), Out.Factors.begin());
  return Out;
}

TEST(IntegerSearch, conditionsOnOneSumAreTakenTogether) {
  for (int64_t Sign : {1, -1}) {
    IntegerSearch S;
    for (int U = 0; U < 3; ++U)
      S.unknown(0, 1000000);
    S.between(sum({1, -1, 1}), 1, 2000000);
    S.between(sum({Sign, -Sign, Sign}), Sign > 0 ? -2000000 : 0,
              Sign > 0 ? 0 : 2000000);
    EXPECT_EQ(S.solve(3), IntegerSearch::Outcome::None) << Sign;
  }
}

/// What an equation says of one unknown may show that conditions on others are
/// on one sum.
TEST(IntegerSearch, equationsArePutIntoAllOthers) {
  for (int64_t Factor : {1, 2, 3}) {
    IntegerSearch S;
    for (int U = 0; U < 3; ++U)
      S.unknown(0, 1000000);
    S.between(sum({1, 0, -1}), 1, 2000000);
    S.between(sum({0, 1, -1}), -2000000, 0);
    S.between(sum({Factor, -Factor, 0}), 0, Factor - 1);
    EXPECT_EQ(S.solve(3), IntegerSearch::Outcome::None) << Factor;
  }
}

TEST(IntegerSearch, digitsOfDifferencesAreTakenApart) {
  IntegerSearch S;
  S.unknown(0, 1000000);
  S.unknown(0, 1000000);
  S.unknown(0, 15);
  S.unknown(0, 15);
  S.between(sum({2048, -2048, 4, -4}), -3, 3);
  S.between(sum({1, -1, 1, -1}), 1, 2000000);
  EXPECT_EQ(S.solve(3), IntegerSearch::Outcome::None);
}

/// 2 x + 4 y + 6 z + u is odd, and u = 2 v.
TEST(IntegerSearch, whatEquationsLeaveMayBeMultiples) {
  IntegerSearch S;
  for (int U = 0; U < 5; ++U)
    S.unknown(0, 1000000);
  S.between(sum({2, 4, 6, 1, 0}), 100021, 100021);
  S.between(sum({0, 0, 0, 1, -2}), 0, 0);
  EXPECT_EQ(S.solve(3), IntegerSearch::Outcome::None);
}

/// Two lines that are nearly parallel meet between integers.
TEST(IntegerSearch, linesOfTwoUnknownsTakeFewSteps) {
  IntegerSearch S;
  S.unknown(0, 1000000000000);
  S.unknown(0, 1000000);
  S.between(sum({1, -1000003}), 0, 1);
  S.between(sum({1, -999983}), 5, 6);
  S.between(sum({1, 1}), 0, 2000000000000); // says nothing
  EXPECT_EQ(S.solve(3), IntegerSearch::Outcome::None);
}

/// Sums that other sums are put into grow by products of their factors.
TEST(IntegerSearch, sidesThatHaveGrownAreNotMultiplied) {
  constexpr Wide Large = Wide(1) << 54;
  IntegerSearch S;
  for (int U = 0; U < 4; ++U)
    S.unknown(-Large, Large);
  S.between(sum({1, 1, 0, 0}), Large, Large);
  S.between(sum({Large, Large, 1, 0}), 0, 0);
  S.between(sum({0, 0, Large, 1}), 0, 0);
  EXPECT_EQ(S.solve(3), IntegerSearch::Outcome::None);
}

TEST(IntegerSearch, equationsWithLargeFactorsAreNotPutIntoOthers) {
  constexpr Wide Large = Wide(1) << 54;
  IntegerSearch S;
  for (int U = 0; U < 3; ++U)
    S.unknown(-Large, Large);
  for (int U = 0; U < 2; ++U)
    S.unknown(-1000, 1000);
  S.between(sum({1, 0, 0, Large, -Large}), 0, 0);
  S.between(sum({Large, Large, 1, 0, 0}), 0, 0);
  EXPECT_EQ(S.solve(1000), IntegerSearch::Outcome::Found);
}

TEST(IntegerSearch, numbersThatAreTooLargeAreGivenUp) {
  constexpr Wide Limit = IntegerSearch::Limit;
  using Outcome = IntegerSearch::Outcome;
  const auto With = [](auto Say) {
    IntegerSearch S;
    S.unknown(0, 1);
    Say(S);
    return S.solve(1000);
  };
  for (Wide More : {0, 1}) {
    const Outcome Expected = More ? Outcome::GaveUp : Outcome::Found;
    for (Wide Sign : {-1, 1}) {
      const Wide End = Sign * (Limit + More);
      EXPECT_EQ(With([&](IntegerSearch &S) {
                  Sign < 0 ? S.unknown(End, 0) : S.unknown(0, End);
                }),
                Expected);
      EXPECT_EQ(With([&](IntegerSearch &S) { S.greatest(sum({End})); }),
                Expected);
      EXPECT_EQ(
          With([&](IntegerSearch &S) { S.between(sum({End}), -Limit, Limit); }),
          Expected);
      EXPECT_EQ(With([&](IntegerSearch &S) {
                  S.between(sum({1}), std::min<Wide>(End, 0),
                            std::max<Wide>(End, 0));
                }),
                Expected);
    }
  }
  IntegerSearch Many;
  for (unsigned U = 0; U < LinearSum::Most; ++U)
    EXPECT_EQ(Many.unknown(0, 1), U);
  EXPECT_EQ(Many.solve(100), Outcome::Found);
  Many.unknown(0, 1);
  EXPECT_EQ(Many.solve(100), Outcome::GaveUp);
  Many.clear();
  Many.unknown(0, 1);
  EXPECT_EQ(Many.solve(100), Outcome::Found);
  Many.giveUp();
  EXPECT_EQ(Many.solve(100), Outcome::GaveUp);
}

} // namespace
