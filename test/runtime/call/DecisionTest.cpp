// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DecisionTest.cpp - where calls run, and what is told about it ------===//
#include "RuntimeBench.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Runs the loop once and expects it natively, for a reason with Text in it.
void expectNative(Bench &On, ExampleLoop &Loop, const std::string &Text) {
  On.run(Loop);
  Loop.expectResults(1);
  EXPECT_EQ(On.counts().CallsNative, 1u);
  EXPECT_EQ(On.World.Launches, 0u);
  On.R->summarize();
  EXPECT_NE(On.Told.find(Text), std::string::npos) << On.Told;
}

Settings telling(Settings Set, unsigned Info = 1) {
  Set.Info = Info;
  return Set;
}

} // namespace

TEST(Decision, DisabledOpensNothing) {
  Settings Set = telling(gpu());
  Set.Offload = OffloadPolicy::Disabled;
  Bench On(Set);
  ExampleLoop Loop(100);
  expectNative(On, Loop, "TWOFOLD_OFFLOAD=disabled");
  EXPECT_EQ(On.Opens, 0u);
  EXPECT_TRUE(On.R->devices().empty());
  EXPECT_EQ(On.Opens, 0u);
}

TEST(Decision, NativeByTheEnvironment) {
  Bench On(telling(asked(DeviceRequest::Kind::Native)));
  ExampleLoop Loop(100);
  expectNative(On, Loop, "TWOFOLD_DEVICE=native");
  EXPECT_EQ(On.Opens, 0u);
}

/// A loop that has been called once, and what it was told of later calls.
struct CalledOnce {
  ExampleLoop Loop{100};
  volatile uint64_t Limit = 0;

  explicit CalledOnce(Settings Set) {
    Set.InlineOps.reset(); // which would be the limit
    Bench On(Set);
    Loop.B.site().inline_limit = &Limit;
    On.run(Loop);
    Loop.expectResults(1);
  }
};

TEST(Decision, WithoutAChoiceShortCallsNeedNotCome) {
  auto LimitWith = [](Settings Set) { return uint64_t(CalledOnce(Set).Limit); };
  EXPECT_GT(LimitWith(asked(DeviceRequest::Kind::Native)), 0u);
  Settings Set;
  Set.Offload = OffloadPolicy::Disabled;
  EXPECT_GT(LimitWith(Set), 0u);
  EXPECT_EQ(LimitWith(asked(DeviceRequest::Kind::Any)), 0u)
      << "a device may be better";
  EXPECT_EQ(LimitWith(telling(asked(DeviceRequest::Kind::Native))), 0u)
      << "the program's calls are to be told";
}

TEST(Decision, OnOneThreadNativeCallsNeedNoDecision) {
  const int Threads = omp_get_max_threads();
  for (int Each : {2, 1}) {
    omp_set_num_threads(Each);
    CalledOnce Of(asked(DeviceRequest::Kind::Native));
    EXPECT_EQ(HostDevice::passesAlone(Of.Loop.B.site(), Of.Loop.B.launch()),
              Each == 1);
  }
  omp_set_num_threads(Threads);
}

TEST(Decision, NativeByTheClause) {
  Bench On(telling(gpu()));
  ExampleLoop Loop(100);
  Loop.B.site().flags = TWOFOLD_SITE_NATIVE;
  expectNative(On, Loop, "device(native)");
}

TEST(Decision, AProgramSwitchesAsItRuns) {
  const auto NoSites = [] { return std::vector<const twofold_site *>(); };
  Bench On(telling(asked(DeviceRequest::Kind::Any)));
  ExampleLoop Loop(100);
  EXPECT_EQ(On.R->setOffload(TWOFOLD_OFFLOAD_OFF, NoSites),
            TWOFOLD_OFFLOAD_AUTO);
  EXPECT_EQ(On.R->setOffload(4, NoSites), -1);
  expectNative(On, Loop, "the program has switched offloading off");
  EXPECT_EQ(On.Opens, 0u);
  EXPECT_EQ(On.R->setOffload(TWOFOLD_OFFLOAD_GPU, NoSites),
            TWOFOLD_OFFLOAD_OFF);
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  On.R->setOffload(TWOFOLD_OFFLOAD_CPU, NoSites);
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  EXPECT_NE(On.Told.find("twofold_set_offload asks for a device that is not "
                         "there: no OpenCL CPU device was found"),
            std::string::npos)
      << On.Told;
}

