// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "depend/LinearSystem.h"
#include "access/AffineForms.h"

#include "gtest/gtest.h"
#include <random>

using namespace twofold;

namespace {

using Search = LinearSystem::Search;
constexpr int64_t Large = int64_t(1) << 60; ///< too large to keep

LinearRow row(std::initializer_list<int64_t> Coefficients, int64_t Constant) {
  return {llvm::SmallVector<int64_t, 16>(Coefficients), Constant};
}
LinearRow negated(LinearRow Row) {
  for (int64_t &C : Row.Coefficients)
    C = -C;
  Row.Constant = -Row.Constant;
  return Row;
}
LinearSystem system(unsigned Variables, std::initializer_list<LinearRow> Rows) {
  LinearSystem Out;
  while (Variables-- > 0)
    Out.addVariable();
  for (const LinearRow &Row : Rows)
    Out.addAtLeastZero(Row);
  return Out;
}
Search search(const LinearSystem &System, unsigned Steps = 10000) {
  return System.search(Steps);
}

TEST(LinearRow, SaysWhetherItsNumbersFit) {
  LinearRow Row;
  EXPECT_EQ(Row.at(0), 0);
  EXPECT_TRUE(Row.add(2, Large - 2));
  EXPECT_TRUE(Row.add(2, 1));
  EXPECT_EQ(Row.at(2), Large - 1);
  EXPECT_EQ(Row.at(1), 0);
  EXPECT_FALSE(Row.add(2, 1));
  EXPECT_TRUE(Row.add(0, 1 - Large));
  EXPECT_FALSE(Row.add(0, -1));
  EXPECT_FALSE(LinearRow().add(0, INT64_MAX));
  EXPECT_TRUE(Row.add(1, -1));
  EXPECT_FALSE(Row.add(1, INT64_MIN));
}

TEST(LinearSystem, ConstantsDecide) {
  EXPECT_EQ(search(system(0, {row({}, 0)})), Search::Found);
  EXPECT_FALSE(system(0, {row({}, 0)}).isImpossible());
  for (const LinearSystem &No :
       {system(0, {row({}, -1)}), system(1, {row({0}, -1), row({}, 3)}),
        system(1, {row({1}, 0), row({-1}, -1)})}) {
    EXPECT_TRUE(No.isImpossible());
    EXPECT_EQ(search(No), Search::None);
  }
}

TEST(LinearSystem, IntegersAreBetweenNoNumbers) {
  // 2x = 1, and 6x + 4y = 3 somewhere in a box.
  EXPECT_TRUE(system(1, {row({2}, -1), row({-2}, 1)}).isImpossible());
  const LinearRow Sum = row({6, 4}, -3);
  EXPECT_TRUE(system(2, {Sum, negated(Sum)}).isImpossible());
  // -3x + 1 >= 0 leaves 0, and 3x + 2 >= 0, too.
  EXPECT_EQ(search(system(1, {row({-3}, 1), row({3}, 2)})), Search::Found);
  EXPECT_EQ(search(system(1, {row({-3}, 1), row({3}, -1)})), Search::None);
}

TEST(LinearSystem, WhatHasNoBoundsIsNotSearched) {
  EXPECT_EQ(search(system(1, {row({1}, 0)})), Search::GaveUp);
  EXPECT_EQ(search(system(1, {row({-1}, 0)})), Search::GaveUp);
  EXPECT_EQ(search(system(2, {row({2, -3}, 0), row({-2, 3}, 0)})),
            Search::GaveUp);
  // A variable that no row speaks of needs none.
  EXPECT_EQ(search(system(3, {row({0, 1}, 0), row({0, -1}, 2)})),
            Search::Found);
}

TEST(LinearSystem, StepsAreCounted) {
  const LinearSystem Any = system(1, {row({1}, 0), row({-1}, 9)});
  unsigned Steps = 5;
  EXPECT_EQ(Any.search(Steps), Search::Found);
  EXPECT_EQ(Steps, 4u);
  Steps = 0;
  EXPECT_EQ(Any.search(Steps), Search::GaveUp);
  // 3x + 5y = 7 has no solution from 0 on, which is seen at each x.
  const LinearRow Sum = row({3, 5}, -7);
  const LinearSystem No =
      system(2, {Sum, negated(Sum), row({1}, 0), row({0, 1}, 0), row({-1}, 9)});
  Steps = 100;
  EXPECT_EQ(No.search(Steps), Search::None);
  EXPECT_GE(Steps, 90u);
}

TEST(LinearSystem, WhatWasLeftOutMayForbidASolution) {
  const auto Box = {row({1}, 0), row({-1}, 1)};
  LinearSystem Some = system(1, Box), None = system(1, Box);
  None.addAtLeastZero(row({1}, -2));
  for (LinearSystem *Each : {&Some, &None})
    Each->setIncomplete();
  EXPECT_EQ(search(Some), Search::GaveUp);
  EXPECT_EQ(search(None), Search::None);
  for (int64_t Constant : {Large - 1, Large, 1 - Large, -Large}) {
    LinearSystem Wide = system(1, Box);
    Wide.addAtLeastZero(row({1}, Constant));
    EXPECT_EQ(search(Wide), Constant == Large - 1   ? Search::Found
                            : Constant == 1 - Large ? Search::None
                                                    : Search::GaveUp);
  }
}

TEST(LinearSystem, NumbersThatGrowTooLargeAreLeftOut) {
  // x = 2^40 y in a row with 2^40 x.
  const int64_t Factor = int64_t(1) << 40;
  const LinearRow Equal = row({1, -Factor}, 0);
  const auto Grown = [&](int64_t Times) {
    return system(3, {Equal, negated(Equal), row({0, 1}, 0), row({0, -1}, 1),
                      row({0, 0, 1}, 0), row({0, 0, -1}, 1),
                      row({Times, 0, 1}, 0)});
  };
  EXPECT_EQ(search(Grown(1)), Search::Found);
  EXPECT_EQ(search(Grown(Factor)), Search::GaveUp);
  EXPECT_EQ(search(Grown(-Factor)), Search::GaveUp);
  EXPECT_FALSE(Grown(Factor).isImpossible());
}

TEST(LinearSystem, FormsAreRows) {
  FormSystem System;
  unsigned Met = 0;
  const auto Count = [&](const Monomial &) { ++Met; };
  const AffineForm I = axisForm(0), N = valueForm(0);
  System.atLeastZero(*difference(N, I), Count);
  System.atLeastZero(I, Count);
  EXPECT_EQ(Met, 2u);
  System.atLeastZero(*product(N, I), Count);
  EXPECT_EQ(Met, 3u);
  EXPECT_FALSE(System.isImpossible());
  System.atLeastZero(*difference(constantForm(-1), N));
  EXPECT_TRUE(System.isImpossible());
  // What overflows is left out.
  for (const AffineForm &Form :
       {AffineForm{{INT64_MAX, {}, -1}, {1, {}, -1}}, *scaled(I, INT64_MAX)}) {
    FormSystem Wide;
    Wide.atLeastZero(Form);
    Wide.atLeastZero(I);
    Wide.atLeastZero(*difference(constantForm(1), I));
    EXPECT_EQ(search(Wide), Search::GaveUp);
  }
}

/// Boxes with random rows and equations, against trying all their points.
TEST(LinearSystem, RandomSystemsAgreeWithTryingAllPoints) {
  std::mt19937 Random(7);
  const auto Between = [&](int Low, int High) {
    return Low + int(Random() % unsigned(High - Low + 1));
  };
  unsigned Proven = 0, Unsolved = 0, Solved = 0;
  for (unsigned Round = 0; Round != 4000; ++Round) {
    std::vector<LinearRow> Rows;
    int Ends[3][2];
    for (unsigned V = 0; V != 3; ++V) {
      Ends[V][0] = Between(-3, 1);
      Ends[V][1] = Ends[V][0] + Between(0, 4);
      LinearRow Low, High;
      Low.add(V, 1);
      Low.Constant = -Ends[V][0];
      High.add(V, -1);
      High.Constant = Ends[V][1];
      Rows.push_back(Low);
      Rows.push_back(High);
    }
    for (int More = Between(1, 3); More > 0; --More) {
      const LinearRow Row{{Between(-4, 4), Between(-4, 4), Between(-4, 4)},
                          Between(-9, 6)};
      Rows.push_back(Row);
      if (Between(0, 2) == 0)
        Rows.push_back(negated(Row));
    }
    LinearSystem System = system(3, {});
    for (const LinearRow &Row : Rows)
      System.addAtLeastZero(Row);
    bool Any = false;
    for (int X = Ends[0][0]; X <= Ends[0][1]; ++X)
      for (int Y = Ends[1][0]; Y <= Ends[1][1]; ++Y)
        for (int Z = Ends[2][0]; Z <= Ends[2][1]; ++Z)
          Any |= llvm::all_of(Rows, [&](const LinearRow &Row) {
            return Row.at(0) * X + Row.at(1) * Y + Row.at(2) * Z +
                       Row.Constant >=
                   0;
          });
    ASSERT_EQ(search(System), Any ? Search::Found : Search::None) << Round;
    const bool Impossible = System.isImpossible();
    ASSERT_FALSE(Any && Impossible) << Round;
    (Any ? Solved : Unsolved) += 1;
    Proven += Impossible;
  }
  EXPECT_GT(Solved, 1000u);
  EXPECT_GT(Unsolved, 1000u);
  // What is proven of these today.
  EXPECT_GE(Proven, 2488u);
}

} // namespace
