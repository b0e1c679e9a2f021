// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelCacheTest.cpp - where kernels come from ---------------------===//
#include "cache/KernelCache.h"

#include "TemporaryFolder.h"
#include "cache/CacheEntry.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace twofold;

namespace {

struct PaperProgram final : Program {
  std::vector<uint8_t> Bytes;
  explicit PaperProgram(std::vector<uint8_t> Bytes) : Bytes(std::move(Bytes)) {}
  std::vector<uint8_t> binary() const override { return Bytes; }
  size_t maxGroupSize() const override { return 1; }
};

/// Only builds and loads. A binary is "binary of " and the source.
struct PaperDevice final : Device {
  DeviceFacts Facts;
  std::atomic<int> Builds{0}, Loads{0};
  std::function<std::optional<Error>(int Nth)> FailBuild;
  bool RejectBinaries = false;
  bool GivesBinaries = true;

  explicit PaperDevice(std::string Name = "paper") {
    Facts.Platform = "desk";
    Facts.Name = std::move(Name);
    Facts.DriverVersion = "1";
  }
  static std::vector<uint8_t> binaryOf(const ProgramSource &Source) {
    std::string Text = "binary of " + Source.Text;
    return {Text.begin(), Text.end()};
  }

  const DeviceFacts &facts() const override { return Facts; }
  Result<std::unique_ptr<Buffer>> allocate(size_t) override {
    return Error{ErrorCode::Unsupported, "no memory", ""};
  }
  Result<std::unique_ptr<Queue>> createQueue() override {
    return Error{ErrorCode::Unsupported, "no queue", ""};
  }
  Result<std::unique_ptr<Program>> build(const ProgramSource &Source) override {
    int Nth = ++Builds;
    if (FailBuild)
      if (auto Failure = FailBuild(Nth))
        return *Failure;
    std::vector<uint8_t> Binary;
    if (GivesBinaries)
      Binary = binaryOf(Source);
    return std::unique_ptr<Program>(std::make_unique<PaperProgram>(Binary));
  }
  Result<std::unique_ptr<Program>>
  load(const ProgramSource &Source,
       const std::vector<uint8_t> &Binary) override {
    ++Loads;
    if (RejectBinaries || Binary != binaryOf(Source))
      return Error{ErrorCode::BuildFailed, "rejected", ""};
    return std::unique_ptr<Program>(std::make_unique<PaperProgram>(Binary));
  }
};

struct KernelCacheTest : testing::Test {
  TemporaryFolder Folder;
  CacheConfig Config{Folder.path()};
  ProgramSource Source{"kernel", "text", "-O"};
  bool FromCache = false;

