// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/TeamState.h"

#include <gtest/gtest.h>

using namespace twofold;

TEST(TeamState, SleepsAtFirstAndAfterAWhile) {
  TeamState Team;
  EXPECT_FALSE(Team.hot(1000, 200));
  Team.note(1000);
  EXPECT_TRUE(Team.hot(1000, 200));
  EXPECT_TRUE(Team.hot(1199, 200));
  EXPECT_FALSE(Team.hot(1200, 200));
  EXPECT_FALSE(Team.hot(1000, 0)); // threads that never spin
}

TEST(TeamState, IsWokenWhenThatIsPaid) {
  TeamState Team;
  EXPECT_TRUE(Team.worthWaking(100, 100)); // one loop is worth it
  unsigned Alone = 0;
  while (!Team.worthWaking(10, 100))
    ++Alone;
  EXPECT_EQ(Alone, 9u); // lost as much as waking costs, no more
  EXPECT_FALSE(Team.worthWaking(10, 100));
}

TEST(TeamState, TheClockGoesOn) {
  EXPECT_GT(TeamState::now(), 0);
  EXPECT_LE(TeamState::now(), TeamState::now());
}
