// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RunMemoryTest.cpp - what the next run of a program does better -----===//
#include "Cases.h"
#include "RuntimeBench.h"
#include "TemporaryFolder.h"
#include "choice/ChoiceMemory.h"
#include "system/ProcessEnd.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

/// One run of a program with one loop of much work, which begins at second 1 of
/// its clock.
struct ProgramRun {
  FakeWorld World;
  std::atomic<double> Time{1e9};
  std::atomic<unsigned> Opens{0};
  std::chrono::milliseconds OpensIn{0};  ///< of real time
  double OpeningTakes = 0;               ///< of the clock
  double LookTakes = 0;                  ///< at the clock
  std::atomic<bool> OpensAtALook{false}; ///< at the next one
  DeviceKind Kind = DeviceKind::Gpu;
  ExampleLoop Loop{5000};
  std::unique_ptr<Runtime> R;

  explicit ProgramRun(const CacheConfig &Config) {
    World.Kernels["example"] = ExampleLoop::kernel;
    Loop.B.site().ops = 20'000'000;
    RuntimeParts Parts;
    Parts.Set = asked(DeviceRequest::Kind::Any);
    Parts.Set.Build = BuildPolicy::Background;
    Parts.OpenDevices = [this](std::string &) {
      ++Opens;
      std::this_thread::sleep_for(OpensIn);
      Time = Time + OpeningTakes;
      std::vector<std::unique_ptr<Device>> Out;
      Out.push_back(std::make_unique<FakeDevice>(World, Kind));
      return Out;
    };
    Parts.MakeSupply = [](const Settings &) {
      return std::make_unique<BuildingSupply>();
    };
    Parts.TraceTo = [](std::string_view) {};
    Parts.InlineLimit = nullptr;
    Parts.Now = [this] {
      if (OpensAtALook.exchange(false))
        (void)R->devices();
      return Time.fetch_add(LookTakes);
    };
    Parts.Memory = std::make_unique<ChoiceMemory>(Config, "here", "program");
    R = std::make_unique<Runtime>(std::move(Parts));
  }

  void run() { R->run(Loop.B.site(), Loop.B.launch(), Loop.B.trips()); }
  std::string why() { return R->explain("loop.c:12"); }
};

class RunMemory : public testing::Test {
protected:
  TemporaryFolder Folder;
  CacheConfig Config;
  RunMemory() { Config.Directory = Folder.path(); }

  RunHistory lastRun() {
    return ChoiceMemory(Config, "here", "program").lastRun();
  }
  void keep(const RunHistory &Of) {
    ChoiceMemory(Config, "here", "program").keep(Of);
  }
  /// Both variants of the loop have been measured; 0: this one has not.
  void keepTimes(double Native, double Device) {
    SiteModel Models[2];
    FakeWorld World;
    ExampleLoop Loop{5000};
    Loop.B.site().ops = 20'000'000;
    const uint64_t Ops = estimateWork(
        IterationSpace(Loop.B.site(), Loop.B.launch()), Loop.B.trips());
    for (int Sample = 0; Sample < 4; ++Sample) {
      Models[0].add(Ops, Native);
      if (Device > 0)
        Models[1].add(Ops, Device);
    }
    SiteTable Sites;
    FakeDevice Gpu(World, DeviceKind::Gpu);
    ChoiceMemory(Config, "here", "program")
        .keep({{Sites.record(Loop.B.site()).Identity, {Models[0], Models[1]}}},
              identify(Gpu.facts()));
  }
};

} // namespace

TEST_F(RunMemory, AShortProgramDoesWithoutDriversTheNextTime) {
  {
    ProgramRun First(Config);
    First.OpeningTakes = 3e8;
    First.run();
    (void)First.R->devices(); // waits for them
    EXPECT_EQ(First.Opens, 1u);
    // The thread that opened them tells it in its own time.
    while (lastRun().Opening == 0)
      First.R->endProgram();
    First.Time = First.Time + 5e7;
    First.R->endProgram();
  }
  const RunHistory Kept = lastRun();
  EXPECT_EQ(Kept.Lasted, 3.5e8);
  EXPECT_EQ(Kept.Opening, 3e8);
  ProgramRun Second(Config);
  Second.run();
  EXPECT_EQ(Second.Opens, 0u);
  EXPECT_NE(Second.why().find("expected to end before"), std::string::npos)
      << Second.why();
  // It goes on for longer than it did.
  Second.Time = Second.Time + 8e8;
  while (Second.Opens == 0)
    Second.run();
  (void)Second.R->devices();
  EXPECT_EQ(Second.Opens, 1u);
}

TEST_F(RunMemory, ADriverThatTheLastRunUsedIsOpenedBeforeItIsMissed) {
  keep({4e9, 5e7, 0});
  // No call would ask for it.
  keepTimes(1e6, 1e8);
  {
    ProgramRun Run(Config);
    while (Run.Opens == 0)
      Run.run();
    EXPECT_EQ(Run.World.Launches, 0u);
  }
  // The same of one that was opened in vain.
  keep({4e9, 5e7, 1});
  ProgramRun Run(Config);
  for (int Call = 0; Call < 100; ++Call)
    Run.run();
  Run.R->endProgram();
  EXPECT_EQ(Run.Opens, 0u);
}

