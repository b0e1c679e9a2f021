// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceAccountTest.cpp - devices that do not pay are left alone -----===//
#include "choice/DeviceAccount.h"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace twofold;

namespace {

constexpr double Millisecond = 1e6;

/// A program whose calls take, on a device, what Work says.
struct DeviceAccountTest : testing::Test {
  double Time = 1;
  DeviceAccount Account;

  DeviceAccountTest() {
    Account.measureBy([this] { return Time; });
  }

  void work(double Nanoseconds) {
    const DeviceAccount::Work Now(Account);
    Time += Nanoseconds;
  }
  void call(double OnDevice, double Native, double Moving = 0) {
    DeviceAccount::Work Now(Account);
    Account.moves(Moving);
    Time += OnDevice;
    Now.spares(Native);
  }
  /// The same with arrays that the device has room made for.
  void arrival(double OnDevice, double Native, double Moving) {
    DeviceAccount::Work Now(Account);
    Account.moves(Moving);
    Time += OnDevice;
    Now.spares(Native);
    Now.begins(Moving);
  }
  /// Plays a program for so long: it uses the device whenever it may. What it
  /// took beyond threads, in shares of what threads take.
  double regret(double Seconds, double OnDevice, double Native) {
    double Lost = 0, Threads = 0;
    while (Threads < Seconds * 1e9) {
      Threads += Native;
      if (Account.resting()) {
        Time += Native;
        continue;
      }
      call(OnDevice, Native);
      Lost += OnDevice - Native;
    }
    return Lost / Threads;
  }
};

} // namespace

TEST_F(DeviceAccountTest, WhatPaysIsUsed) {
  for (int Call = 0; Call < 1000; ++Call) {
    call(1 * Millisecond, 2 * Millisecond);
    ASSERT_FALSE(Account.resting());
  }
  EXPECT_EQ(0u, Account.experience().Rests);
}

TEST_F(DeviceAccountTest, LongCallsThatPayAreNoLoss) {
  for (int Call = 0; Call < 100; ++Call) {
    call(1000 * Millisecond, 2000 * Millisecond);
    ASSERT_FALSE(Account.resting());
  }
}

TEST_F(DeviceAccountTest, AJourneyIsPaidBackLater) {
  call(101 * Millisecond, 2 * Millisecond, 50 * Millisecond);
  EXPECT_FALSE(Account.resting());
  for (int Call = 0; Call < 200; ++Call) {
    call(1 * Millisecond, 2 * Millisecond);
    ASSERT_FALSE(Account.resting());
  }
}

TEST_F(DeviceAccountTest, FirstArrivalsAreNoReasonToLeave) {
  // As a solver's vectors and its matrix arrive, on a device that has to be
  // made ready, too: all that was measured, in milliseconds.
  arrival(24.0 * Millisecond, 0.2 * Millisecond, 1.5 * Millisecond);
  arrival(6.2 * Millisecond, 0.2 * Millisecond, 1.5 * Millisecond);
  call(1.6 * Millisecond, 0.3 * Millisecond);
  call(1.0 * Millisecond, 0.2 * Millisecond);
  arrival(18.1 * Millisecond, 1.1 * Millisecond, 5.5 * Millisecond);
  EXPECT_FALSE(Account.resting());
  for (int Call = 0; Call < 20; ++Call) {
    call(0.2 * Millisecond, 0.1 * Millisecond);
    ASSERT_FALSE(Account.resting());
  }
}

/// However long it is: three times what was predicted is no loss.
TEST_F(DeviceAccountTest, ALongFirstJourneyIsNoReasonToLeave) {
  arrival(200 * Millisecond, 0.2 * Millisecond, 60 * Millisecond);
  call(15 * Millisecond, 14 * Millisecond);
  EXPECT_FALSE(Account.resting());
}

