// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SteadyCallsTest.cpp - what may keep calls on the wrong side --------===//
//
// Sleeping threads, launches that nobody waits for, trials that end too early,
// and a host that changes what journeys were paid for. Time is added up, not
// waited for.
//
//===----------------------------------------------------------------------===//
#include "choice/Chooser.h"
#include "host/TeamState.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace twofold;

namespace {

constexpr unsigned Threads = 16;
constexpr uint64_t Ops = 1 << 18;
constexpr double Launch = 10e3;

DeviceCosts device() {
  DeviceCosts Out = DeviceCosts::guess(132);
  Out.LaunchNanoseconds = Launch;
  Out.ToDevice = Out.ToHost = TransferCurve::linear(8e3, 20);
  return Out;
}

/// A loop whose sides have been measured.
struct Site {
  Chooser Choices{HostCosts::guess(Threads), device()};
  SiteChoice Knows;

  Site(double Natively, double Waited) {
    for (unsigned Sample = 0; Sample < 6; ++Sample) {
      Choices.learn(Knows, Side::Host, Ops, Natively, true, 1);
      Choices.learn(Knows, Side::Device, Ops, Waited, true, 1);
    }
  }
  CallTimes predict(bool Hot, bool Leaves) {
    return Choices.predict(Knows, {Ops, Threads, Hot, Leaves});
  }
};

/// What is in place, and has nothing to be moved but edges.
ArrayBytes there(uint64_t EachTime = 0) {
  ArrayBytes Out;
  Out.Range = {1 << 20, 2 << 20};
  Out.Touched = Out.Sent = Out.OnDevice = 1 << 20;
  Out.FetchedEachTime = EachTime;
  return Out;
}

} // namespace

TEST(SteadyCalls, LaunchesThatNobodyWaitsForPayForNoWait) {
  Site S(12e3, 18e3);
  EXPECT_EQ(S.predict(true, false).Device, S.predict(true, true).Waited);
  CallTimes Times = S.predict(true, true);
  EXPECT_LT(Times.Device, 8e3);
  EXPECT_NEAR(Times.Waited, 18e3, 1);
  auto To = [&](const ArrayBytes &A) {
    return S.Choices.decide(S.Knows, Ops, Times, {A}, true, true).To;
  };
  EXPECT_EQ(To(there()), Side::Device);
  // What comes home with each call is waited for.
  EXPECT_EQ(To(there(64)), Side::Host);
  EXPECT_EQ(
      S.Choices.decide(S.Knows, Ops, Times, {there(64)}, true, true).OnDevice,
      Times.Waited);
}

/// A kernel that takes longer than its launch holds up those behind it.
TEST(SteadyCalls, LaunchesAmongOthersTakeWhatTheDeviceTakes) {
  Site S(25e3, 38e3);
  EXPECT_LT(S.predict(true, true).Device, 25e3);
  // 4000 calls, nothing else, 30 us each.
  S.Knows.markIdle(Ops, 100, 7, 1e9);
  S.Knows.notePassing(Ops, 4100, 4007, 1e9 + 4000 * 30e3);
  EXPECT_NEAR(S.predict(true, true).Device, 30e3, 1);
  // Another loop's launches between them, or another size: nothing is known.
  for (auto [Of, Launches] :
       {std::pair(Ops, 9000u), std::pair(Ops + 1, 4007u)}) {
    Site Other(25e3, 38e3);
    Other.Knows.markIdle(Ops, 100, 7, 1e9);
    Other.Knows.notePassing(Of, 4100, Launches, 1e9 + 4000 * 30e3);
    EXPECT_LT(Other.predict(true, true).Device, 25e3);
  }
  // A program that does other things between its calls learns nothing by it.
  Site Slow(25e3, 38e3);
  Slow.Knows.markIdle(Ops, 100, 7, 1e9);
  Slow.Knows.notePassing(Ops, 4100, 4007, 1e9 + 4000 * 900e3);
  EXPECT_LT(Slow.predict(true, true).Device, 25e3);
}

TEST(SteadyCalls, TheHostIsBusyWithALaunchForAsLongAsItWasFound) {
  Site S(12e3, 18e3);
  for (unsigned Call = 0; Call < 30; ++Call)
    S.Choices.learnLeaving(S.Knows, 7e3);
  EXPECT_NEAR(S.predict(true, true).Device, 7e3, 1);
  S.Choices.learnLeaving(S.Knows, 50e6); // a full queue
  EXPECT_LT(S.predict(true, true).Device, 8e3);
}

