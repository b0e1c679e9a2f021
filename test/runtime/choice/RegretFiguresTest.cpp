// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegretFiguresTest.cpp - the arithmetic of the regret benchmark -----===//
#include "../bench/RegretFigures.h"

#include <gtest/gtest.h>

namespace {

TEST(RegretFigures, TheChoiceIsPaidInTheReferencesTimes) {
  // The process that chooses is slow, whatever it has chosen.
  RegretFigures F{{10, 12}, {21, 20}, 15, 0};
  EXPECT_DOUBLE_EQ(F.best(), 10);
  EXPECT_DOUBLE_EQ(F.ofChoice(), 0);
  EXPECT_DOUBLE_EQ(F.ofProcess(), 0.5);
  EXPECT_NEAR(F.noise(), 0.2, 1e-12);
  EXPECT_FALSE(F.onWrongSide());
  F.OnDevice = 1;
  EXPECT_DOUBLE_EQ(F.ofChoice(), 1);
  EXPECT_TRUE(F.onWrongSide());
  F.OnDevice = 0.01;
  EXPECT_NEAR(F.ofChoice(), 0.01, 1e-12);
  EXPECT_FALSE(F.onWrongSide());
}

TEST(RegretFigures, TheBestSideHasTheNoise) {
  RegretFigures F{{30, 31}, {8, 10}, 9, 1};
  EXPECT_FALSE(F.nativeWins());
  EXPECT_DOUBLE_EQ(F.ofChoice(), 0);
  EXPECT_DOUBLE_EQ(F.noise(), 0.25);
  EXPECT_DOUBLE_EQ(F.ofProcess(), 0.125);
  F.OnDevice = 0.5;
  EXPECT_DOUBLE_EQ(F.ofChoice(), (8 + 30) / 16.0 - 1);
}

TEST(RegretFigures, ASideThatWasNotMeasuredIsNoReference) {
  RegretFigures F{{10, 11}, {1e300, 1e300}, 10, 0};
  EXPECT_DOUBLE_EQ(F.ofChoice(), 0);
  F.OnDevice = 0.001;
  EXPECT_TRUE(F.onWrongSide());
}

TEST(RegretFigures, Percentiles) {
  std::vector<double> Values;
  for (int I = 0; I < 100; ++I)
    Values.push_back((I * 37) % 100);
  EXPECT_EQ(percentile(Values, 0.5), 50);
  EXPECT_EQ(percentile(Values, 0.95), 95);
  EXPECT_EQ(percentile({3}, 0.95), 3);
  EXPECT_EQ(percentile({3, 1}, 1), 3);
}

} // namespace