TEST_F(DeviceAccountTest, ADeviceIsUsedForTheFirstTimeOnlyOnce) {
  int Arrivals = 0;
  for (; Arrivals < 100 && !Account.resting(); ++Arrivals)
    arrival(30 * Millisecond, 0.2 * Millisecond, 1.5 * Millisecond);
  EXPECT_LE(Arrivals, 6);
}

TEST_F(DeviceAccountTest, TheWayHomeComesAfterWhatWasGained) {
  call(150 * Millisecond, 10 * Millisecond, 200 * Millisecond);
  for (int Call = 0; Call < 40; ++Call)
    call(1 * Millisecond, 11 * Millisecond);
  // The host looks at all of it, piece by piece.
  for (int Piece = 0; Piece < 40; ++Piece) {
    work(10 * Millisecond);
    ASSERT_FALSE(Account.resting());
  }
}

TEST_F(DeviceAccountTest, AWayHomeThatTakesTwiceAsLongIsPaidByWhatWasGained) {
  arrival(150 * Millisecond, 13 * Millisecond, 60 * Millisecond);
  for (int Call = 0; Call < 75; ++Call)
    call(0.4 * Millisecond, 13 * Millisecond, 200 * Millisecond);
  // Before a loop that runs on threads, all at once.
  work(460 * Millisecond);
  EXPECT_FALSE(Account.resting());
  EXPECT_EQ(0u, Account.experience().Rests);
}

TEST_F(DeviceAccountTest, JourneysThatAreNeverPaidBackEnd) {
  int Rounds = 0;
  for (; Rounds < 100 && !Account.resting(); ++Rounds) {
    call(101 * Millisecond, 2 * Millisecond, 200 * Millisecond);
    work(100 * Millisecond);
  }
  EXPECT_LE(Rounds, 5);
}

TEST_F(DeviceAccountTest, WorkBesideLaunchesCounts) {
  // A launch is as fast as it was predicted, the rest is not.
  int Frames = 0;
  for (; Frames < 100 && !Account.resting(); ++Frames) {
    call(1 * Millisecond, 2 * Millisecond);
    for (int Page = 0; Page < 1000; ++Page)
      work(0.03 * Millisecond);
  }
  EXPECT_LE(Frames, 2);
  EXPECT_EQ(1u, Account.experience().Rests);
}

TEST_F(DeviceAccountTest, ABeginningThatIsSlowIsNoReason) {
  call(80 * Millisecond, 2 * Millisecond);
  for (int Call = 0; Call < 200; ++Call) {
    ASSERT_FALSE(Account.resting());
    call(1 * Millisecond, 2 * Millisecond);
  }
  EXPECT_EQ(0u, Account.experience().Rests);
}

TEST_F(DeviceAccountTest, WhatIsLostNoFurtherIsNoReason) {
  call(80 * Millisecond, 2 * Millisecond);
  call(15 * Millisecond, 15 * Millisecond);
  EXPECT_FALSE(Account.resting());
  call(15 * Millisecond, 14 * Millisecond);
  EXPECT_TRUE(Account.resting());
}

TEST_F(DeviceAccountTest, WhatWasAskedForIsNoLoss) {
  for (int Call = 0; Call < 100; ++Call) {
    const DeviceAccount::Work Now(Account, false);
    Time += 100 * Millisecond;
  }
  EXPECT_FALSE(Account.resting());
}

TEST_F(DeviceAccountTest, ADeviceThatNeverPaysCostsLittle) {
  // It is tried again, for ever shorter shares of the time.
  EXPECT_LT(regret(1, 20 * Millisecond, 2 * Millisecond), 0.08);
  EXPECT_LT(regret(10, 20 * Millisecond, 2 * Millisecond), 0.03);
  EXPECT_LT(regret(100, 20 * Millisecond, 2 * Millisecond), 0.01);
  EXPECT_GT(Account.experience().Rests, 3u);
}

TEST_F(DeviceAccountTest, ALittleLossIsBounded) {
  EXPECT_LT(regret(100, 2.1 * Millisecond, 2 * Millisecond), 0.03);
}