  void coldRound(const std::string &Cold);
};

TEST_F(KernelCacheTest, BuildsThenRemembersThenLoads) {
  PaperDevice Desk;
  KernelCache Cache(Config);
  auto First = Cache.get(Desk, Source, &FromCache);
  ASSERT_TRUE(bool(First));
  EXPECT_FALSE(FromCache);
  auto Second = Cache.get(Desk, Source, &FromCache);
  ASSERT_TRUE(bool(Second));
  EXPECT_TRUE(FromCache);
  EXPECT_EQ(*First, *Second);
  EXPECT_EQ(Desk.Builds, 1);
  EXPECT_EQ(Desk.Loads, 0);

  KernelCache Later(Config);
  ASSERT_TRUE(bool(Later.get(Desk, Source, &FromCache)));
  EXPECT_TRUE(FromCache);
  EXPECT_EQ(Desk.Builds, 1);
  EXPECT_EQ(Desk.Loads, 1);
  EXPECT_TRUE(Folder.list(".pending").empty());
}

TEST_F(KernelCacheTest, EverythingInTheKeyCounts) {
  PaperDevice Desk;
  ASSERT_TRUE(bool(KernelCache(Config).get(Desk, Source, nullptr)));
  KernelCache Cache(Config);
  auto Rebuilds = [&](Device &On, const ProgramSource &From) {
    return bool(Cache.get(On, From, &FromCache)) && !FromCache;
  };
  EXPECT_TRUE(Rebuilds(Desk, {"kernel", "text", "-O -DX"}));
  EXPECT_TRUE(Rebuilds(Desk, {"kernel", "text ", "-O"}));
  EXPECT_TRUE(Rebuilds(Desk, {"kernel2", "text", "-O"}));
  PaperDevice Updated;
  Updated.Facts.DriverVersion = "2";
  EXPECT_TRUE(Rebuilds(Updated, Source));
}

TEST_F(KernelCacheTest, AMissIsExplained) {
  PaperDevice Desk;
  KernelCache Cache(Config);
  EXPECT_EQ(Cache.whyMissed(Desk, Source), "it was never built here");
  ASSERT_TRUE(bool(Cache.get(Desk, Source, nullptr)));
  EXPECT_EQ(Cache.whyMissed(Desk, Source), "");
  PaperDevice Updated;
  Updated.Facts.DriverVersion = "2";
  EXPECT_EQ(Cache.whyMissed(Updated, Source),
            "driver version changed from 1 to 2");
  EXPECT_EQ(Cache.whyMissed(Updated, {"kernel", "other", ""}),
            "driver version changed from 1 to 2, options changed from -O to "
            "nothing, source changed");
  EXPECT_EQ(Cache.whyMissed(Desk, {"other", "text", "-O"}),
            "it was never built here");
}

TEST_F(KernelCacheTest, EqualDevicesHaveProgramsOfTheirOwn) {
  PaperDevice Left, Right;
  KernelCache Cache(Config);
  auto OnLeft = Cache.get(Left, Source, &FromCache);
  auto OnRight = Cache.get(Right, Source, &FromCache);
  ASSERT_TRUE(OnLeft && OnRight);
  EXPECT_NE(*OnLeft, *OnRight);
  EXPECT_TRUE(FromCache);
  EXPECT_EQ(Right.Builds, 0);
  EXPECT_EQ(Right.Loads, 1);
}

TEST_F(KernelCacheTest, ARejectedBinaryIsReplaced) {
  PaperDevice Desk;
  std::string Key = cacheKey(Desk.Facts, Source);
  ASSERT_TRUE(CacheStore(Config).put(Key, std::vector<uint8_t>{1, 2, 3}));
  ASSERT_TRUE(bool(KernelCache(Config).get(Desk, Source, &FromCache)));
  EXPECT_FALSE(FromCache);
  EXPECT_EQ(Desk.Builds, 1);
  EXPECT_EQ(CacheStore(Config).get(Key), PaperDevice::binaryOf(Source));
}

TEST_F(KernelCacheTest, AFlakyBuildIsTriedAgain) {
  PaperDevice Desk;
  Desk.FailBuild = [](int Nth) -> std::optional<Error> {
    if (Nth == 1)
      return Error{ErrorCode::BuildFailed, "flaky", "log"};
    return std::nullopt;
  };
  EXPECT_TRUE(bool(KernelCache(Config).get(Desk, Source, &FromCache)));
  EXPECT_FALSE(FromCache);
  EXPECT_EQ(Desk.Builds, 2);
}

TEST_F(KernelCacheTest, AFailedBuildIsReportedWithItsLogAndRemembered) {
  PaperDevice Desk;
  Desk.FailBuild = [](int) {
    return std::optional(Error{ErrorCode::BuildFailed, "broken", "the log"});
  };
  KernelCache Cache(Config);
  for (int Time = 0; Time != 3; ++Time) {
    auto Failed = Cache.get(Desk, Source, &FromCache);
    ASSERT_FALSE(bool(Failed));
    EXPECT_EQ(Failed.error().Message, "broken");
    EXPECT_EQ(Failed.error().Detail, "the log");
  }
  EXPECT_EQ(Desk.Builds, 2);
  EXPECT_TRUE(Folder.list("").empty());
}

TEST_F(KernelCacheTest, WantOfMemoryIsNotRemembered) {
  PaperDevice Desk;
  Desk.FailBuild = [](int Nth) -> std::optional<Error> {
    if (Nth == 1)
      return Error{ErrorCode::OutOfMemory, "full", ""};
    return std::nullopt;
  };
  KernelCache Cache(Config);
  auto Failed = Cache.get(Desk, Source, nullptr);
  ASSERT_FALSE(bool(Failed));
  EXPECT_EQ(Failed.error().Code, ErrorCode::OutOfMemory);
  EXPECT_EQ(Desk.Builds, 1);
  EXPECT_TRUE(bool(Cache.get(Desk, Source, nullptr)));
}

TEST_F(KernelCacheTest, NoBinaryNoEntry) {
  PaperDevice Desk;
  Desk.GivesBinaries = false;
  EXPECT_TRUE(bool(KernelCache(Config).get(Desk, Source, nullptr)));
  EXPECT_TRUE(Folder.list("").empty());
}

TEST_F(KernelCacheTest, WorksWithoutADisk) {
  PaperDevice Desk;
  KernelCache Cache(CacheConfig{""});
  ASSERT_TRUE(bool(Cache.get(Desk, Source, nullptr)));
  ASSERT_TRUE(bool(Cache.get(Desk, Source, &FromCache)));
  EXPECT_TRUE(FromCache);
  EXPECT_EQ(Desk.Builds, 1);
}

TEST_F(KernelCacheTest, ThreadsBuildOnce) {
  PaperDevice Desk;
  KernelCache Cache(Config);
  std::atomic<int> Built{0}, Wrong{0};
  std::vector<std::thread> Threads;
  for (int Thread = 0; Thread != 8; ++Thread)
    Threads.emplace_back([&] {
      for (int Kernel = 0; Kernel != 20; ++Kernel) {
        ProgramSource Each{"kernel", std::to_string(Kernel), ""};
        bool Cached = false;
        auto Got = Cache.get(Desk, Each, &Cached);
        if (!Got || (*Got)->binary() != PaperDevice::binaryOf(Each))
          ++Wrong;
        Built += !Cached;
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(Wrong, 0);
  EXPECT_EQ(Desk.Builds, 20);
  EXPECT_EQ(Built, 20);
}

TEST_F(KernelCacheTest, ADriverThatCrashesTwiceIsNotAskedAgain) {
  for (bool Loading : {false, true}) {
    PaperDevice Desk(Loading ? "dies loading" : "dies building");
    if (Loading)
      ASSERT_TRUE(bool(KernelCache(Config).get(Desk, Source, nullptr)));
    for (int Times = 0; Times < 2; ++Times) {
      pid_t Child = fork();
      if (Child == 0) {
        Desk.RejectBinaries = true; // then it builds, and dies there
        Desk.FailBuild = [](int) -> std::optional<Error> { _exit(9); };
        (void)KernelCache(Config).get(Desk, Source, nullptr);
        _exit(0);
      }
      int Outcome = 0;
      ASSERT_EQ(waitpid(Child, &Outcome, 0), Child);
      ASSERT_EQ(WEXITSTATUS(Outcome), 9);
    }

    int Builds = Desk.Builds, Loads = Desk.Loads;
    KernelCache Cache(Config);
    auto Refused = Cache.get(Desk, Source, nullptr);
    ASSERT_FALSE(bool(Refused));
    EXPECT_EQ(Refused.error().Code, ErrorCode::BuildFailed);
    EXPECT_EQ(Refused.error().Message,
              "processes have died while they built this kernel");
    EXPECT_EQ(Desk.Builds, Builds);
    EXPECT_EQ(Desk.Loads, Loads);
    // Other kernels, and this one elsewhere, are not concerned.
    EXPECT_TRUE(bool(Cache.get(Desk, {"kernel", "other", ""}, nullptr)));
    PaperDevice Elsewhere("another");
    EXPECT_TRUE(bool(Cache.get(Elsewhere, Source, nullptr)));
    for (const std::string &Marker : Folder.list(".pending"))
      std::filesystem::remove(Folder / Marker);
    EXPECT_TRUE(bool(KernelCache(Config).get(Desk, Source, nullptr)));
  }
}

TEST_F(KernelCacheTest, ProcessesAndThreadsStartOnAColdCache) {
  // TWOFOLD_LONG_TESTS=1: as many rounds as a release asks for.
  const int Rounds = std::getenv("TWOFOLD_LONG_TESTS") ? 100 : 2;
  for (int Round = 0; Round != Rounds && !HasFailure(); ++Round)
    coldRound(Folder / ("cold" + std::to_string(Round)));
}

void KernelCacheTest::coldRound(const std::string &Cold) {
  Config.Directory = Cold;
  std::vector<pid_t> Children;
  for (int Process = 0; Process != 8; ++Process) {
    pid_t Child = fork();
    if (Child == 0) {
      PaperDevice Desk;
      KernelCache Cache(Config);
      std::atomic<int> Wrong{0};
      std::vector<std::thread> Threads;
      for (int Thread = 0; Thread != 4; ++Thread)
        Threads.emplace_back([&] {
          for (int Kernel = 0; Kernel != 50; ++Kernel) {
            ProgramSource Each{"kernel", std::to_string(Kernel), ""};
            auto Got = Cache.get(Desk, Each, nullptr);
            if (!Got || (*Got)->binary() != PaperDevice::binaryOf(Each))
              ++Wrong;
          }
        });
      for (std::thread &Each : Threads)
        Each.join();
      _exit(Wrong ? 1 : 0);
    }
    Children.push_back(Child);
  }
  for (pid_t Child : Children) {
    int Outcome = -1;
    ASSERT_EQ(waitpid(Child, &Outcome, 0), Child);
    EXPECT_EQ(Outcome, 0);
  }
  size_t Entries = 0;
  for (const auto &Each :
       std::filesystem::directory_iterator(Config.Directory)) {
    if (Each.path().extension() == ".hits")
      continue;
    EXPECT_EQ(Each.path().extension(), ".entry");
    ++Entries;
  }
  EXPECT_EQ(Entries, 50u);
}

} // namespace
