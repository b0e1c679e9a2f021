// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteKernelsTest.cpp - kernels that are built while loops run -------===//
#include "RuntimeBench.h"
#include "fake/FakeSupply.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <future>
#include <map>
#include <set>
#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Stops builds until it is opened.
class Gate {
  std::mutex Lock;
  std::condition_variable Changed;
  bool Open = false;
  unsigned Arrived = 0;

public:
  void pass() {
    std::unique_lock<std::mutex> Hold(Lock);
    ++Arrived;
    Changed.notify_all();
    Changed.wait(Hold, [this] { return Open; });
  }
  void open() {
    std::lock_guard<std::mutex> Hold(Lock);
    Open = true;
    Changed.notify_all();
  }
  void await(unsigned Count) {
    std::unique_lock<std::mutex> Hold(Lock);
    Changed.wait(Hold, [&] { return Arrived >= Count; });
  }
};

/// A loop that pays on a GPU from its first call on.
struct WorthIt : ExampleLoop {
  explicit WorthIt(uint64_t Trips = 1000) : ExampleLoop(Trips) {
    B.site().ops = 100'000'000;
  }
};

Settings background() {
  Settings Set = asked(DeviceRequest::Kind::Any);
  Set.Build = BuildPolicy::Background;
  return Set;
}

/// Calls until one runs on the device, or for too long.
void runUntilOnDevice(Bench &On, ExampleLoop &Loop, unsigned &Calls) {
  for (unsigned Try = 0; Try != 5000 && On.counts().CallsDevice == 0; ++Try) {
    On.run(Loop);
    ++Calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

} // namespace

TEST(SiteKernels, TheNativeVariantServesWhileTheKernelIsBuilt) {
  Gate Build;
  Bench On(background());
  On.World.OnBuild = [&] { Build.pass(); };
  WorthIt Loop;
  unsigned Calls = 0;
  (void)On.R->devices();
  for (; Calls != 5; ++Calls)
    On.run(Loop);
  Build.await(1);
  EXPECT_EQ(On.counts().CallsDevice, 0u);
  EXPECT_EQ(On.counts().CallsNative, 5u);
  EXPECT_EQ(On.counts().CallsFallback, 0u);
  Build.open();
  runUntilOnDevice(On, Loop, Calls);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  EXPECT_EQ(On.World.Builds, 1u);
  Loop.expectResults(Calls);
}

TEST(SiteKernels, DevicesAreOpenedInTheBackground) {
  Bench On(background());
  WorthIt Loop;
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 0u);
  unsigned Calls = 1;
  runUntilOnDevice(On, Loop, Calls);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  EXPECT_EQ(On.Opens, 1u);
  Loop.expectResults(Calls);
}

TEST(SiteKernels, KernelsThatBelongTogetherAreBuiltTogether) {
  Bench On(background());
  (void)On.R->devices();
  WorthIt First, Second;
  const twofold_site *Both[] = {&First.B.site(), &Second.B.site()};
  On.R->buildTogether(Both);
  unsigned Calls = 0;
  runUntilOnDevice(On, First, Calls);
  for (unsigned Try = 0; Try != 5000 && On.World.Builds < 2; ++Try)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(On.World.Builds, 2u);
  unsigned Others = 0;
  for (; Others != 5000 && On.counts().CallsDevice < 2; ++Others)
    On.run(Second);
  EXPECT_EQ(On.counts().CallsDevice, 2u);
  EXPECT_EQ(On.World.Builds, 2u);
  First.expectResults(Calls);
  Second.expectResults(Others);
}

TEST(SiteKernels, ManyThreadsBuildOnce) {
  Gate Build;
  Bench On(background());
  On.World.OnBuild = [&] { Build.pass(); };
  (void)On.R->devices();
  WorthIt First;
  const twofold_site &Site = First.B.site(); // which it fills in
  std::vector<std::thread> Threads;
  std::atomic<bool> Stop{false};
  for (int Thread = 0; Thread != 8; ++Thread)
    Threads.emplace_back([&] {
      // The same site, data of its own.
      ExampleLoop Mine(1000);
      unsigned Calls = 0;
      while (!Stop) {
        On.R->run(Site, Mine.B.launch(), Mine.B.trips());
        ++Calls;
      }
      Mine.expectResults(Calls);
    });
  Build.await(1);
  Build.open();
  while (On.counts().CallsDevice < 8)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  Stop = true;
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(On.World.Builds, 1u);
}

