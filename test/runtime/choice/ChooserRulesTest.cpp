// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ChooserRulesTest.cpp - single choices, and what they rest on -------===//
#include "choice/Chooser.h"

#include <gtest/gtest.h>

using namespace twofold;

namespace {

constexpr uint64_t Ops = 1 << 14;

struct ChooserRules : testing::Test {
  Chooser Choices{HostCosts::guess(2), DeviceCosts::guess(64)};
  SiteChoice Site;
  CallTimes Times;

  ChooserRules() { times(100e3, 60e3); }
  void times(double Native, double Device) {
    Times.Native = Times.Awake = Native;
    Times.Device = Times.Waited = Device;
  }
  Verdict decide(const std::vector<ArrayBytes> &Arrays = {}, bool Lazy = false,
                 bool Available = true) {
    return Choices.decide(Site, Ops, Times, Arrays, Lazy, Available);
  }
  double leaving() {
    double Out = 0;
    Site.study([&](SiteChoice::Models &M) { Out = M.Leaving; });
    return Out;
  }
  void setCredit(double To) {
    Site.study([&](SiteChoice::Models &M) { M.Credit = To; });
  }
};

} // namespace

TEST_F(ChooserRules, WithoutADifferenceThreadsAreTaken) {
  times(50e3, 50e3);
  EXPECT_EQ(decide({}, false, false).To, Side::Host);
}

/// A launch that found its queue full, or lost its core, is no measure.
TEST_F(ChooserRules, OneLongLaunchIsNotWhatLaunchesTake) {
  Choices.learnLeaving(Site, 1000);
  Choices.learnLeaving(Site, 1e9);
  EXPECT_DOUBLE_EQ(leaving(), 1125);
  Choices.learnLeaving(Site, 325);
  EXPECT_DOUBLE_EQ(leaving(), 1025);
}

TEST_F(ChooserRules, ALaunchThatLeavesTakesAsLongAsThoseBefore) {
  Choices.learnLeaving(Site, 3000);
  EXPECT_DOUBLE_EQ(Choices.predict(Site, {1, 2, true, true}).Device, 3000);
}

TEST_F(ChooserRules, NothingIsSurelyNativeOnceATrialIsPaid) {
  times(50e3, 60e3);
  const auto Surely = [&](double Credit) {
    setCredit(Credit);
    return Choices.surelyNative(Site, Ops, Times, true, true);
  };
  const double Loss = Chooser::TrialCalls * 10e3;
  EXPECT_TRUE(Surely(Loss - 1));
  EXPECT_FALSE(Surely(Loss));
}

TEST_F(ChooserRules, NothingIsSurelyNativeDuringATrial) {
  times(50e3, 60e3);
  Site.study([](SiteChoice::Models &M) {
    M.TrialCalls = 3;
    M.TrialOps = Ops;
    M.TrialOn = Side::Device;
  });
  EXPECT_FALSE(Choices.surelyNative(Site, Ops, Times, true, true));
  EXPECT_TRUE(Choices.surelyNative(Site, Ops + 1, Times, true, true));
}

TEST_F(ChooserRules, ATrialHasToPayForTheJourneyOfItsData) {
  times(50e3, 60e3);
  ArrayBytes A{{4096, 4096 + (1 << 20)}, 1 << 20, 1 << 20, 1 << 20};
  const Chooser::Costs &Costs = Choices.costs();
  const double Price = Chooser::TrialCalls * 10e3 +
                       Costs.Device.ToDevice.time(1 << 20) +
                       Costs.Device.ToHost.time(1 << 20) +
                       (1 << 20) * Costs.Host.HomeNanosecondsPerByte;
  setCredit(Price - 1);
  EXPECT_NE(decide({A}, true).Why, Cause::Trial);
  setCredit(Price + 1);
  EXPECT_EQ(decide({A}, true).Why, Cause::Trial);
}

TEST_F(ChooserRules, ATrialOfThreadsCostsWhatTheyTakeLonger) {
  times(60e3, 50e3);
  const double Price = Chooser::TrialCalls * 10e3;
  setCredit(Price - 1);
  EXPECT_EQ(decide().To, Side::Device);
  setCredit(Price);
  const Verdict V = decide();
  EXPECT_EQ(V.To, Side::Host);
  EXPECT_EQ(V.Why, Cause::Trial);
}

