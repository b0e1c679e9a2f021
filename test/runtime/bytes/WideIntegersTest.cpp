// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WideIntegersTest.cpp - calculations against all small numbers ------===//
#include "bytes/WideIntegers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

using namespace twofold;

namespace {

/// Calls Each with all pairs of small numbers, and of some beyond 64 bits.
template <typename Function> void forPairs(Function Each) {
  for (int A = -12; A <= 12; ++A)
    for (int B = -12; B <= 12; ++B)
      for (Wide Scale : {Wide(1), Wide(1) << 70})
        Each(A, B, Scale);
}

} // namespace

TEST(WideIntegers, QuotientsAreRounded) {
  forPairs([](int A, int B, Wide Scale) {
    if (B == 0)
      return;
    EXPECT_EQ(int(floorDiv(A * Scale, B * Scale)), std::floor(double(A) / B));
    EXPECT_EQ(int(ceilDiv(A * Scale, B * Scale)), std::ceil(double(A) / B));
    EXPECT_EQ(int(quotient(A * Scale, B * Scale)), A / B);
  });
  EXPECT_EQ(quotient(INT64_MIN, -1), -Wide(INT64_MIN));
}

TEST(WideIntegers, DivisorsAreCommonAndGreatest) {
  forPairs([](int A, int B, Wide Scale) {
    Wide X = 77, Y = 77;
    EXPECT_EQ(gcd(A * Scale, B * Scale), std::gcd(A, B) * Scale);
    EXPECT_EQ(gcd(A * Scale, B * Scale, X, Y), std::gcd(A, B) * Scale);
    EXPECT_EQ(A * X + B * Y, std::gcd(A, B));
  });
}

TEST(WideIntegers, CutLeavesWhatIsBetween) {
  for (int Step = -3; Step <= 3; ++Step)
    for (int Low = -8; Low <= 8; ++Low)
      for (int High = Low - 1; High <= 8; ++High) {
        Wide From = -2, To = 3;
        const bool Any = cut(1, Step, Low, High, From, To);
        bool Found = false;
        for (int T = -2; T <= 3; ++T) {
          const bool Between = Low <= 1 + T * Step && 1 + T * Step <= High;
          EXPECT_EQ(Between, Any && From <= T && T <= To)
              << Step << " " << Low << " " << High << " " << T;
          Found |= Between;
        }
        EXPECT_EQ(Any, Found);
      }
}