TEST(SiteKernels, ACallThatAskedForTheDeviceWaits) {
  Settings Set = gpu();
  Set.Build = BuildPolicy::Background;
  Gate Build;
  Bench On(Set);
  On.World.OnBuild = [&] { Build.pass(); };
  WorthIt Loop;
  std::thread Opener([&] {
    Build.await(1);
    Build.open();
  });
  On.run(Loop);
  Opener.join();
  EXPECT_EQ(On.counts().CallsDevice, 1u);
}

TEST(SiteKernels, AWaitHasItsDeadline) {
  Settings Set = gpu();
  Set.Build = BuildPolicy::Background;
  Set.BuildTimeout = std::chrono::seconds(1);
  Gate Build;
  Bench On(Set);
  On.World.OnBuild = [&] { Build.pass(); };
  WorthIt Loop;
  On.run(Loop);
  On.run(Loop); // does not wait again: the build is as old as before
  EXPECT_EQ(On.counts().CallsDevice, 0u);
  EXPECT_EQ(On.World.Builds, 1u);
  EXPECT_EQ(On.Told, "twofold: loop.c:12: Fake One: building its kernel takes "
                     "longer than 1 s; threads run it instead\n");
  // Late, but there.
  Build.open();
  unsigned Calls = 2;
  runUntilOnDevice(On, Loop, Calls);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  Loop.expectResults(Calls);
}

TEST(SiteKernels, AFailedBuildIsToldOnceAndFinal) {
  Bench On(background()); // at any level
  On.World.FailWith = ErrorCode::BuildFailed;
  On.World.FailFrom = 1;
  (void)On.R->devices();
  WorthIt Loop;
  unsigned Calls = 0;
  while (On.counts().KernelsFailed == 0 && Calls < 5000) {
    On.run(Loop);
    ++Calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (unsigned More = 0; More != 5; ++More, ++Calls)
    On.run(Loop);
  EXPECT_EQ(On.World.Builds, 1u);
  Loop.expectResults(Calls);
  std::lock_guard<std::mutex> Guard(On.ToldLock);
  EXPECT_EQ(On.Told, "twofold: loop.c:12: no kernel for Fake One: build "
                     "failed on purpose; threads run it instead\n");
}

TEST(SiteKernels, WantOfMemoryIsTriedAgain) {
  Bench On(gpu());
  (void)On.R->devices();
  On.World.FailWith = ErrorCode::OutOfMemory;
  On.World.FailAt = 1;
  WorthIt Loop;
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 0u);
  On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  EXPECT_EQ(On.World.Builds, 2u);
  Loop.expectResults(2);
}

namespace {

/// What SiteBuilder gives its kernels.
constexpr const char *KernelText = "the kernel's text";

struct TuningBench {
  SiteTable Sites;
  FakeWorld World;
  Statistics Counts;
  Trace Log{0, {}};
  Settings Set = gpu();
  DeviceSlot Slot{std::make_unique<FakeDevice>(World, DeviceKind::Gpu), 0};
  RememberingSupply::Memory Lines;

  /// Plays calls that take half as long with the shape that is named.
  unsigned play(const std::string &Fast, unsigned Calls) {
    ExampleLoop Loop(1000);
    Loop.B.site().flags &= ~TWOFOLD_SITE_ROUNDS;
    SiteRecord &Record = Sites.record(Loop.B.site());
    SiteKernels Kernels(Set, Log, Counts, [this](const Settings &) {
      return std::make_unique<RememberingSupply>(Lines);
    });
    std::string Why;
    EXPECT_TRUE(Kernels.get({Loop.B.site(), Record, Slot},
                            SiteKernels::UntilTimeout, Why))
        << Why;
    unsigned Measured = 0;
    for (unsigned Call = 0; Call != Calls; ++Call) {
      LaunchPlan Plan =
          Kernels.plan({Loop.B.site(), Record, Slot}, Loop.B.launch(), 5);
      GroupTrial &Trial = Plan.Group;
      Measured += Trial.Measure;
      Trial.Nanoseconds = formatGroupShape(Trial.Shape) == Fast ? 1e6 : 2e6;
      Kernels.tell({Loop.B.site(), Record, Slot}, Plan);
    }
    Last = formatGroupShape(
        Kernels.plan({Loop.B.site(), Record, Slot}, Loop.B.launch(), 5)
            .Group.Shape);
    return Measured;
  }
  std::string Last;
};

} // namespace