TEST(Decision, ShortCallsComeAgainOnceADeviceIsAskedFor) {
  static ExampleLoop *Short;
  Settings Set = asked(DeviceRequest::Kind::Any);
  Set.InlineOps.reset();
  Bench On(Set, DeviceKind::Cpu);
  ExampleLoop Loop(100);
  Short = &Loop;
  volatile uint64_t Limit = 1000;
  Loop.B.site().inline_limit = &Limit;
  EXPECT_EQ(
      On.R->setOffload(
          TWOFOLD_OFFLOAD_CPU,
          [] { return std::vector<const twofold_site *>{&Short->B.site()}; }),
      TWOFOLD_OFFLOAD_AUTO);
  EXPECT_EQ(Limit, 0u);
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  Limit = HostDevice::LetsNonePass;
  On.R->setOffload(TWOFOLD_OFFLOAD_CPU, [] {
    return std::vector<const twofold_site *>{&Short->B.site()};
  });
  EXPECT_EQ(Limit, HostDevice::LetsNonePass);
}

TEST(Decision, OffIsObeyedWhereOffloadingIsMandatory) {
  Settings Set = gpu();
  Set.Offload = OffloadPolicy::Mandatory;
  Bench On(Set);
  ExampleLoop Loop(100);
  On.R->setOffload(TWOFOLD_OFFLOAD_OFF,
                   [] { return std::vector<const twofold_site *>(); });
  On.run(Loop);
  Loop.expectResults(1);
  EXPECT_EQ(On.counts().CallsNative, 1u);
}

TEST(Decision, NativeByTheCondition) {
  Bench On(telling(gpu()));
  ExampleLoop Loop(100);
  Loop.B.launch().condition = 0;
  expectNative(On, Loop, "if()");
}

TEST(Decision, NoKernelTellsThePluginsReason) {
  Bench On(telling(gpu()));
  ExampleLoop Loop(100, false);
  expectNative(On, Loop, "of the test");
  EXPECT_EQ(On.Opens, 0u);
}

TEST(Decision, NoDevice) {
  Bench On(telling(gpu()), DeviceKind::Gpu, false);
  ExampleLoop Loop(100);
  expectNative(On, Loop, "nothing here");
}

TEST(Decision, NoDeviceOfTheKind) {
  Bench On(telling(gpu()), DeviceKind::Cpu);
  ExampleLoop Loop(100);
  expectNative(On, Loop, "no OpenCL GPU was found");
}

TEST(Decision, AnAbsentDeviceIsToldOnceByDefault) {
  Settings Set = gpu();
  Set.Device.Index = 7;
  Bench On(Set);
  ExampleLoop Loop(100);
  On.run(Loop);
  On.run(Loop);
  EXPECT_NE(On.Told.find("TWOFOLD_DEVICE asks for a device that is not there"),
            std::string::npos)
      << On.Told;
  EXPECT_NE(On.Told.find("OpenCL GPU number 7 was asked for"),
            std::string::npos);
  EXPECT_EQ(std::count(On.Told.begin(), On.Told.end(), '\n'), 1);

  Set = asked(DeviceRequest::Kind::Named);
  Set.Device.Name = "typo";
  Bench Misspelt(Set);
  Misspelt.run(Loop);
  EXPECT_NE(Misspelt.Told.find("name or platform holds 'typo'"),
            std::string::npos)
      << Misspelt.Told;

  DeviceRequest Second;
  Second.What = DeviceRequest::Kind::Gpu;
  Second.Index = 7;
  Set.Device.Others = {Second};
  Bench Neither(Set);
  Neither.run(Loop);
  EXPECT_NE(Neither.Told.find("name or platform holds 'typo' was found"),
            std::string::npos)
      << Neither.Told;
  EXPECT_NE(Neither.Told.find(", and OpenCL GPU number 7 was asked for"),
            std::string::npos)
      << Neither.Told;
  // Who names threads as well has what was asked for.
  Second.What = DeviceRequest::Kind::Native;
  Set.Device.Others = {Second};
  Bench Threads(Set);
  Threads.run(Loop);
  EXPECT_EQ(Threads.Told, "");
  // The first that is there is taken.
  Second.What = DeviceRequest::Kind::Some;
  Second.Index = 0;
  Set.Device.Others = {Second};
  Bench Found(Set);
  Found.run(Loop);
  EXPECT_EQ(Found.Told, "");
  EXPECT_EQ(Found.counts().CallsDevice, 1u);

  Bench ByClause(asked(DeviceRequest::Kind::Any), DeviceKind::Cpu);
  Loop.B.site().flags = TWOFOLD_SITE_GPU;
  ByClause.run(Loop);
  EXPECT_NE(ByClause.Told.find("device(gpu) asks for a device"),
            std::string::npos)
      << ByClause.Told;
}

