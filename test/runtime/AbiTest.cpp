// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AbiTest.cpp - the C entry points -----------------------------------===//
#include "twofold/abi.h"
#include "SiteBuilder.h"
#include "twofold/sections.h"
#include "twofold/twofold.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold::test;

namespace {

struct Sum {
  SiteBuilder B;
  uint64_t Total = 0;
  unsigned Calls = 0;

  explicit Sum(std::vector<uint64_t> Dims) {
    for (uint64_t Trips : Dims)
      B.dim(0, 1, Trips);
    B.arg(this);
    B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
      Sum &Self = *static_cast<Sum *>(Args[1]);
      ++Self.Calls;
      for (; Lo < Hi; ++Lo)
        Self.Total += Lo;
    };
    B.launch().num_threads = 1;
  }
  void run() { twofold_run(&B.site(), &B.launch()); }
};

} // namespace

TEST(Abi, RunsALoop) {
  Sum Small({10}), Large({1000, 1000});
  Small.run();
  EXPECT_EQ(Small.Total, 45u);
  Large.run();
  EXPECT_EQ(Large.Total, 499999500000u);
}

TEST(Abi, ShortCallsNeedComeOnce) {
  volatile uint64_t Limit = 0;
  Sum Small({10});
  Small.B.site().inline_limit = &Limit;
  Small.run(); // makes the runtime, if it is the program's first loop
  Small.run();
  EXPECT_EQ(Small.Total, 90u);
  EXPECT_GT(Limit, 10u);
}

TEST(Abi, NoTripsRunNothing) {
  for (std::vector<uint64_t> Dims : {std::vector<uint64_t>{0},
                                     {5, 0},
                                     {0, 5},
                                     {UINT64_MAX, UINT64_MAX, 0}}) {
    Sum Loop(Dims);
    Loop.run();
    EXPECT_EQ(Loop.Calls, 0u);
  }
}

TEST(Abi, AFalseConditionRunsOnTheCaller) {
  Sum Loop({100000});
  Loop.B.launch().condition = 0;
  Loop.B.launch().num_threads = 4;
  Loop.run();
  EXPECT_EQ(Loop.Calls, 1u);
}

TEST(Abi, ExceptionsLeaveSmallCalls) {
  Sum Loop({3});
  Loop.B.site().native = [](void **, uint64_t, uint64_t) { throw 3; };
  EXPECT_THROW(Loop.run(), int);
}

TEST(AbiDeathTest, AnotherVersionIsRefused) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        Sum Loop({3});
        Loop.B.site().abi_version = TWOFOLD_ABI_VERSION + 1;
        twofold_launch &Launch = Loop.B.launch();
        twofold_site Site = Loop.B.site();
        Site.abi_version = TWOFOLD_ABI_VERSION + 1;
        twofold_run(&Site, &Launch);
      },
      ::testing::ExitedWithCode(70), "twofold: this program was compiled for");
}

TEST(AbiDeathTest, TooManyIterationsAreRefused) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(Sum({uint64_t(1) << 32, uint64_t(1) << 32}).run(),
              ::testing::ExitedWithCode(70), "more than 2\\^64 iterations");
}

TEST(AbiDeathTest, TooLittleMemoryForASliceIsTold) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(twofold_section_no_memory(1, 8),
              ::testing::KilledBySignal(SIGABRT),
              "right side of a slice: 1 element of 8 bytes");
}

TEST(Abi, StatisticsHaveTheCallersSize) {
  Sum Loop({1000, 1000});
  twofold_statistics Before = {};
  Before.struct_size = sizeof Before;
  twofold_get_statistics(&Before);
  Loop.run();
  twofold_statistics After = {};
  After.struct_size = sizeof After;
  twofold_get_statistics(&After);
  EXPECT_EQ(After.calls_native + After.calls_device,
            Before.calls_native + Before.calls_device + 1);

  struct {
    twofold_statistics Known;
    uint64_t Beyond[2];
  } Later;
  std::memset(&Later, 0xFF, sizeof Later);
  Later.Known.struct_size = sizeof Later;
  twofold_get_statistics(&Later.Known);
  EXPECT_EQ(Later.Known.struct_size, sizeof Later);
  EXPECT_EQ(Later.Known.calls_native, After.calls_native);
  EXPECT_EQ(Later.Beyond[1], 0u);

  std::memset(&Later, 0xFF, sizeof Later);
  Later.Known.struct_size = 16;
  twofold_get_statistics(&Later.Known);
  EXPECT_EQ(Later.Known.calls_native, After.calls_native);
  EXPECT_EQ(Later.Known.calls_threaded, UINT64_MAX);
}

TEST(Abi, NullIsNothing) {
  twofold_get_statistics(nullptr);
  twofold_label(nullptr, "label");
  EXPECT_EQ(twofold_explain("", nullptr, 10), twofold_explain("", nullptr, 0));
  EXPECT_GE(twofold_receipts_json(nullptr, 10), 2u);
}

TEST(Abi, VersionAndDevices) {
  EXPECT_STREQ(twofold_version(), TWOFOLD_TEST_VERSION);
  int Count = twofold_device_count();
  EXPECT_GE(Count, 0);
  for (int D = 0; D < Count; ++D)
    EXPECT_NE(twofold_device_name(D), nullptr);
  EXPECT_EQ(twofold_device_name(-1), nullptr);
  EXPECT_EQ(twofold_device_name(Count), nullptr);
}

TEST(Abi, ForkedChildrenRun) {
  Sum Warm({1000, 1000});
  Warm.run();
  (void)twofold_device_count();
  pid_t Child = fork();
  ASSERT_GE(Child, 0);
  if (Child == 0) {
    Sum Loop({1000, 1000});
    Loop.B.launch().num_threads = 2;
    Loop.B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
      Sum &Self = *static_cast<Sum *>(Args[1]);
      __atomic_fetch_add(&Self.Total, Hi - Lo, __ATOMIC_RELAXED);
    };
    Loop.run();
    // It may fork as its parent did, again and again.
    for (int Depth = 0; Depth < 3; ++Depth)
      if (pid_t Own = fork()) {
        int Status = -1;
        waitpid(Own, &Status, 0);
        _exit(Status != 0);
      } else {
        Loop.Total = 0;
        Loop.run();
      }
    _exit(Loop.Total == 1000000 && twofold_device_count() == 0 ? 0 : 1);
  }
  int Status = -1;
  ASSERT_EQ(waitpid(Child, &Status, 0), Child);
  EXPECT_TRUE(WIFEXITED(Status));
  EXPECT_EQ(WEXITSTATUS(Status), 0);
}
