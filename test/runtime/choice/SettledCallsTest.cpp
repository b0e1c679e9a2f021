// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/SettledCalls.h"

#include <gtest/gtest.h>

using namespace twofold;

TEST(SettledCalls, CallsInTurnHaveTheirOwnPlaces) {
  // Whatever their keys: these begin with the same bits.
  for (uint64_t First : {uint64_t(0), uint64_t(5) << 58, uint64_t(63) << 58}) {
    SettledCalls Calls;
    const uint64_t A = First + 1, B = First + 2, C = First + 3;
    for (uint64_t Key : {A, B, C})
      Calls.put(Key, 1, 3);
    for (int Turn = 0; Turn < 3; ++Turn)
      for (uint64_t Key : {A, B, C})
        EXPECT_TRUE(Calls.take(Key, 1)) << Turn;
    for (uint64_t Key : {A, B, C})
      EXPECT_FALSE(Calls.take(Key, 1));
  }
}

TEST(SettledCalls, AnArrivalEndsThem) {
  SettledCalls Calls;
  Calls.put(1, 1, 3);
  EXPECT_FALSE(Calls.take(1, 2));
  EXPECT_TRUE(Calls.take(1, 1));
}

TEST(SettledCalls, TheOneWithTheFewestCallsLeftGoes) {
  SettledCalls Calls;
  for (uint64_t Key = 1; Key <= 4; ++Key)
    Calls.put(Key, 1, uint32_t(Key));
  Calls.put(5, 1, 9);
  EXPECT_FALSE(Calls.take(1, 1));
  for (uint64_t Key = 2; Key <= 5; ++Key)
    EXPECT_TRUE(Calls.take(Key, 1)) << Key;
  Calls.put(5, 1, 1);
  EXPECT_TRUE(Calls.take(5, 1));
  EXPECT_FALSE(Calls.take(5, 1)) << "it was settled anew, in its own place";
}
