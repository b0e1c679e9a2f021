// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PlacementStaysTest.cpp - how stays of arrays on a device end -------===//
#include "choice/Placement.h"

#include <gtest/gtest.h>

using namespace twofold;

TEST(PlacementStays, AWayHomeThatWasChosenIsNoEndOfAStay) {
  PlacementTable Table;
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  ASSERT_EQ(Table.choose({A}, 101), Side::Device);
  A.HostOnly = 0, A.DeviceOnly = 1;
  ASSERT_EQ(Table.choose({A}, -101), Side::Host);
  A.HostOnly = 1, A.DeviceOnly = 0;
  StayWorth Stay;
  (void)Table.choose({A}, 1, true, nullptr, &Stay);
  EXPECT_FALSE(Stay.Ended);
}

TEST(PlacementStays, NothingIsDoubtedWhereNothingSpeaksForTheDevice) {
  PlacementTable Table;
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  ASSERT_EQ(Table.choose({A}, 200), Side::Device);
  ASSERT_EQ(Table.choose({A}, -1), Side::Host); // the host has written it
  EXPECT_TRUE(Table.atRest());
  EXPECT_EQ(Table.choose({A}, 101), Side::Device);
}

TEST(PlacementStays, WhatWasForgottenHoldsNoArraysTogether) {
  const auto Array = [](uint64_t Begin, uint64_t End) {
    return ArrayPlace{{Begin, End}, 1e9, 1e9, 1, 0, true};
  };
  PlacementTable Table;
  Table.choose({Array(1 << 30, (1 << 30) + 200)}, 1);
  size_t Before = 0;
  for (uint64_t At = 0; Table.size() > Before; At += 64) {
    Before = Table.size();
    Table.choose({Array(At, At + 64)}, 1);
  }
  ASSERT_EQ(Table.size(), 1u);
  Table.choose({Array(1 << 30, (1 << 30) + 100)}, 1);
  Table.choose({Array((1 << 30) + 100, (1 << 30) + 200)}, 1);
  EXPECT_EQ(Table.size(), 3u);
}

TEST(PlacementStays, ArraysThatAreNoneAnyMoreAreForgotten) {
  const auto Array = [](uint64_t Begin, uint64_t End) {
    return ArrayPlace{{Begin, End}, 50, 50, 1, 0, true};
  };
  PlacementTable Table;
  Table.choose({Array(0x1000, 0x3000)}, 50);
  Table.choose({Array(0x1000, 0x3000)}, -50);
  ASSERT_TRUE(Table.atRest());
  Table.choose({Array(0x1000, 0x2000)}, 1);
  Table.choose({Array(0x2000, 0x3000)}, 1);
  EXPECT_EQ(Table.size(), 2u);
}

TEST(PlacementStays, ArraysThatTurnOutToBeOneKeepTheirStay) {
  PlacementTable Table;
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  ASSERT_EQ(Table.choose({A}, 200), Side::Device);
  A.Range = {0x1000, 0x2800};
  StayWorth Stay;
  (void)Table.choose({A}, 1, true, nullptr, &Stay);
  EXPECT_TRUE(Stay.Ended) << "the host has written it";
  // What is known already is of the larger array, too.
  A.Range = {0x1000, 0x3000};
  Stay = {};
  (void)Table.choose({A}, 1, true, nullptr, &Stay);
  EXPECT_TRUE(Stay.Ended);
}

TEST(PlacementStays, WhatTheHostHasBroughtHomePaysItsNextJourneyTwice) {
  for (double Gain : {0, 99, 101}) {
    PlacementTable Table;
    ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
    ASSERT_EQ(Table.choose({A}, 101), Side::Device);
    A.HostOnly = 0, A.DeviceOnly = 1;
    ASSERT_EQ(Table.choose({A}, Gain), Side::Device);
    A.HostOnly = 1, A.DeviceOnly = 0;
    unsigned Calls = 1;
    while (Table.choose({A}, 10) == Side::Host && Calls < 100)
      ++Calls;
    // Unless the stay has paid its journey back.
    EXPECT_EQ(Calls, Gain < 100 ? 20u : 10u) << Gain;
  }
}

TEST(PlacementStays, ReadingAResultIsAnEndOfItsStay) {
  PlacementTable Table;
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  ASSERT_EQ(Table.choose({A}, 101), Side::Device);
  A.HostOnly = 0; // and the host has it, too
  StayWorth Stay;
  (void)Table.choose({A}, 1, true, nullptr, &Stay);
  EXPECT_TRUE(Stay.Ended);
}

TEST(PlacementStays, CallsAheadAreAShareOfThoseThatPayADoubtToo) {
  PlacementTable Table;
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  ASSERT_EQ(Table.choose({A}, 101), Side::Device);
  // The host has written it: 200 are to be paid, a sixteenth of them ahead.
  unsigned Ahead = 1000;
  ASSERT_EQ(Table.choose({A}, 0.1, true, &Ahead), Side::Host);
  EXPECT_EQ(Ahead, 124u);
}