TEST(Decision, NothingIsToldOfDevicesThatNobodyAskedFor) {
  Bench On(asked(DeviceRequest::Kind::Any), DeviceKind::Gpu, false);
  ExampleLoop Loop(100);
  On.run(Loop);
  EXPECT_EQ(On.Told, "");
}

TEST(Decision, DevicesByName) {
  for (auto [Name, Found] :
       {std::pair("fake", true), {"preten", true}, {"other", false}}) {
    Settings Set = asked(DeviceRequest::Kind::Named);
    Set.Device.Name = Name;
    Bench On(Set);
    ExampleLoop Loop(100);
    On.run(Loop);
    EXPECT_EQ(On.counts().CallsDevice, Found ? 1u : 0u) << Name;
    Set.Device.Index = 1;
    Bench Second(Set);
    Second.run(Loop);
    EXPECT_EQ(Second.counts().CallsDevice, 0u) << Name;
  }
}

TEST(Decision, TheClauseAsksForADevice) {
  Bench On(asked(DeviceRequest::Kind::Any), DeviceKind::Cpu);
  ExampleLoop Loop(100);
  Loop.B.site().flags = TWOFOLD_SITE_CPU;
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  Loop.B.site().flags = TWOFOLD_SITE_GPU;
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
}

TEST(Decision, MissingPrecision) {
  Bench On(telling(gpu()));
  (void)On.R->devices();
  On.Opened->editFacts().Fp64 = false;
  ExampleLoop Loop(100);
  Loop.B.kernel("example", 1, TWOFOLD_KERNEL_LINEAR | TWOFOLD_KERNEL_FP64);
  expectNative(On, Loop, "no double precision");
}

TEST(Decision, CpuOnlyKernelsStayOffGpus) {
  Bench On(telling(gpu()));
  ExampleLoop Loop(100);
  Loop.B.kernel("example", 1, TWOFOLD_KERNEL_LINEAR | TWOFOLD_KERNEL_CPU_ONLY);
  expectNative(On, Loop, "no-opencl-gpu");
}

TEST(Decision, UnknownExtentsAreNamed) {
  Bench On(telling(gpu()));
  ExampleLoop Loop(100);
  auto Nowhere = std::make_unique<int>(); // the tests' allocator is not seen
  uint32_t Table = Loop.B.base(Nowhere.get(), "table");
  Loop.B.access(Table, 1, TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_UNKNOWN, {});
  expectNative(On, Loop, "the extent of 'table' is not known");
}

TEST(Decision, TheThresholdCountsOperations) {
  Settings Set = asked(DeviceRequest::Kind::Any);
  Set.Threshold = 100;
  Bench On(Set);
  ExampleLoop Small(99), Large(100);
  On.run(Small);
  EXPECT_EQ(On.counts().CallsDevice, 0u);
  EXPECT_EQ(On.Opens, 0u);
  On.run(Large);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
}

TEST(Decision, ByCostOnlyWhenItPays) {
  Bench On(asked(DeviceRequest::Kind::Any));
  ExampleLoop Loop(1000);
  On.run(Loop);
  EXPECT_EQ(On.Opens, 0u);
  EXPECT_EQ(On.counts().CallsDevice, 0u);
  Loop.B.site().ops = 100'000'000; // 10^11 operations on few bytes
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  Loop.expectResults(2);
}

TEST(Decision, ByCostASiteHasToEarnItsKernel) {
  Bench On(asked(DeviceRequest::Kind::Any));
  ExampleLoop Loop(1000);
  omp_set_num_threads(2);
  Loop.B.launch().num_threads = 2;
  // About 2 ms each by the model's figures.
  Loop.B.site().ops = 16'000;
  unsigned Calls = 0;
  while (On.counts().CallsDevice == 0 && Calls < 100) {
    On.run(Loop);
    ++Calls;
  }
  EXPECT_GT(Calls, 2u);
  EXPECT_LT(Calls, 20u);
  Loop.expectResults(Calls);
}

TEST(Decision, CpuDevicesAreNeverChosenByCost) {
  Bench On(telling(asked(DeviceRequest::Kind::Any)), DeviceKind::Cpu);
  ExampleLoop Loop(1000);
  Loop.B.site().ops = 100'000'000;
  expectNative(On, Loop, "no OpenCL GPU was found");
}

