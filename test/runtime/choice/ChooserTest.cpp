// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ChooserTest.cpp - choices on a machine that is made up -------------===//
#include "choice/Chooser.h"

#include <gtest/gtest.h>
#include <random>

using namespace twofold;

namespace {

/// A machine whose variants take what its numbers say, and the runtime that
/// chooses between them. One array of Bytes; time is added up, not waited for.
struct World {
  double NativeOps = 8, DeviceOps = 400; ///< in a nanosecond, truly
  double Launch = 9e3, Fork = 1e3;
  double Bandwidth = 20;
  uint64_t Bytes = 1 << 20;
  bool Lazy = true, Written = true, Available = true;
  Chooser Choices{HostCosts::guess(2), DeviceCosts::guess(64)};
  SiteChoice Site;
  bool OnDevice = false, OnHost = true;
  double Spent = 0;
  unsigned DeviceCalls = 0, Calls = 0;
  std::mt19937 Random{1};
  double Noise = 0.02;

  World() {
    DeviceCosts Costs = DeviceCosts::guess(64);
    Costs.LaunchNanoseconds = Launch;
    Costs.ToDevice = Costs.ToHost = TransferCurve::linear(1e3, Bandwidth);
    Choices.set(Costs);
  }

  double noisy(double Time) {
    return Time *
           std::uniform_real_distribution<double>(1 - Noise, 1 + Noise)(Random);
  }
  double native(uint64_t Ops) const { return Fork + double(Ops) / NativeOps; }
  double device(uint64_t Ops) const { return Launch + double(Ops) / DeviceOps; }

  Side run(uint64_t Ops) {
    ++Calls;
    if (Choices.atRest() && !OnDevice && take(Site.quiet(Ops))) {
      Spent += noisy(native(Ops));
      return Side::Host;
    }
    CallTimes Times = Choices.predict(Site, {Ops, 2, true});
    Verdict V;
    unsigned StandsFor = 1;
    if (Choices.surelyNative(Site, Ops, Times, !OnDevice, Available))
      StandsFor = Site.beQuiet(Ops, Times.Awake);
    else {
      ArrayBytes A{{4096, 4096 + Bytes}, Bytes, Bytes, Written ? Bytes : 0};
      A.OnDevice = OnDevice ? Bytes : 0;
      A.Hidden = OnHost ? 0 : Bytes;
      if (!Lazy)
        A.SentEachTime = A.Sent, A.FetchedEachTime = A.Written;
      V = Choices.decide(Site, Ops, Times, {A}, Lazy, Available);
    }
    if (!Available)
      V.To = Side::Host;
    double Time;
    uint64_t Sent = 0, Fetched = 0;
    const DeviceCosts &Costs = Choices.costs().Device;
    if (V.To == Side::Device) {
      ++DeviceCalls;
      Sent = OnDevice ? 0 : Bytes;
      Fetched = Lazy || !Written ? 0 : Bytes;
      Time = noisy(device(Ops)) + Costs.ToDevice.time(Sent) +
             Costs.ToHost.time(Fetched);
      OnDevice = Lazy;
      OnHost = !Lazy || !Written;
    } else {
      Time = noisy(native(Ops)) + (OnHost ? 0 : Costs.ToHost.time(Bytes));
      OnHost = true;
      OnDevice = OnDevice && !Written;
    }
    if (Site.wantsSample(V.To, Ops))
      Choices.learn(Site, V.To, Ops, Time, true, StandsFor,
                    V.To == Side::Device ? V.Moving : V.Home);
    Spent += Time;
    return V.To;
  }
};

} // namespace

TEST(Chooser, ASteadyProgramMovesToTheDeviceOnce) {
  World W;
  const uint64_t Ops = 1 << 22; // 525 us or 20
  for (int I = 0; I < 1000; ++I)
    W.run(Ops);
  double Best = 1000 * W.device(Ops) + double(W.Bytes) / W.Bandwidth;
  EXPECT_LE(W.Spent, 1.10 * Best);
  EXPECT_GE(W.DeviceCalls, 990u);
}

