// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallSequenceTest.cpp - steps of one whole run on one side ----------===//
#include "region/LazyBench.h"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Much work and little, over arrays of their own: one for one, the first is
/// for a device and the second is not. The whole has the arrays of the first.
struct TwoSteps {
  ExampleLoop Much{100'000}, Little{1000};
  twofold_site Whole = Much.B.site();
  unsigned Times = 0;

  explicit TwoSteps(uint32_t WorkOfAll) {
    Much.B.site().ops = 100'000'000;
    Little.B.site().ops = 16;
    Little.B.site().line = 13;
    Whole.ops = WorkOfAll;
    Whole.line = 14;
  }
  void runEach(Bench &On) {
    On.run(Much);
    On.run(Little);
    ++Times;
  }
  void run(Bench &On) {
    const twofold_site *const Kernels[] = {&Much.B.site(), &Little.B.site()};
    On.R->runSequence(Whole, Much.B.launch(), Much.B.trips(), Kernels, 2,
                      [&] { runEach(On); });
  }
  void expectResults() {
    Much.expectResults(Times);
    Little.expectResults(Times);
  }
};

Settings chooses(BuildPolicy Build) {
  Settings Set = asked(DeviceRequest::Kind::Any);
  Set.Build = Build;
  return Set;
}

} // namespace

TEST(CallSequence, CallsThatAreNoneArePlacedOneByOne) {
  Bench On(chooses(BuildPolicy::Wait));
  TwoSteps S(100'000'000);
  S.runEach(On);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  EXPECT_EQ(On.counts().CallsNative, 1u);
  S.expectResults();
}

TEST(CallSequence, AllStepsRunOnTheDeviceFromTheFirstTimeOn) {
  Bench On(chooses(BuildPolicy::Wait));
  TwoSteps S(100'000'000);
  for (unsigned Time = 1; Time <= 3; ++Time) {
    S.run(On);
    EXPECT_EQ(On.counts().CallsDevice, 2 * Time);
  }
  EXPECT_EQ(On.counts().CallsNative, 0u);
  S.expectResults();
}

TEST(CallSequence, AllStepsRunOnThreadsWhereTheWholeIsShort) {
  Bench On(chooses(BuildPolicy::Wait));
  TwoSteps S(1);
  for (unsigned Time = 1; Time <= 3; ++Time)
    S.run(On);
  EXPECT_EQ(On.counts().CallsDevice, 0u);
  EXPECT_EQ(On.counts().CallsNative, 6u);
  S.expectResults();
}

TEST(CallSequence, WhereOneKernelIsMissingNoStepRunsOnTheDevice) {
  Bench On(chooses(BuildPolicy::Background));
  TwoSteps S(100'000'000);
  const twofold_site *const Kernels[] = {&S.Much.B.site(), &S.Little.B.site()};
  On.R->buildTogether(Kernels);
  uint64_t Devices = 0;
  for (unsigned Time = 1; Time <= 1000 && !Devices; ++Time) {
    S.run(On);
    Devices = On.counts().CallsDevice;
    EXPECT_TRUE(Devices == 0 || Devices == 2);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(Devices, 2u);
  S.expectResults();
}

TEST(CallSequence, TheWholeIsMeasuredAndToldOfOnce) {
  Bench On(chooses(BuildPolicy::Wait));
  On.TimeOfALook = 1e6;
  TwoSteps S(100'000'000);
  S.run(On);
  const std::string Json = On.R->receiptsAsJson();
  EXPECT_EQ(std::count(Json.begin(), Json.end(), '{'), 1) << Json;
  EXPECT_NE(Json.find("loop.c:14"), std::string::npos) << Json;
  EXPECT_NE(On.R->explain("loop.c:14").find("1 call"), std::string::npos)
      << On.R->explain("loop.c:14");
  S.expectResults();
}

TEST(CallSequence, WhatIsAskedForIsAskedForOfEachStep) {
  Bench On(gpu());
  TwoSteps S(1);
  S.run(On);
  EXPECT_EQ(On.counts().CallsDevice, 2u);
  S.expectResults();
}