/// Who fetches what stayed on the device waits for it: a program that looks at
/// each result gains nothing from launches that are not waited for.
TEST(SteadyCalls, WhoLooksAtResultsWaits) {
  Site S(15e3, 25e3);
  for (unsigned Call = 0; Call < 30; ++Call)
    S.Choices.learnLeaving(S.Knows, 6e3);
  CallTimes Times = S.predict(true, true);
  ArrayBytes A = there();
  A.Sent = 0;
  A.Written = A.Touched;
  A.OnDevice = 0;
  double Spent = 0;
  unsigned OnDevice = 0;
  constexpr unsigned Calls = 2000;
  const double Fetch = S.Choices.costs().Device.ToHost.time(A.Touched);
  for (unsigned Call = 0; Call < Calls; ++Call) {
    if (S.Choices.decide(S.Knows, Ops, Times, {A}, true, true).To ==
        Side::Host) {
      Spent += 15e3;
      A.OnDevice = 0;
    } else {
      Spent += 25e3 + Fetch;
      A.OnDevice = A.Touched;
      ++OnDevice;
    }
    A.Hidden = 0;
  }
  // Two journeys' worth of loss for each that is in vain.
  EXPECT_LE(Spent, 1.18 * Calls * 15e3) << OnDevice;
}

TEST(SteadyCalls, ThreadsAreWokenOnceThatPays) {
  WakeLedger Team;
  EXPECT_FALSE(Team.wakes(0, 100));
  for (int Call = 0; Call < 9; ++Call)
    EXPECT_FALSE(Team.wakes(10, 100));
  EXPECT_TRUE(Team.wakes(10, 100));
  // It has paid: what was settled has come, for there was a next call.
  Team.awake(120);
  Team.awake(120);
  EXPECT_TRUE(Team.wakes(10, 100));
  // This time it has not.
  Team.awake(120);
  EXPECT_FALSE(Team.wakes(10, 100));
  EXPECT_FALSE(Team.wakes(0, 100));
}

TEST(SteadyCalls, WakingTakesAtMostTwiceTheBest) {
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    std::mt19937 Random(Seed);
    constexpr double Price = 100;
    double Loss = std::uniform_real_distribution<double>(1, 60)(Random);
    unsigned Longest = 1 + Random() % 40;
    WakeLedger Team;
    double Spent = 0, Best = 0;
    for (int Burst = 0; Burst < 200; ++Burst) {
      // Threads sleep before each burst.
      unsigned Calls = 1 + Random() % Longest;
      bool Awake = false;
      for (unsigned Call = 0; Call < Calls; ++Call) {
        if (Awake) {
          Team.awake(Loss);
        } else if (Team.wakes(Loss, Price)) {
          Awake = true;
          Spent += Price;
          Team.awake(Loss);
        } else
          Spent += Loss;
      }
      Best += std::min(Price, Calls * Loss);
    }
    // And the call that pays the last bit.
    EXPECT_LE(Spent, 2 * Best + Price + 200 * Loss / 8) << Seed;
  }
}

/// Bursts of calls that threads run in half the time, if they are awake: the
/// first one that finds them asleep must not send the others to the device.
TEST(SteadyCalls, BurstsWakeTheirThreads) {
  constexpr double Natively = 10e3, There = 22e3, Waking = 367e3;
  Site S(Natively, There);
  double Spent = 0, Best = 0;
  for (unsigned Burst = 0; Burst < 20; ++Burst) {
    bool Hot = false;
    for (unsigned Call = 0; Call < 300;) {
      CallTimes Times = S.predict(Hot, false);
      Verdict V =
          S.Choices.decide(S.Knows, Ops, Times, {there()}, true, true,
                           S.Knows.mostAhead(Ops, Times.Awake), Call ? 64 : 1);
      unsigned Each = std::min(1 + V.Ahead, 300 - Call);
      if (V.To == Side::Host) {
        S.Choices.noteAwake(S.Knows, Times, 1 + V.Ahead);
        EXPECT_EQ(V.Wakes, !Hot);
        Spent += Each * Natively + (Hot ? 0 : Waking);
        Hot = true;
      } else {
        if (V.Why == Cause::Faster) // and placed
          Each = std::min(64u, 300 - Call);
        Spent += Each * There;
      }
      Call += Each;
    }
    Best += Waking + 300 * Natively;
    if (Burst == 3)
      Spent = Best = 0;
  }
  EXPECT_LE(Spent, 1.10 * Best);
}

TEST(SteadyCalls, ATickOfTheClockPutsNoThreadToSleep) {
  TeamState Team;
  Team.note(1000);
  // 3 ms of spinning, and a clock that ticks every 4 ms.
  EXPECT_TRUE(Team.hot(1004, 3, 4));
  EXPECT_FALSE(Team.hot(1008, 3, 4));
  EXPECT_FALSE(Team.hot(1000, 0, 4)); // threads that never spin
  Team.wake();                        // what a choice has paid for
  EXPECT_TRUE(Team.worthWaking(1, 100));
  EXPECT_FALSE(Team.worthWaking(1, 100));
  EXPECT_GE(TeamState::resolution(), 1);
  EXPECT_LE(TeamState::resolution(), 100);
}

TEST(SteadyCalls, WhatHasToWaitIsSeldomMeasured) {
  for (unsigned Since : {1u, 64u, 1000u}) {
    SiteChoice Leaving, Waited;
    unsigned Dear = 0, Cheap = 0, Calls = 0;
    for (; Calls < 400'000; Calls += Since) {
      Dear += Leaving.wantsSample(Side::Device, Ops, Since, true);
      Cheap += Waited.wantsSample(Side::Device, Ops, Since, false);
    }
    EXPECT_NEAR(Dear, 9 + Calls / 4096, 2) << Since;
    EXPECT_NEAR(Cheap, 8 + Calls / std::max(Since, 64u), 9) << Since;
  }
}