TEST_F(DeviceAccountTest, WhatPaysAgainIsTrustedAgain) {
  call(400 * Millisecond, 2 * Millisecond);
  ASSERT_TRUE(Account.resting());
  Time += 21 * 400 * Millisecond;
  ASSERT_FALSE(Account.resting());
  for (int Call = 0; Call < 100; ++Call)
    call(1 * Millisecond, 2 * Millisecond);
  EXPECT_EQ(0u, Account.experience().Rests);
}

TEST_F(DeviceAccountTest, EarlierGainsExcuseLittle) {
  for (int Call = 0; Call < 10000; ++Call)
    call(1 * Millisecond, 20 * Millisecond);
  // The host has begun to look at all of it.
  double Before = Time;
  while (!Account.resting())
    work(1 * Millisecond);
  EXPECT_LE(Time - Before, 60 * Millisecond);
}

TEST_F(DeviceAccountTest, ALongCallPaysForTheWayHomeOfItsResults) {
  call(10 * Millisecond, 410 * Millisecond, 2 * Millisecond);
  // What other calls gain takes nothing away from that.
  call(1 * Millisecond, 2 * Millisecond);
  double Before = Time;
  while (!Account.resting())
    work(1 * Millisecond);
  EXPECT_GT(Time - Before, 200 * Millisecond);
  EXPECT_LE(Time - Before, 250 * Millisecond);
}

TEST_F(DeviceAccountTest, WhatIsForgivenIsNotLost) {
  for (int Call = 0; Call < 100; ++Call) {
    call(10 * Millisecond, 2 * Millisecond);
    Account.forgive(8 * Millisecond);
    ASSERT_FALSE(Account.resting());
  }
}

TEST_F(DeviceAccountTest, WhatIsNotForgivenIsLost) {
  call(80 * Millisecond, 2 * Millisecond);
  Account.forgive(8 * Millisecond);
  call(20 * Millisecond, 10 * Millisecond);
  EXPECT_TRUE(Account.resting());
}

TEST_F(DeviceAccountTest, TheNextRunBeginsWithARest) {
  Account.recall({400 * Millisecond, 2});
  EXPECT_TRUE(Account.resting());
  Time += 300 * Millisecond;
  EXPECT_TRUE(Account.resting());
  // Runs that are shorter than the rest come to an end of it together.
  EXPECT_NEAR(100 * Millisecond, Account.experience().Left, 1);
  EXPECT_EQ(2u, Account.experience().Rests);
  Time += 101 * Millisecond;
  EXPECT_FALSE(Account.resting());
  EXPECT_EQ(0, Account.experience().Left);
  // The next rest is twice as long as the last one was.
  call(400 * Millisecond, 2 * Millisecond);
  EXPECT_TRUE(Account.resting());
  EXPECT_EQ(3u, Account.experience().Rests);
  EXPECT_NEAR(DeviceAccount::RestFactor * 4 * 398 * Millisecond,
              Account.experience().Left, Millisecond);
}

TEST_F(DeviceAccountTest, NothingIsRecalledOfNothing) {
  Account.recall({});
  EXPECT_FALSE(Account.resting());
}

TEST(DeviceAccountThreads, WhatIsDoneAtOnceCountsOnce) {
  DeviceAccount Account;
  std::atomic<double> Time{1};
  Account.measureBy([&] { return Time.load(); });
  {
    const DeviceAccount::Work First(Account);
    std::vector<std::thread> Others;
    for (int I = 0; I < 16; ++I)
      Others.emplace_back([&] { const DeviceAccount::Work Also(Account); });
    for (std::thread &T : Others)
      T.join();
    Time = 1 + 19 * Millisecond;
  }
  EXPECT_FALSE(Account.resting());
  {
    const DeviceAccount::Work Next(Account);
    Time = 1 + 450 * Millisecond;
  }
  EXPECT_TRUE(Account.resting());
}
