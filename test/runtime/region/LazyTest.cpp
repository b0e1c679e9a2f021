// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LazyTest.cpp - whole calls whose results stay on the device --------===//
//
// With the guard that programs get: the pages of these arrays are protected,
// and plain loads and stores of the test bring data home.
//
//===----------------------------------------------------------------------===//
#include "region/LazyBench.h"

#include <gtest/gtest.h>
#include <thread>

using namespace twofold;
using namespace twofold::test;

TEST(Lazy, ResultsStayAndAreRight) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(100000);
  for (unsigned Calls = 1; Calls <= 6; ++Calls) {
    On.run(Loop);
    if (Calls % 2 == 0)
      Loop.expectResults(Calls);
    else {
      // Two more without a look in between.
      On.run(Loop);
      ++Calls;
      Loop.expectResults(Calls);
    }
  }
  EXPECT_EQ(On.counts().CallsNative, 0u);
  EXPECT_GT(On.R->regions().counters().Faults, 0u);
  EXPECT_LT(On.counts().BytesToDevice, 3u * 800000 + 10 * 4096 * 8);
  On.forget(Loop);
  EXPECT_TRUE(On.R->regions().idle());
}

TEST(Lazy, HostWritesBetweenCallsAreSeen) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(50000), Plain(50000, false);
  for (unsigned Calls = 0; Calls < 4; ++Calls) {
    On.run(Loop);
    ExampleLoop::native(Plain.B.launch().args, 0, 50000);
    for (uint64_t I : {0, 511, 512, 20000 + int(Calls), 49999}) {
      Loop.x[I] += int64_t(I);
      Plain.x[I] += int64_t(I);
      Loop.y[I] = Plain.y[I] = int64_t(Calls);
    }
  }
  EXPECT_EQ(Loop.y, Plain.y);
  EXPECT_EQ(Loop.w, Plain.w);
  EXPECT_EQ(Loop.z, Plain.z);
  EXPECT_EQ(Loop.sum, Plain.sum);
  On.forget(Loop);
}

/// Some calls on the device, some by threads of the host.
TEST(Lazy, NativeCallsFindCurrentData) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(50000);
  for (unsigned Calls = 1; Calls <= 6; ++Calls) {
    Loop.B.launch().condition = Calls % 3 != 0;
    On.run(Loop);
  }
  Loop.expectResults(6);
  EXPECT_EQ(On.counts().CallsNative, 2u);
  On.forget(Loop);
}

/// What a failing device does to calls whose results stay: every call to it
/// fails once. A kernel that is cut short leaves nothing to go on with.
TEST(Lazy, FailuresBeforeTheKernelLoseNothing) {
  for (unsigned At = 1; At < 40; ++At) {
    LazyBench On;
    SKIP_WITHOUT_GUARD(On);
    ExampleLoop Loop(20000);
    bool Lost = false;
    On.R->regions().setMaker([&](const std::vector<ByteRange> &All) {
      Lost = true; // the test goes on without them
      uint64_t Bytes = 0;
      for (const ByteRange &Range : All)
        Bytes += Range.size();
      return std::vector<char>(Bytes);
    });
    On.run(Loop);
    unsigned Launched = On.World.Launches;
    On.World.FailAt = On.World.Calls + At;
    On.run(Loop);
    bool Over = On.World.Launches != Launched;
    On.World.FailAt = 0;
    if (!Over) {
      EXPECT_FALSE(Lost) << "failure " << At;
      On.run(Loop);
      Loop.expectResults(3);
    }
    On.forget(Loop);
    if (Over) {
      EXPECT_GT(At, 5u);
      break;
    }
  }
}

TEST(Lazy, ThreadsLaunchAndLook) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  std::vector<std::thread> Threads;
  for (int T = 0; T < 3; ++T)
    Threads.emplace_back([&On, T] {
      ExampleLoop Loop(20000 + 700 * T);
      for (unsigned Calls = 1; Calls <= 6; ++Calls) {
        On.run(Loop);
        if (Calls % (T + 1) == 0)
          Loop.expectResults(Calls);
      }
      Loop.expectResults(6);
      On.forget(Loop);
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(On.counts().CallsDevice, 18u);
}

TEST(Lazy, PinnedDataIsNotOffloaded) {
  LazyBench On;
  ExampleLoop Loop(1000);
  uint64_t Begin = uint64_t(uintptr_t(Loop.y.data()));
  On.R->regions().pin({Begin, Begin + 8});
  On.run(Loop);
  Loop.expectResults(1);
  EXPECT_EQ(On.counts().CallsDevice, 0u);
  EXPECT_EQ(On.counts().CallsFallback, 0u);
  On.R->regions().unpin({Begin, Begin + 8});
  On.run(Loop);
  Loop.expectResults(2);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  On.forget(Loop);
}
