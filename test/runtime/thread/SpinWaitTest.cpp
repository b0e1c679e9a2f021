// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SpinWaitTest.cpp - how often a waiting thread looks ----------------===//
#include "thread/SpinWait.h"

#include <gtest/gtest.h>

using namespace twofold;

TEST(SpinWait, WhatIsThereIsNotWaitedFor) {
  using std::chrono::microseconds;
  unsigned Looks = 0;
  EXPECT_TRUE(spinUntil([&] { return ++Looks == 1; }, microseconds(0)));
  EXPECT_EQ(Looks, 1u);
  Looks = 0;
  EXPECT_TRUE(spinUntil([&] { return ++Looks == 50; }, microseconds(0)));
  EXPECT_EQ(Looks, 50u);
  // One round of looks, and a last one.
  Looks = 0;
  EXPECT_FALSE(spinUntil([&] { return ++Looks == 0; }, microseconds(0)));
  EXPECT_EQ(Looks, 66u);
}