TEST(SiteKernels, TheFastestGroupsAreRemembered) {
  TuningBench On;
  On.Set.Tune = TunePolicy::Force;
  const std::string Fast = "items 0 0 0 groups 16";
  EXPECT_GT(On.play(Fast, 100), 0u);
  EXPECT_EQ(On.Last, Fast);
  EXPECT_EQ(On.Lines[KernelText], Fast);

  TuningBench Next;
  Next.Lines = On.Lines;
  EXPECT_EQ(Next.play("", 100), 0u);
  EXPECT_EQ(Next.Last, Fast);

  TuningBench Off;
  Off.Lines = On.Lines;
  Off.Set.Tune = TunePolicy::Off;
  EXPECT_EQ(Off.play(Fast, 100), 0u);
  EXPECT_EQ(Off.Last, formatGroupShape({}));

  TuningBench Damaged;
  Damaged.Lines[KernelText] = "items 7 7 7 groups 1";
  EXPECT_GT(Damaged.play(Fast, 100), 0u);
}

TEST(SiteKernels, ResultsStayRightWhileGroupsAreTried) {
  Settings Set = gpu();
  Set.Tune = TunePolicy::Force;
  Bench On(Set);
  ExampleLoop Loop(1000);
  Loop.B.site().flags &= ~TWOFOLD_SITE_ROUNDS;
  for (unsigned Call = 0; Call != 40; ++Call)
    On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 40u);
  Loop.expectResults(40);
  std::set<size_t> Sizes;
  for (const NdRange &Range : On.World.Ranges)
    Sizes.insert(Range.Global[0]);
  EXPECT_GT(Sizes.size(), 1u);
}

/// On a device whose builds take a bound, and in the form that has groups.
TEST(SiteKernels, ItemsOfGroupsThatWaitHaveFewRegisters) {
  twofold_kernel Kernel = {};
  Kernel.flags = TWOFOLD_KERNEL_ROWS | TWOFOLD_KERNEL_WAITING;
  DeviceFacts Facts;
  const Settings Set;
  const auto IsBounded = [&] {
    return buildOptions(Kernel, Facts, Set, true).find("maxrregcount=64") !=
           std::string::npos;
  };
  EXPECT_FALSE(IsBounded());
  Facts.BoundsRegisters = true;
  EXPECT_TRUE(IsBounded());
  Kernel.flags = TWOFOLD_KERNEL_ROWS;
  EXPECT_FALSE(IsBounded());
}

/// The form that they are in, on CPUs with memory for it.
TEST(SiteKernels, ItemsOfCpusComputeTilesWhereMemoryHoldsThem) {
  twofold_kernel Kernel = {};
  Kernel.flags = TWOFOLD_KERNEL_BLOCKS;
  DeviceFacts Facts;
  Facts.Kind = DeviceKind::Cpu;
  Facts.LocalMemory = TWOFOLD_BLOCK_BYTES;
  const Settings Set;
  const auto HasBlocks = [&] {
    return buildOptions(Kernel, Facts, Set, true).find("-DTWOFOLD_BLOCKS") !=
           std::string::npos;
  };
  EXPECT_TRUE(HasBlocks());
  Facts.LocalMemory = TWOFOLD_BLOCK_BYTES - 1;
  EXPECT_FALSE(HasBlocks());
  Facts.LocalMemory = TWOFOLD_BLOCK_BYTES;
  Facts.Kind = DeviceKind::Gpu;
  EXPECT_FALSE(HasBlocks());
  Facts.Kind = DeviceKind::Cpu;
  Kernel.flags = TWOFOLD_KERNEL_ROWS;
  EXPECT_FALSE(HasBlocks());
}
