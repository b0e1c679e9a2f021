// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CalibrationMemoryTest.cpp - costs are measured once ---------------===//
#include "RuntimeBench.h"
#include "TemporaryFolder.h"
#include "choice/ChoiceMemory.h"
#include "fake/FakeSupply.h"

#include <gtest/gtest.h>

#include <chrono>
#include <sched.h>
#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Threads that are born meanwhile are not lowered to idle ones, which get
/// nothing where other tests run.
class BatchPriority {
  sched_param None = {};

public:
  BatchPriority() { (void)sched_setscheduler(0, SCHED_BATCH, &None); }
  ~BatchPriority() { (void)sched_setscheduler(0, SCHED_OTHER, &None); }
};

bool await(const std::function<bool()> &What) {
  for (int Try = 0; Try < 3000; ++Try) {
    if (What())
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// A run of a program: its first call that is chosen makes the costs known.
struct ProgramRun {
  FakeWorld World;
  std::unique_ptr<Runtime> R;
  ExampleLoop Loop{1000};

  explicit ProgramRun(const TemporaryFolder &Folder) {
    World.Kernels["example"] = ExampleLoop::kernel;
    RuntimeParts Parts;
    Parts.Set = asked(DeviceRequest::Kind::Any);
    Parts.OpenDevices = [this](std::string &) {
      std::vector<std::unique_ptr<Device>> Out;
      Out.push_back(std::make_unique<FakeDevice>(World, DeviceKind::Gpu));
      return Out;
    };
    Parts.MakeSupply = [](const Settings &) {
      return std::make_unique<BuildingSupply>();
    };
    Parts.TraceTo = [](std::string_view) {};
    Parts.InlineLimit = nullptr;
    CacheConfig Config;
    Config.Directory = Folder.path();
    Parts.Memory = std::make_unique<ChoiceMemory>(Config, "here", "program");
    R = std::make_unique<Runtime>(std::move(Parts));
    (void)R->devices();
    R->run(Loop.B.site(), Loop.B.launch(), Loop.B.trips());
    EXPECT_EQ(World.Launches, 0u) << "the loop itself needs no device";
  }
};

} // namespace

TEST(CalibrationMemory, CostsAreMeasuredOnceAndReadByLaterRuns) {
  BatchPriority Batch;
  TemporaryFolder Folder;
  auto Entries = [&] { return Folder.list(".entry").size(); };
  auto Whole = [&] {
    CacheConfig Config;
    Config.Directory = Folder.path();
    Config.Mode = CacheMode::ReadOnly;
    return CacheStore(Config).keys().size();
  };
  auto Hits = [&] {
    uint64_t Sum = 0;
    for (const std::string &Name : Folder.list(".hits"))
      Sum += std::filesystem::file_size(Folder / Name);
    return Sum;
  };
  {
    ProgramRun First(Folder);
    ASSERT_TRUE(await([&] { return Whole() == 2; }));
    EXPECT_GT(First.World.Written, 0u);
  }
  {
    ProgramRun Second(Folder);
    // The host's and the device's.
    ASSERT_TRUE(await([&] { return Hits() == 2; }));
    EXPECT_EQ(Second.World.Written, 0u);
  }
  EXPECT_EQ(Entries(), 2u);
  // Damage: measured anew, and stored anew.
  for (const std::string &Name : Folder.list(".entry")) {
    std::fstream File(Folder / Name,
                      std::ios::in | std::ios::out | std::ios::binary);
    File.seekp(-20, std::ios::end);
    File.put('?');
  }
  EXPECT_EQ(Whole(), 0u);
  {
    ProgramRun Third(Folder);
    ASSERT_TRUE(await([&] { return Whole() == 2; }));
    EXPECT_GT(Third.World.Written, 0u);
  }
}