TEST_F(RunMemory, ALongCallWaitsForADriverThatIsAlmostThere) {
  keep({4e9, 5e7});
  keepTimes(2e10, 1e6);
  ProgramRun Run(Config);
  Run.OpensIn = std::chrono::milliseconds(30);
  Run.run();
  Run.Loop.expectResults(1);
  EXPECT_EQ(Run.World.Launches, 1u) << Run.why();
}

TEST_F(RunMemory, NoCallWaitsForLongerThanItTakes) {
  keep({4e9, 5e8});
  keepTimes(4e8, 1e6);
  ProgramRun Run(Config);
  Run.OpensIn = std::chrono::milliseconds(30);
  Run.run();
  Run.Loop.expectResults(1);
  EXPECT_EQ(Run.World.Launches, 0u);
  EXPECT_NE(Run.why().find("OpenCL is being started"), std::string::npos);
}

TEST_F(RunMemory, NoCallWaitsForAKernelThatNobodyHasMeasured) {
  keep({4e9, 5e7});
  ProgramRun Run(Config);
  Run.OpensIn = std::chrono::milliseconds(30);
  Run.run();
  Run.Loop.expectResults(1);
  EXPECT_EQ(Run.World.Launches, 0u);
}

TEST_F(RunMemory, OneLongCallWaitsForAKernelThatNobodyHasMeasured) {
  for (bool Long : {false, true}) {
    keepTimes(Long ? 2e10 : 1.8e9, 0);
    ProgramRun Run(Config);
    std::promise<void> Called;
    std::shared_future<void> Wait = Called.get_future().share();
    Run.World.OnBuild = [Wait] {
      Wait.wait_for(std::chrono::milliseconds(50));
    };
    Run.run();
    (void)Run.R->devices();
    Run.run();
    EXPECT_EQ(Run.World.Launches, unsigned(Long)) << Run.why();
    Called.set_value();
    Run.Loop.expectResults(2);
    Run.R.reset();
  }
}

/// The next call may be a long time off.
TEST_F(RunMemory, AKernelThatWasWantedIsBuiltOnceTheDriverIsThere) {
  ProgramRun Run(Config);
  Run.OpensIn = std::chrono::milliseconds(30);
  while (Run.Opens == 0)
    Run.run();
  while (Run.World.Builds == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(Run.World.Launches, 0u);
}

TEST_F(RunMemory, AKernelThatTheGpuCannotRunIsNotBuiltForIt) {
  ProgramRun Run(Config);
  twofold_kernel Cpu = *Run.Loop.B.site().kernel;
  Cpu.flags |= TWOFOLD_KERNEL_CPU_ONLY;
  Run.Loop.B.site().kernel = &Cpu;
  Run.OpensIn = std::chrono::milliseconds(1);
  while (Run.Opens == 0)
    Run.run();
  (void)Run.R->devices();
  for (int Call = 0; Call < 10; ++Call)
    Run.run();
  Run.R.reset();
  EXPECT_EQ(Run.World.Builds, 0u);
}

TEST_F(RunMemory, WhatWaitsForADriverIsNotThoughtOfEachTime) {
  keep({4e9, 5e7});
  keepTimes(1e3, 10);
  ProgramRun Run(Config);
  Run.OpensIn = std::chrono::milliseconds(1000);
  const int Calls = sanitized() ? 500 : 2000;
  for (int Call = 0; Call < Calls; ++Call)
    Run.run();
  Run.Loop.expectResults(Calls);
  const std::string Json = Run.R->receiptsAsJson();
  EXPECT_LT(std::count(Json.begin(), Json.end(), '{'), 200);
}

/// No thread of the runtime's has come into being by then.
TEST_F(RunMemory, LongCallsAreRememberedToo) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        static std::atomic<bool> Settled{false};
        ProcessEnd::set({[] {}, [] { Settled = true; }, [] {}});
        keep({1e8, 1e9});
        ProgramRun Run(Config);
        Run.run();
        ProcessEnd::begin();
        std::_Exit(Settled ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(RunMemory, DriversMayOpenWhileTheProgramEnds) {
  keep({1e8, 1e9});
  ProgramRun Run(Config);
  Run.Kind = DeviceKind::Cpu;
  Run.LookTakes = 1e8;
  for (int Call = 0; Call < 3; ++Call)
    Run.run();
  ASSERT_EQ(Run.Opens, 0u);
  Run.OpensAtALook = true;
  Run.R->endProgram();
  EXPECT_EQ(Run.Opens, 1u);
  std::string Device;
  EXPECT_EQ(ChoiceMemory(Config, "here", "program").models(Device).size(), 1u);
  EXPECT_EQ(Device, "") << "there was no GPU";
}