TEST(Chooser, AStreamOverHostMemoryStaysNative) {
  World W;
  W.Lazy = false;
  W.Bytes = 1 << 26;
  for (int I = 0; I < 500; ++I)
    W.run(1 << 23);
  // 1 ms against 6.7 ms of copies.
  EXPECT_LE(W.DeviceCalls, 3u);
  EXPECT_LE(W.Spent, 1.10 * 500 * W.native(1 << 23));
}

TEST(Chooser, SmallLoopsAreQuiet) {
  World W;
  for (int I = 0; I < 100; ++I)
    EXPECT_EQ(W.run(20000), Side::Host);
  EXPECT_TRUE(take(W.Site.quiet(20000)));
  EXPECT_FALSE(take(W.Site.quiet(20001)));
  EXPECT_TRUE(W.Choices.atRest());
}

TEST(Chooser, AWrongGuessIsFoundOut) {
  // The device is a hundred times slower than its compute units promise.
  World Slow;
  Slow.DeviceOps = 4;
  const uint64_t Ops = 1 << 22;
  for (int I = 0; I < 1000; ++I)
    Slow.run(Ops);
  EXPECT_LE(Slow.Spent, 1.10 * 1000 * Slow.native(Ops));
  EXPECT_LE(Slow.DeviceCalls, 20u);
  // And here the host is: what was said to be within reach turns out better.
  World Fast;
  Fast.NativeOps = 1;
  Fast.DeviceOps = 4000;
  DeviceCosts Pessimist = Fast.Choices.costs().Device;
  Pessimist.OpsPerNanosecond = 1;
  Fast.Choices.set(Pessimist);
  for (int I = 0; I < 3000; ++I)
    Fast.run(Ops);
  EXPECT_GE(Fast.DeviceCalls, 2500u);
}

TEST(Chooser, TrialsCostNoMoreThanTheirShare) {
  for (double Speed : {0.1, 0.5, 1.0, 2.0, 5.0}) {
    World W;
    W.DeviceOps = W.NativeOps * Speed;
    DeviceCosts Costs = W.Choices.costs().Device;
    Costs.OpsPerNanosecond = W.NativeOps / 2;
    W.Choices.set(Costs);
    const uint64_t Ops = 1 << 20;
    double Best = 1500 * std::min(W.native(Ops), W.device(Ops));
    for (int I = 0; I < 1500; ++I)
      W.run(Ops);
    if (Speed <= 1)
      EXPECT_LE(W.Spent, 1.10 * Best) << Speed;
    W.Spent = 0;
    for (int I = 0; I < 1500; ++I)
      W.run(Ops);
    EXPECT_LE(W.Spent, 1.10 * Best) << Speed;
  }
}

TEST(Chooser, ManySizesHaveLittleRegret) {
  std::vector<double> Regrets;
  for (unsigned Seed = 0; Seed < 20; ++Seed) {
    World W;
    W.Random.seed(Seed);
    W.Lazy = false;
    W.Written = true;
    std::mt19937 Random(Seed);
    W.NativeOps = std::uniform_real_distribution<double>(2, 30)(Random);
    W.DeviceOps = std::uniform_real_distribution<double>(20, 3000)(Random);
    for (unsigned Log = 10; Log < 34; ++Log) {
      uint64_t Ops = uint64_t(1) << Log;
      W.Bytes = std::min<uint64_t>(Ops / 16, 1 << 26);
      for (int I = 0; I < 200; ++I) // learns the size
        W.run(Ops);
      W.Spent = 0;
      for (int I = 0; I < 200; ++I)
        W.run(Ops);
      const DeviceCosts &Costs = W.Choices.costs().Device;
      double Best =
          200 *
          std::min(W.native(Ops), W.device(Ops) + Costs.ToDevice.time(W.Bytes) +
                                      Costs.ToHost.time(W.Bytes));
      Regrets.push_back(W.Spent / Best - 1);
    }
  }
  std::sort(Regrets.begin(), Regrets.end());
  EXPECT_LE(Regrets[Regrets.size() / 2], 0.02);
  EXPECT_LE(Regrets[Regrets.size() * 95 / 100], 0.10);
}

TEST(Chooser, ASleepingTeamIsCounted) {
  World W;
  CallTimes Hot = W.Choices.predict(W.Site, {1 << 22, 16, true});
  CallTimes Parked = W.Choices.predict(W.Site, {1 << 22, 16, false});
  EXPECT_GT(Parked.Native, Hot.Native + 50e3);
  // One thread does not wake anybody.
  EXPECT_EQ(W.Choices.predict(W.Site, {1000, 1, true}).Native,
            W.Choices.predict(W.Site, {1000, 1, false}).Native);
}