TEST(Decision, PredictionsOfAGpuThatIsNotThereAreNotTold) {
  Bench On(telling(asked(DeviceRequest::Kind::Any)), DeviceKind::Cpu);
  ExampleLoop Loop(1000);
  On.run(Loop);
  On.R->summarize();
  EXPECT_NE(On.Told.find("f: 1 call in "), std::string::npos) << On.Told;
  EXPECT_NE(
      On.Told.find("on the CPU because no GPU has been looked for, as one "
                   "is predicted to be slower"),
      std::string::npos)
      << On.Told;
  EXPECT_EQ(On.Opens, 0u);
  (void)On.R->devices();
  On.Told.clear();
  On.R->summarize();
  EXPECT_NE(On.Told.find("on the CPU because no OpenCL GPU was found\n"),
            std::string::npos)
      << On.Told;
  // What the program itself asks for is told all the same.
  Loop.B.launch().condition = false;
  On.run(Loop);
  On.R->summarize();
  EXPECT_NE(On.Told.find("because its if() is false\n"), std::string::npos)
      << On.Told;
}

TEST(DecisionDeathTest, MandatoryEndsTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Settings Set = asked(DeviceRequest::Kind::Any);
  Set.Offload = OffloadPolicy::Mandatory;
  EXPECT_EXIT(
      {
        Bench On(Set, DeviceKind::Gpu, false);
        ExampleLoop Loop(10);
        On.run(Loop);
      },
      ::testing::ExitedWithCode(70),
      "twofold: loop.c:12: f: not offloaded.*nothing here");
}

TEST(Decision, MandatoryUsesAnyDevice) {
  Settings Set = asked(DeviceRequest::Kind::Any);
  Set.Offload = OffloadPolicy::Mandatory;
  Bench On(Set, DeviceKind::Cpu);
  ExampleLoop Loop(10);
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  Loop.B.launch().condition = 0; // the program's own wish
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsNative, 1u);
}

TEST(Decision, ExceptionsPassThrough) {
  Bench On(gpu());
  ExampleLoop Loop(10, false);
  Loop.B.site().native = [](void **, uint64_t, uint64_t) { throw 5; };
  EXPECT_THROW(On.run(Loop), int);
}

TEST(Decision, AForkedChildRunsNatively) {
  Bench On(gpu());
  ExampleLoop Loop(100);
  On.run(Loop);
  SignalHold::begin(); // as a fork does
  On.R->becomeForkedChild(true);
  On.run(Loop);
  EXPECT_EQ(On.World.Launches, 1u);
  EXPECT_TRUE(On.R->devices().empty());
  Loop.expectResults(2);
}

TEST(Decision, SilentByDefault) {
  Bench On(gpu());
  ExampleLoop Loop(100);
  On.run(Loop);
  On.run(Loop);
  On.R->summarize();
  EXPECT_EQ(On.Told, "");
}

TEST(Decision, ALaunchThatFailsIsToldOnceByDefault) {
  Bench On(gpu());
  On.World.FailAt = 9;
  ExampleLoop Loop(100);
  On.run(Loop);
  On.World.FailAt = On.World.Calls + 9;
  On.run(Loop);
  On.R->summarize();
  EXPECT_NE(On.Told.find("failed on Fake One"), std::string::npos) << On.Told;
  EXPECT_EQ(std::count(On.Told.begin(), On.Told.end(), '\n'), 1) << On.Told;
}

TEST(Decision, InfoTellsCallsAndChanges) {
  Bench On(telling(gpu(), 3));
  ExampleLoop Loop(100);
  On.run(Loop);
  On.run(Loop);
  auto Count = [&](const std::string &Text) {
    unsigned Found = 0;
    for (size_t At = 0; (At = On.Told.find(Text, At)) != std::string::npos;
         ++At)
      ++Found;
    return Found;
  };
  EXPECT_EQ(Count("twofold: loop.c:12: now on Fake One\n"), 1u);
  EXPECT_EQ(Count("100 iterations, 100 operations: on Fake One in"), 2u);
  Loop.B.site().flags = TWOFOLD_SITE_NATIVE;
  On.run(Loop);
  EXPECT_EQ(Count("now on "), 2u);
  On.R->summarize();
  EXPECT_EQ(Count("twofold: loop.c:12: f: 3 calls in "), 1u) << On.Told;
  EXPECT_EQ(Count("; 2 on Fake One, 4.7 KiB to it"), 1u) << On.Told;
  EXPECT_EQ(Count("kernel built; on the CPU because it says device(native)\n"),
            1u)
      << On.Told;
}