TEST_F(ChooserRules, CallsOnTheDeviceSaveUpForTrialsOfThreads) {
  ASSERT_EQ(Choices.decide(Site, Ops, Times, {}, false, true, 0, 10).To,
            Side::Device);
  Site.study([](SiteChoice::Models &M) {
    EXPECT_DOUBLE_EQ(M.Credit, Chooser::TrialShare * 10 * 60e3);
  });
}

/// The first of them have data to move, or a device to rouse.
TEST_F(ChooserRules, ATrialIsOfSomeCallsInARow) {
  for (double Each : {50e3, 5e6}) {
    times(Each, 1.2 * Each);
    const unsigned Calls = Each < Chooser::LongCall ? Chooser::TrialCalls
                                                    : Chooser::LongTrialCalls;
    setCredit(Calls * 0.2 * Each + 1);
    for (unsigned Call = 0; Call < Calls; ++Call)
      EXPECT_EQ(decide().Why, Cause::Trial) << Call;
    EXPECT_NE(decide().Why, Cause::Trial);
  }
}

TEST_F(ChooserRules, ATrialIsAsLongAsItsOwnCallsAsk) {
  times(0.9 * Chooser::LongCall, 1.1 * Chooser::LongCall);
  setCredit(Chooser::LongTrialCalls * 0.2 * Chooser::LongCall + 1);
  EXPECT_EQ(decide().Why, Cause::Trial);
}

TEST_F(ChooserRules, ATrialGoesOnWhileItGetsFaster) {
  times(50e3, 60e3);
  for (bool Faster : {false, true}) {
    Site.study([](SiteChoice::Models &M) {
      M.Device = SiteModel(true);
      M.Credit = Chooser::TrialCalls * 10e3;
    });
    double Took = 60e3;
    unsigned Calls = 0;
    for (; decide().Why == Cause::Trial && Calls < 100; ++Calls) {
      Choices.learn(Site, Side::Device, Ops, Took, true, 1, 0, false);
      Took /= Faster ? 1.2 : 1;
      setCredit(0);
    }
    EXPECT_EQ(Calls > Chooser::TrialCalls, Faster) << Calls;
  }
}

TEST_F(ChooserRules, WhatWakingThreadsTakesIsLearntApart) {
  const HostCosts &Threads = Choices.costs().Host;
  const double Waking =
      Threads.ParkedForkNanoseconds - Threads.HotForkNanoseconds;
  ASSERT_GT(Waking, 0);
  for (unsigned Call = 0; Call < 20; ++Call)
    Choices.learn(Site, Side::Host, Ops, 10 * Waking, false, 1, 0, false);
  EXPECT_DOUBLE_EQ(Choices.predict(Site, {Ops, 2, true}).Native, 9 * Waking);
  EXPECT_DOUBLE_EQ(Choices.predict(Site, {Ops, 2, false}).Native, 10 * Waking);
  // Of other sizes the start of threads takes as long.
  const double Fork = Threads.HotForkNanoseconds;
  EXPECT_DOUBLE_EQ(Choices.predict(Site, {4 * Ops, 2, true}).Native,
                   Fork + 4 * (9 * Waking - Fork));
  EXPECT_DOUBLE_EQ(Choices.predict(Site, {4 * Ops, 1, true}).Native,
                   4 * 9 * Waking);
}

/// What was tried enough is tried again for twice the savings each time.
TEST_F(ChooserRules, SecondOpinionsAreOnesOfWhatWasTriedEnough) {
  times(50e3, 60e3);
  Times.DeviceGuess = 10e3;
  for (unsigned Samples : {2u, SiteModel::JudgingSamples}) {
    unsigned Opinions = 0;
    Site.study([&](SiteChoice::Models &M) {
      M.Device = SiteModel(true);
      for (unsigned I = 0; I < Samples; ++I)
        M.Device.add(Ops, 60e3);
      M.TrialCalls = 0;
    });
    setCredit(1e9);
    EXPECT_EQ(decide().Why, Cause::Trial);
    Site.study([&](SiteChoice::Models &M) {
      Opinions = M.SecondOpinions[unsigned(Side::Device)];
    });
    EXPECT_EQ(Opinions, Samples == 2 ? 0u : 1u);
  }
}

/// What is faster there only because threads sleep is no choice for others.
TEST_F(ChooserRules, CallsThatLeaveNothingThereSettleOthersIfTheyAreFaster) {
  EXPECT_TRUE(decide().Settles);
  Times.Awake = 10e3;
  EXPECT_FALSE(decide().Settles);
}