/// Calls on the device let the threads sleep, which must not keep the calls
/// there for ever.
TEST(Chooser, ThreadsThatSleepAreWokenOnceThatPays) {
  World W;
  SiteChoice Site;
  CallTimes Times;
  Times.Device = Times.Waited = 60e3;
  Times.Awake = 10e3;
  Times.Native = 180e3;
  unsigned Calls = 0;
  while (W.Choices.decide(Site, 1 << 14, Times, {}, false, true).To ==
             Side::Device &&
         Calls < 100)
    ++Calls;
  EXPECT_EQ(Calls, 3u); // 50 us each; 170 us to wake them
  // Where the device is faster anyway, nobody is woken.
  Times.Awake = 70e3;
  for (Calls = 0; Calls < 100; ++Calls)
    ASSERT_EQ(W.Choices.decide(Site, 1 << 14, Times, {}, false, true).To,
              Side::Device);
}

TEST(Chooser, AKernelThatIsNotReadyMovesNothing) {
  World W;
  W.Available = false;
  for (int I = 0; I < 50; ++I)
    EXPECT_EQ(W.run(1 << 24), Side::Host);
  W.Available = true;
  EXPECT_EQ(W.run(1 << 24), Side::Device); // paid long ago
}

TEST(Chooser, ThreadsThatMeetDoNotWait) {
  SiteChoice Site;
  bool Inner = true;
  Site.study([&](SiteChoice::Models &) {
    Inner = Site.use([](SiteChoice::Models &) {});
  });
  EXPECT_FALSE(Inner);
}

TEST(Chooser, ALaunchThatMovedNothingSettlesTheNextOnes) {
  SiteChoice Site;
  auto Placed = [&](uint64_t Ops = 100, uint64_t Stirs = 7) {
    return take(Site.placed(Ops, Stirs, false));
  };
  EXPECT_FALSE(Placed());
  // Nobody has thought about it.
  Site.notePlaced(100, 7, 0, false, 0, true, 1e6);
  EXPECT_FALSE(Placed());
  Site.notePlaced(100, 7, 0, true, 0, true, 1e6);
  EXPECT_TRUE(Placed());
  EXPECT_FALSE(Placed(101));
  EXPECT_FALSE(Placed(100, 8)); // another loop wants the data home
  // Everything has been brought home.
  EXPECT_FALSE(take(Site.placed(100, 7, true)));
  Site.notePlaced(100, 7, 0, false, 0, true, 1e6);
  EXPECT_TRUE(Placed());
  Site.notePlaced(100, 7, 5, false, 0, true, 1e6); // it had been there
  EXPECT_FALSE(Placed());
  Site.notePlaced(100, 7, 0, true, 0, true, 1e6);
  unsigned Settled = 0;
  while (Placed())
    ++Settled;
  EXPECT_EQ(Settled, SiteModel::SampleEvery - 1);
}

TEST(Chooser, ACallThatLeavesNothingThereSettlesTheNextOnes) {
  SiteChoice Site;
  // Until some have been measured, none is settled.
  for (unsigned Call = 0; Call < SiteModel::EagerSamples; ++Call) {
    Site.notePlaced(100, 7, 64, true, 64, false, 1e6);
    EXPECT_FALSE(take(Site.placed(100, 7, true))) << Call;
    EXPECT_TRUE(Site.wantsSample(Side::Device, 100));
  }
  Site.notePlaced(100, 7, 64, true, 64, false, 1e6);
  EXPECT_TRUE(take(Site.placed(100, 7, true)));
  EXPECT_TRUE(take(Site.placed(100, 7, false))); // another loop's data is there
  EXPECT_FALSE(take(Site.placed(101, 7, true)));
  Site.notePlaced(100, 7, 64, false, 0, false, 1e6);
  EXPECT_TRUE(take(Site.placed(100, 7, true)));
  Site.notePlaced(100, 7, 65, false, 0, false, 1e6); // larger arrays
  EXPECT_FALSE(take(Site.placed(100, 7, true)));
}