TEST(SteadyCalls, OneThoughtStandsForMilliseconds) {
  EXPECT_EQ(SiteChoice::standsFor(5e3), 1000u);
  EXPECT_EQ(SiteChoice::standsFor(10), 1024u);
  EXPECT_EQ(SiteChoice::standsFor(1e6), unsigned(SiteModel::SampleEvery));
  EXPECT_EQ(SiteChoice::standsFor(0), 1024u);
}

/// Where nothing stays on the device each call is thought about, and few are
/// measured: all of them save up for a trial.
TEST(SteadyCalls, CallsThatAreNotMeasuredSaveUpForATrial) {
  Site S(40e3, 60e3);
  CallTimes Times = S.Choices.predict(S.Knows, {4 * Ops, Threads, false});
  Times.Device = Times.Waited = 60e3;
  Times.Awake = 80e3;
  Times.Native = 447e3;
  ArrayBytes A = there();
  A.SentEachTime = A.FetchedEachTime = 64;
  unsigned Calls = 0;
  while (S.Choices.decide(S.Knows, 4 * Ops, Times, {A}, false, true).To ==
             Side::Device &&
         Calls < 2000)
    ++Calls;
  // What waking the threads costs, by a fiftieth of 76 us each.
  EXPECT_GT(Calls, 200u);
  EXPECT_LT(Calls, 400u);
}

/// Calls that leave nothing on the device, and are faster there only while
/// threads sleep, are each thought about: a few of them pay for waking.
TEST(SteadyCalls, SleepingThreadsSettleNoCalls) {
  Site S(10e3, 80e3);
  ArrayBytes A = there();
  A.Touched = A.SentEachTime = A.FetchedEachTime = 64 << 10;
  auto Decide = [&](bool Lazy, bool Hot) {
    return S.Choices.decide(S.Knows, Ops, S.predict(Hot, false), {A}, Lazy,
                            true);
  };
  Verdict V = Decide(false, false);
  EXPECT_EQ(V.To, Side::Device);
  EXPECT_FALSE(V.Settles || V.Stays);
  unsigned Calls = 1;
  while (Decide(false, false).To == Side::Device && Calls < 100)
    ++Calls;
  EXPECT_LT(Calls, 10u);
  // Where threads that are awake would take longer, they do not matter.
  Site Slow(500e3, 80e3);
  V = Slow.Choices.decide(Slow.Knows, Ops, Slow.predict(false, false), {A},
                          false, true);
  EXPECT_EQ(V.To, Side::Device);
  EXPECT_TRUE(V.Settles);
}

/// Threads that were woken on the same cores take milliseconds to be parted.
TEST(SteadyCalls, ATrialLastsUntilItIsNoLongerGettingFaster) {
  constexpr double Natively = 8e3, There = 24e3;
  Site S(90e3, There);
  unsigned InARow = 0, Natives = 0;
  for (unsigned Call = 0; Call < 60'000; ++Call) {
    CallTimes Times = S.predict(true, false);
    Verdict V = S.Choices.decide(S.Knows, Ops, Times, {there()}, true, true);
    double Took = There;
    InARow = V.To == Side::Host ? InARow + 1 : 0;
    if (InARow)
      Took = Natively + 80e3 * std::exp2(-double(InARow) / 4);
    Natives += Call >= 50'000 && InARow;
    if (InARow || V.Why == Cause::Trial ||
        S.Knows.wantsSample(Side::Device, Ops))
      S.Choices.learn(S.Knows, V.To, Ops, Took, true, 1);
  }
  EXPECT_GE(Natives, 9'900u);
}

TEST(SteadyCalls, WhatTheHostChangedTooSoonPaysTwice) {
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  auto CallsUntilItMoves = [&](PlacementTable &Table) {
    int Calls = 1;
    A.HostOnly = 1, A.DeviceOnly = 0;
    while (Table.choose({A}, 10) == Side::Host && Calls < 100)
      ++Calls;
    return Calls;
  };
  PlacementTable Table;
  EXPECT_EQ(CallsUntilItMoves(Table), 10);
  EXPECT_EQ(CallsUntilItMoves(Table), 20); // it was there for one call
  // It stays, and gains more than the journey took.
  A.HostOnly = 0, A.DeviceOnly = 1;
  for (int Call = 0; Call < 11; ++Call)
    EXPECT_EQ(Table.choose({A}, 10), Side::Device);
  EXPECT_EQ(CallsUntilItMoves(Table), 10);
  // Calls on the device were losing: half of the doubt.
  A.HostOnly = 0, A.DeviceOnly = 1;
  EXPECT_EQ(Table.choose({A}, -50), Side::Device);
  EXPECT_EQ(CallsUntilItMoves(Table), 15);
}