TEST_F(ChooserRules, WhatIsOnlyReadIsOnBothSides) {
  times(1e6, 20e3);
  constexpr uint64_t Bytes = 1 << 20;
  ArrayBytes A{{4096, 4096 + Bytes}, Bytes, Bytes, 0};
  ASSERT_EQ(decide({A}, true).To, Side::Device);
  A.Sent = 0;
  A.OnDevice = Bytes;
  ASSERT_EQ(decide({A}, true).To, Side::Device);
  bool Ended = true;
  Site.study([&](SiteChoice::Models &M) { Ended = M.Stay.Ended; });
  EXPECT_FALSE(Ended);
}

/// Who fetches a result waits for the launch that makes it.
TEST_F(ChooserRules, TheWayHomeOfAResultIncludesTheWaitForIt) {
  times(50e3, 20e3);
  Times.Waited = 30e3;
  constexpr uint64_t Bytes = 1 << 20;
  ArrayBytes A{{4096, 4096 + Bytes}, Bytes, 0, Bytes, Bytes, Bytes};
  const Chooser::Costs &Costs = Choices.costs();
  EXPECT_DOUBLE_EQ(decide({A}, true).Home,
                   Costs.Device.ToHost.time(Bytes) +
                       Bytes * Costs.Host.HomeNanosecondsPerByte + 10e3);
}

/// Threads that were worth waking are woken at once the next time.
TEST_F(ChooserRules, AllCallsThatGainByAwakeThreadsCount) {
  for (unsigned Calls : {1u, 10u}) {
    SiteChoice Own;
    times(10e3, 60e3);
    Times.Native = 180e3; // 170 us to wake them
    const auto OnDevice = [&] {
      unsigned Count = 0;
      while (Choices.decide(Own, Ops, Times, {}, false, true).To ==
                 Side::Device &&
             Count < 100)
        ++Count;
      return Count;
    };
    EXPECT_EQ(OnDevice(), 3u);
    // 50 us each.
    Choices.noteAwake(Own, Times, Calls);
    Choices.noteAwake(Own, Times, Calls);
    EXPECT_EQ(OnDevice(), Calls == 1 ? 3u : 0u);
  }
}

/// So many calls on the device have lost as much each.
TEST_F(ChooserRules, CallsThatNeededNoThoughtLetThreadsBeWokenToo) {
  times(10e3, 60e3);
  Times.Native = 180e3;
  const auto Taken = [&](unsigned Since) {
    SiteChoice Own;
    return Choices.decide(Own, Ops, Times, {}, false, true, 0, Since).To;
  };
  EXPECT_EQ(Taken(3), Side::Device);
  EXPECT_EQ(Taken(4), Side::Host);
}

TEST(SiteChoiceSamples, ALaunchAmongManyIsMeasuredAfterTheFirstHundreds) {
  SiteChoice Site;
  std::vector<unsigned> Measured;
  for (unsigned Call = 1; Call <= SiteModel::DearSampleEvery; ++Call)
    if (Site.wantsSample(Side::Device, Ops, 1, true) &&
        Call > SiteModel::EagerSamples)
      Measured.push_back(Call);
  EXPECT_EQ(Measured, (std::vector<unsigned>{256, SiteModel::DearSampleEvery}));
}

TEST(SiteChoiceSamples, ManyLaunchesOfOneKindTellWhatEachTakes) {
  constexpr double Begin = 1e6, Each = 700;
  const auto Told = [&](uint64_t OpsThen, uint64_t Calls, uint64_t Launches) {
    SiteChoice Site;
    double Is = 0;
    Site.markIdle(Ops, 5, 9, Begin);
    Site.notePassing(OpsThen, 5 + Calls, 9 + Launches,
                     Begin + Each * double(Calls));
    Site.study([&](SiteChoice::Models &M) {
      Is = M.Passing.predict(Ops, 0).Nanoseconds;
    });
    return Is;
  };
  EXPECT_DOUBLE_EQ(Told(Ops, 40, 40), Each);
  EXPECT_EQ(Told(Ops + 1, 40, 40), 0) << "of other work";
  EXPECT_EQ(Told(Ops, 40, 41), 0) << "with another loop's launch";
  EXPECT_EQ(Told(Ops, 20, 20), 0) << "of few";
}
