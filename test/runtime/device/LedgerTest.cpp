// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LedgerTest.cpp ----------------------------------------------------===//
#include "device/Ledger.h"
#include "region/LazyBench.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

/// 20 ms on two threads, next to nothing on a device.
struct Long : ExampleLoop {
  Long() : ExampleLoop(1000) {
    B.launch().num_threads = 2;
    B.site().ops = 160'000;
  }
};

Settings background(Coherence Copies) {
  Settings Set = asked(DeviceRequest::Kind::Any);
  Set.Build = BuildPolicy::Background;
  Set.Copies = Copies;
  return Set;
}

/// Calls until one more runs on the device, or for too long.
unsigned runUntilOnDevice(Bench &On, ExampleLoop &Loop) {
  const uint64_t Before = On.counts().CallsDevice;
  unsigned Calls = 0;
  for (; Calls != 5000 && On.counts().CallsDevice == Before; ++Calls) {
    On.run(Loop);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return Calls;
}

/// Another loop's build, which lasts until it is told.
class SlowBuild {
  std::promise<void> End;
  bool Ended = false;
  Long Other;
  unsigned Calls = 0;

public:
  explicit SlowBuild(Bench &On) {
    // The build may look at them when this object is gone.
    auto Begun = std::make_shared<std::promise<void>>();
    On.World.OnBuild = [Begun, Told = End.get_future().share()] {
      Begun->set_value();
      Told.wait();
    };
    // Opened before: the first call asks for the kernel.
    On.run(Other);
    ++Calls;
    Begun->get_future().wait();
  }
  void end() {
    if (!std::exchange(Ended, true))
      End.set_value();
  }
  ~SlowBuild() {
    end();
    Other.expectResults(Calls);
  }
};

constexpr char Why[] = "driver might let it wait";

} // namespace

TEST(BuildLedger, HoldsForAsLongAsItIsWorth) {
  BuildLedger Beside;
  EXPECT_FALSE(Beside.holds(1));
  {
    const BuildLedger::Job First(Beside);
    EXPECT_TRUE(Beside.holds(1));
    // Longer than any build.
    EXPECT_FALSE(Beside.holds(1.1 * BuildLedger::Most));
    Beside.charge(0.7 * BuildLedger::Most);
    EXPECT_TRUE(Beside.holds(0.2 * BuildLedger::Most));
    EXPECT_FALSE(Beside.holds(0.4 * BuildLedger::Most));
    // Builds without a pause are one.
    const BuildLedger::Job Second(Beside);
    EXPECT_FALSE(Beside.holds(0.4 * BuildLedger::Most));
  }
  EXPECT_FALSE(Beside.holds(1));
  double Lost = 0;
  for (unsigned Build = 0; Build < 100; ++Build) {
    const BuildLedger::Job Mine(Beside);
    for (; Beside.holds(1e8); Lost += 1e8)
      Beside.charge(1e8);
  }
  EXPECT_GT(Lost, 0.5 * BuildLedger::MostInAll);
  EXPECT_LE(Lost, BuildLedger::MostInAll);
}

TEST(BuildLedger, CallsStayNativeWhileAnotherKernelIsBuilt) {
  Bench On(background(Coherence::Eager));
  (void)On.R->devices();
  Long Loop;
  unsigned Calls = runUntilOnDevice(On, Loop);
  ASSERT_EQ(On.counts().CallsDevice, 1u);
  SlowBuild Build(On);
  for (unsigned I = 0; I < 5; ++I, ++Calls)
    On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  EXPECT_NE(On.R->receiptsAsJson().find(Why), std::string::npos);
  Build.end();
  Calls += runUntilOnDevice(On, Loop);
  EXPECT_EQ(On.counts().CallsDevice, 2u);
  Loop.expectResults(Calls);
}

TEST(BuildLedger, ButNotForEver) {
  Bench On(background(Coherence::Eager));
  (void)On.R->devices();
  Long Loop;
  unsigned Calls = runUntilOnDevice(On, Loop);
  SlowBuild Build(On);
  // 20 ms each, of a second.
  for (unsigned I = 0; I < 200; ++I, ++Calls)
    On.run(Loop);
  EXPECT_GT(On.counts().CallsDevice, 100u);
  EXPECT_LT(On.counts().CallsDevice, 190u);
  Loop.expectResults(Calls);
}

TEST(BuildLedger, DataThatIsThereKeepsItsCalls) {
  LazyBench On(background(Coherence::Lazy));
  SKIP_WITHOUT_GUARD(On);
  (void)On.R->devices();
  Long Loop;
  unsigned Calls = runUntilOnDevice(On, Loop);
  {
    SlowBuild Build(On);
    for (unsigned I = 0; I < 5; ++I, ++Calls)
      On.run(Loop);
    EXPECT_EQ(On.counts().CallsDevice, 6u);
  }
  On.R->regions().syncAll();
  Loop.expectResults(Calls);
  On.forget(Loop);
}
