// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SpecialLaunchTest.cpp - launches of kernels with constants ---------===//
#include "RuntimeBench.h"
#include "fake/FakeSupply.h"

#include <gtest/gtest.h>

#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

/// ExampleLoop as a site whose bits do not depend on its kernel, with the text
/// that the plugin would print around its body.
struct IntegerLoop : ExampleLoop {
  static constexpr const char *Text =
      "__kernel void example(\n"
      "    __global uchar *x, long x_off, __global uchar *y, long y_off,\n"
      "    __global uchar *w, long w_off, __global uchar *z, long z_off,\n"
      "    long a, ulong trips, ulong item_step, ulong stride, ulong most,\n"
      "    __global long *sums, __local long *sum, __global ulong *last,\n"
      "    ulong lower) {\n"
      "}\n";
  twofold_kernel Kernel;

  explicit IntegerLoop(uint64_t N = 100) : ExampleLoop(N) {
    Kernel = *B.site().kernel;
    Kernel.source = Text;
    prepare();
  }
  /// B fills in its site each time.
  twofold_site Site;
  void prepare() {
    Site = B.site();
    Site.flags &= ~TWOFOLD_SITE_ROUNDS;
    Site.kernel = &Kernel;
  }
};

struct SpecialBench : Bench {
  std::vector<std::string> Launched;

  explicit SpecialBench(Settings Set) : Bench(Set) {
    World.LaunchedTexts = &Launched;
  }
  void call(IntegerLoop &Loop) {
    R->run(Loop.Site, Loop.B.launch(), Loop.B.trips());
  }
  size_t launches() {
    std::lock_guard<std::mutex> Hold(World.Lock);
    return Launched.size();
  }
  /// Whether launch I had a kernel in which this is assigned.
  bool had(size_t I, const std::string &Assigned) {
    std::lock_guard<std::mutex> Hold(World.Lock);
    return Launched.at(I).find(Assigned) != std::string::npos;
  }
};

Settings forced(BuildPolicy Build = BuildPolicy::Wait) {
  Settings Set = gpu();
  Set.Specialise = SpecialisePolicy::Force;
  Set.Tune = TunePolicy::Off;
  Set.Build = Build;
  return Set;
}

} // namespace

TEST(SpecialLaunch, OnlyCallsWithTheConstantsGetTheKernel) {
  SpecialBench On(forced());
  IntegerLoop Loop;
  for (int Call = 0; Call < 3; ++Call)
    On.call(Loop);
  EXPECT_EQ(On.World.Builds, 2u);
  EXPECT_FALSE(On.had(0, "a = "));
  EXPECT_FALSE(On.had(1, "a = "));
  EXPECT_TRUE(On.had(2, "a = as_long(0x3UL);\n  trips = 0x64UL;\n"));
  Loop.expectResults(3);
  // Another value, the first one again, another one again and again.
  for (int64_t A : {4, 3, 4, 4, 3}) {
    Loop.a = A;
    On.call(Loop);
  }
  EXPECT_FALSE(On.had(3, "a = "));
  EXPECT_TRUE(On.had(4, "a = as_long(0x3UL)"));
  EXPECT_FALSE(On.had(5, "a = "));
  EXPECT_TRUE(On.had(6, "a = as_long(0x4UL)"));
  EXPECT_TRUE(On.had(7, "a = as_long(0x3UL)"));
  EXPECT_EQ(On.World.Builds, 3u);
  EXPECT_EQ(On.counts().CallsDevice, 8u);
  std::string Told = On.R->explain("");
  EXPECT_NE(Told.find("; 4 by kernels with constants"), std::string::npos)
      << Told;
}

TEST(SpecialLaunch, OffBuildsNothing) {
  Settings Set = forced();
  Set.Specialise = SpecialisePolicy::Off;
  SpecialBench On(Set);
  IntegerLoop Loop;
  for (int Call = 0; Call < 300; ++Call)
    On.call(Loop);
  EXPECT_EQ(On.World.Builds, 1u);
}

TEST(SpecialLaunch, AFailedBuildLeavesTheUsualKernel) {
  SpecialBench On(forced());
  IntegerLoop Loop;
  On.call(Loop);
  On.World.FailAt = On.World.Calls + 1; // what the second call does first
  On.call(Loop);
  EXPECT_TRUE(On.World.Failed);
  EXPECT_EQ(On.World.Builds, 2u);
  for (int Call = 0; Call < 5; ++Call)
    On.call(Loop);
  EXPECT_EQ(On.World.Builds, 2u);
  EXPECT_EQ(On.counts().CallsDevice, 7u);
  EXPECT_EQ(On.counts().CallsFallback, 0u);
  Loop.expectResults(7);
}

TEST(SpecialLaunch, AKernelThatFailsToLaunchIsNotUsedAgain) {
  for (unsigned Fail = 1; Fail < 40; ++Fail) {
    SpecialBench On(forced());
    IntegerLoop Loop;
    for (int Call = 0; Call < 3; ++Call)
      On.call(Loop);
    ASSERT_TRUE(On.had(2, "a = "));
    On.World.FailAt = On.World.Calls + Fail;
    On.call(Loop);
    bool Failed = On.World.Failed;
    On.World.FailAt = 0;
    size_t Before = On.launches();
    On.call(Loop);
    Loop.expectResults(5);
    // The device may have been given up.
    if (Failed && On.counts().CallsFallback && On.launches() > Before)
      EXPECT_FALSE(On.had(On.launches() - 1, "a = ")) << Fail;
  }
}

TEST(SpecialLaunch, ThreadsBuildEachOnceInTheBackground) {
  SpecialBench On(forced(BuildPolicy::Background));
  IntegerLoop First;
  while (On.counts().CallsDevice == 0)
    On.call(First);
  std::vector<std::thread> Threads;
  for (int64_t Thread = 0; Thread < 4; ++Thread)
    Threads.emplace_back([&, Thread] {
      IntegerLoop Mine;
      Mine.a = 10 + Thread % 2;
      int64_t Sum = 0;
      for (int Call = 0; Call < 100; ++Call) {
        On.R->run(First.Site, Mine.B.launch(), Mine.B.trips());
        for (uint64_t I = 0; I < 100; ++I) {
          int64_t Y = int64_t(I % 17) + (Call + 1) * Mine.a * Mine.x[I];
          EXPECT_EQ(Mine.y[I], Y);
          Sum += Y;
        }
      }
      EXPECT_EQ(Mine.sum, Sum + 7);
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_LE(On.World.Builds, 1u + Specialiser::MostBuilt);
  for (const std::string &Text : On.World.Texts)
    EXPECT_EQ(std::count(On.World.Texts.begin(), On.World.Texts.end(), Text),
              1);
}

namespace {

/// Plays a run of a program; how many calls were measured.
struct ProgramRun {
  FakeWorld World;
  unsigned Measured = 0;
  bool UsesConstants = false;

  ProgramRun(RememberingSupply::Memory &Lines, double Special) {
    SiteTable Sites;
    Statistics Counts;
    Trace Log{0, {}};
    Settings Set = gpu();
    Set.Tune = TunePolicy::Off;
    DeviceSlot Slot{std::make_unique<FakeDevice>(World, DeviceKind::Gpu), 0};
    IntegerLoop Loop;
    SiteRecord &Record = Sites.record(Loop.Site);
    SiteKernels Kernels(Set, Log, Counts, [&](const Settings &) {
      return std::make_unique<RememberingSupply>(Lines);
    });
    std::string Why;
    EXPECT_TRUE(
        Kernels.get({Loop.Site, Record, Slot}, SiteKernels::UntilTimeout, Why))
        << Why;
    for (unsigned Call = 0; Call != 300; ++Call) {
      LaunchPlan Plan =
          Kernels.plan({Loop.Site, Record, Slot}, Loop.B.launch(), 5);
      UsesConstants = Plan.Special.Use != nullptr;
      Measured += Plan.Group.Measure;
      Plan.Group.Nanoseconds = Plan.Special.Use ? Special : 1e6;
      Kernels.tell({Loop.Site, Record, Slot}, Plan);
    }
  }
};

} // namespace

TEST(SpecialLaunch, WhatWasFoundIsRemembered) {
  for (bool Faster : {true, false}) {
    RememberingSupply::Memory Lines;
    ProgramRun First(Lines, Faster ? 5e5 : 1e6);
    EXPECT_EQ(First.UsesConstants, Faster);
    EXPECT_EQ(First.Measured, 1 + 2 * Specialiser::Rounds);
    EXPECT_EQ(First.World.Builds, 2u);
    // The next run tries nothing, and builds what it will use.
    ProgramRun Second(Lines, 1e6);
    EXPECT_EQ(Second.UsesConstants, Faster);
    EXPECT_EQ(Second.Measured, 1u);
    EXPECT_EQ(Second.World.Builds, 1u + Faster);
  }
}
