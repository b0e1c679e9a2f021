// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PendingLaunchesTest.cpp - launches whose outcome nobody has seen ---===//
#include "device/PendingLaunches.h"
#include "fake/FakeDevice.h"
#include "region/LazyBench.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Ends with what it was told.
class ToldEvent final : public Event {
  const bool Good;
  std::atomic<unsigned> *const Waits;

public:
  ToldEvent(bool Good, std::atomic<unsigned> *Waits)
      : Good(Good), Waits(Waits) {}
  Status wait() override {
    if (Waits)
      ++*Waits;
    if (Good)
      return Unit();
    return Error{ErrorCode::DeviceLost, "it broke", ""};
  }
};

PendingLaunches::Events one(bool Good = true,
                            std::atomic<unsigned> *Waits = nullptr) {
  PendingLaunches::Events Out;
  Out.push_back(std::make_unique<ToldEvent>(Good, Waits));
  return Out;
}

/// y[i] = 2 * y[i] + x[i], on arrays that have their pages to themselves.
class Step {
  enum { X = 1, Y };

public:
  SiteBuilder B;
  uint64_t N;
  const uint64_t Before; ///< elements of the mappings that are not the arrays'
  int64_t *x, *y;

  explicit Step(uint64_t N, uint64_t Before = 0) : N(N), Before(Before) {
    auto Map = [&] {
      void *Begin = mmap(nullptr, mapped(), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      return static_cast<int64_t *>(Begin) + Before;
    };
    x = Map();
    y = Map();
    for (uint64_t I = 0; I < N; ++I)
      x[I] = int64_t(I % 7);
    int I = B.dim(0, 1, N);
    uint32_t BX = B.base(x, "x"), BY = B.base(y, "y");
    B.access(BX, 8, TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_ALWAYS, {{8, I}});
    B.access(BY, 8,
             TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_ALWAYS,
             {{8, I}});
    B.kernel("step", 1);
    B.kernelArg(TWOFOLD_ARG_BUFFER, BX);
    B.kernelArg(TWOFOLD_ARG_BUFFER, BY);
    B.kernelArg(TWOFOLD_ARG_TRIPS, 0, 8);
    B.site().flags = TWOFOLD_SITE_REPEATABLE;
    B.site().native = native;
  }
  ~Step() {
    munmap(x - Before, mapped());
    munmap(y - Before, mapped());
  }
  size_t mapped() const { return (Before + N) * 8; }
  ByteRange mappingOf(const int64_t *Array) const {
    uint64_t Begin = uint64_t(uintptr_t(Array - Before));
    return {Begin, (Begin + mapped() + 4095) / 4096 * 4096};
  }
  static void native(void **Args, uint64_t Lo, uint64_t Hi) {
    auto P = [&](int Arg) { return *static_cast<int64_t **>(Args[Arg]); };
    for (uint64_t I = Lo; I < Hi; ++I)
      P(Y)[I] = 2 * P(Y)[I] + P(X)[I];
  }
  static void kernel(const NdRange &, const std::vector<char *> &Args) {
    auto Number = [&](int Arg) {
      int64_t Out;
      std::memcpy(&Out, Args[Arg], 8);
      return Out;
    };
    auto *X = reinterpret_cast<int64_t *>(Args[0] + Number(1));
    auto *Y = reinterpret_cast<int64_t *>(Args[2] + Number(3));
    for (int64_t I = 0; I < Number(4); ++I)
      Y[I] = 2 * Y[I] + X[I];
  }
  /// As after so many calls.
  int64_t expected(uint64_t I, unsigned Calls) const {
    int64_t Out = 0;
    for (unsigned C = 0; C < Calls; ++C)
      Out = 2 * Out + int64_t(I % 7);
    return Out;
  }
  void forget(LazyBench &On) {
    for (int64_t *P : {x, y}) {
      uint64_t Begin = uint64_t(uintptr_t(P));
      On.R->regions().forget({Begin, Begin + N * 8});
    }
  }
};

class AsyncBench : public LazyBench {
public:
  std::atomic<unsigned> Ran{0};
  explicit AsyncBench(Settings Set = lazy(), bool ErrorsLast = false)
      : LazyBench(Set) {
    World.ErrorsLast = ErrorsLast;
    World.Kernels["step"] = [this](const NdRange &Range,
                                   const std::vector<char *> &Args) {
      ++Ran;
      Step::kernel(Range, Args);
    };
  }
  void run(Step &Loop) {
    R->run(Loop.B.site(), Loop.B.launch(), Loop.B.trips());
  }
};

/// A queue of nothing, whose end is marked.
class ToldEnd final : public QueueEnd {
  std::atomic<bool> &Good;
  std::atomic<unsigned> &Marks;

public:
  ToldEnd(std::atomic<bool> &Good, std::atomic<unsigned> &Marks)
      : Good(Good), Marks(Marks) {}
  Result<std::unique_ptr<Event>> mark() override {
    ++Marks;
    return std::unique_ptr<Event>(std::make_unique<ToldEvent>(Good, nullptr));
  }
};

/// With an event for each launch, and with events for few.
class AsyncLaunch : public testing::TestWithParam<bool> {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Events, AsyncLaunch, testing::Bool());

TEST(PendingLaunches, NeedFewEventsWhereErrorsLast) {
  std::atomic<bool> Good = true;
  std::atomic<unsigned> Marks{0};
  PendingLaunches All;
  EXPECT_TRUE(All.wantsEvents());
  All.follow(std::make_shared<ToldEnd>(Good, Marks));
  unsigned Events = 0;
  for (unsigned I = 0; I < 3200; ++I) {
    bool Wants = All.wantsEvents();
    Events += Wants;
    All.add(Wants ? one() : PendingLaunches::Events(), nullptr);
  }
  EXPECT_GE(Events, 90u);
  EXPECT_LE(Events, 110u);
  EXPECT_LE(All.count(), 1024u);
  EXPECT_EQ(Marks, 0u);
  EXPECT_TRUE(All.waitForAll());
  EXPECT_EQ(All.count(), 0u);
  EXPECT_LE(Marks, 1u);
  // Over: nothing is marked for it.
  EXPECT_TRUE(All.wait(3000));
  EXPECT_LE(Marks, 1u);
}

TEST(PendingLaunches, AMarkThatFailsFailsWhatIsNotKnownToBeOver) {
  std::atomic<bool> Good = false;
  std::atomic<unsigned> Marks{0};
  PendingLaunches All;
  All.follow(std::make_shared<ToldEnd>(Good, Marks));
  All.add(one(), nullptr);
  All.add({}, nullptr);
  All.add({}, nullptr);
  EXPECT_FALSE(All.wait(3));
  EXPECT_EQ(Marks, 1u);
  EXPECT_TRUE(All.wait(1));
  EXPECT_FALSE(All.wait(2));
}

TEST(PendingLaunches, WaitsForWhatIsAsked) {
  PendingLaunches All;
  std::atomic<unsigned> Waits[3] = {};
  EXPECT_TRUE(All.wait(0));
  EXPECT_EQ(All.add(one(true, &Waits[0]), nullptr), 1u);
  EXPECT_EQ(All.add(one(true, &Waits[1]), nullptr), 2u);
  EXPECT_EQ(All.add(one(true, &Waits[2]), nullptr), 3u);
  EXPECT_TRUE(All.wait(2));
  EXPECT_GT(Waits[0], 0u);
  EXPECT_GT(Waits[1], 0u);
  EXPECT_EQ(Waits[2], 0u);
  EXPECT_EQ(All.count(), 1u);
  EXPECT_TRUE(All.waitForAll());
  EXPECT_EQ(All.count(), 0u);
}

TEST(PendingLaunches, WhatFollowsAFailureHasFailed) {
  PendingLaunches All;
  All.add(one(), nullptr);
  All.add(one(false), nullptr);
  All.add(one(), nullptr);
  EXPECT_FALSE(All.wait(3));
  EXPECT_TRUE(All.wait(1));
  Status Second = All.wait(2);
  ASSERT_FALSE(Second);
  EXPECT_EQ(Second.error().Message, "it broke");
  All.add(one(), nullptr);
  EXPECT_FALSE(All.wait(4));
}

TEST(PendingLaunches, AreBounded) {
  PendingLaunches All;
  std::atomic<unsigned> Waits{0};
  for (unsigned I = 1; I <= 5000; ++I) {
    EXPECT_EQ(All.add(one(I != 3000, &Waits), nullptr), I);
    EXPECT_LE(All.count(), I < 3000 ? 1024u : I);
  }
  EXPECT_TRUE(All.wait(2999));
  EXPECT_FALSE(All.wait(3000));
  EXPECT_FALSE(All.wait(5000));
}

/// Others have to wait for all that is in the queue.
TEST(PendingLaunches, AreFewWhereTheyTakeLong) {
  class SlowEvent final : public Event {
  public:
    Status wait() override {
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
      return Unit();
    }
  };
  PendingLaunches Slow, Fast;
  size_t MostFast = 0;
  for (unsigned I = 0; I < 200; ++I) {
    PendingLaunches::Events Done = one();
    if (I % 16 == 0)
      Done[0] = std::make_unique<SlowEvent>();
    Slow.add(std::move(Done), nullptr);
    EXPECT_LE(Slow.count(), 64u);
    Fast.add(one(), nullptr);
    MostFast = std::max(MostFast, Fast.count());
  }
  EXPECT_GT(MostFast, 64u);
}

TEST(PendingLaunches, ManyThreadsWait) {
  PendingLaunches All;
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T < 4; ++T)
    Threads.emplace_back([&] {
      for (unsigned I = 0; I < 500; ++I)
        EXPECT_TRUE(All.wait(All.add(one(), nullptr)));
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(All.newest(), 2000u);
  EXPECT_EQ(All.count(), 0u);
}

TEST(PendingLaunches, LaunchesHaveNoEventsWhereErrorsLast) {
  AsyncBench On(lazy(), true);
  SKIP_WITHOUT_GUARD(On);
  Step Loop(4096);
  for (unsigned Calls = 1; Calls <= 65; ++Calls)
    On.run(Loop);
  // One in 33 can be waited for by itself.
  EXPECT_EQ(On.World.Launches, 65u);
  EXPECT_GE(On.World.Unseen, 62u);
  EXPECT_LE(On.World.Unseen, 64u);
  Loop.forget(On);
}

TEST_P(AsyncLaunch, RunsWhenSomebodyLooks) {
  AsyncBench On(lazy(), GetParam());
  SKIP_WITHOUT_GUARD(On);
  Step Loop(4096);
  On.run(Loop); // sends copies of both arrays
  EXPECT_EQ(On.Ran, 0u);
  for (unsigned Calls = 2; Calls <= 5; ++Calls)
    On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 5u);
  EXPECT_EQ(On.Ran, 0u);
  // What the loops only read is not waited for.
  EXPECT_EQ(Loop.x[3], 3);
  Loop.x[0] = 1;
  EXPECT_EQ(On.Ran, 0u);
  EXPECT_EQ(Loop.y[9], Loop.expected(9, 5));
  EXPECT_EQ(On.Ran, 5u);
  EXPECT_EQ(On.World.Marks, 0u); // read behind the launch
  EXPECT_EQ(Loop.y[0], 0);
  On.run(Loop);
  EXPECT_EQ(Loop.y[0], 1);
  for (uint64_t I = 1; I < Loop.N; ++I)
    ASSERT_EQ(Loop.y[I], Loop.expected(I, 6)) << I;
  Loop.forget(On);
}

TEST_P(AsyncLaunch, IsWaitedForWhenToldSo) {
  Settings Set = lazy();
  Set.Async = false;
  AsyncBench On(Set, GetParam());
  SKIP_WITHOUT_GUARD(On);
  Step Loop(1024);
  for (unsigned Calls = 1; Calls <= 3; ++Calls) {
    On.run(Loop);
    EXPECT_EQ(On.Ran, Calls);
  }
  Loop.forget(On);
}

/// As malloc does it: the array begins a little after the page.
TEST_P(AsyncLaunch, PagesOfOneBlockStayWhole) {
  AsyncBench On(lazy(), GetParam());
  SKIP_WITHOUT_GUARD(On);
  Step Loop(4000, 2);
  On.R->regions().setOwners(
      [&](uint64_t Address) -> ByteRange {
        for (const int64_t *Array : {Loop.x, Loop.y})
          if (Loop.mappingOf(Array).contains({Address, Address + 1}))
            return Loop.mappingOf(Array);
        return {};
      },
      pagesOfTests);
  Loop.y[-1] = 77;
  Loop.y[Loop.N] = 78;
  On.run(Loop);
  uint64_t Sent = On.counts().BytesToDevice;
  for (unsigned Calls = 2; Calls <= 5; ++Calls)
    On.run(Loop);
  EXPECT_EQ(On.Ran, 0u);
  EXPECT_EQ(On.counts().BytesToDevice, Sent);
  EXPECT_EQ(On.counts().BytesToHost, 0u);
  // What else is on these pages is as it was, and can be changed.
  EXPECT_EQ(Loop.y[-1], 77);
  EXPECT_EQ(Loop.y[Loop.N], 78);
  Loop.y[-2] = 79;
  On.run(Loop);
  for (uint64_t I = 0; I < Loop.N; ++I)
    ASSERT_EQ(Loop.y[I], Loop.expected(I, 6)) << I;
  EXPECT_EQ(Loop.y[-2], 79);
  EXPECT_EQ(Loop.y[-1], 77);
  EXPECT_EQ(Loop.y[Loop.N], 78);
  for (const int64_t *Array : {Loop.x, Loop.y})
    On.R->regions().forget(Loop.mappingOf(Array));
  EXPECT_TRUE(On.R->regions().idle());
}

TEST_P(AsyncLaunch, FreedMemoryIsNotWrittenLater) {
  AsyncBench On(lazy(), GetParam());
  SKIP_WITHOUT_GUARD(On);
  {
    Step Loop(4096);
    for (unsigned Calls = 0; Calls < 3; ++Calls)
      On.run(Loop);
    Loop.forget(On);
    for (uint64_t I = 0; I < Loop.N; ++I)
      Loop.y[I] = -1;
    EXPECT_TRUE(On.R->regions().idle());
    Step Other(4096);
    for (unsigned Calls = 0; Calls < 3; ++Calls)
      On.run(Other);
    for (uint64_t I = 0; I < Loop.N; ++I) {
      ASSERT_EQ(Loop.y[I], -1);
      ASSERT_EQ(Other.y[I], Other.expected(I, 3)) << I;
    }
    Other.forget(On);
  }
}

TEST_P(AsyncLaunch, ManyThreadsLaunchAndLook) {
  AsyncBench On(lazy(), GetParam());
  SKIP_WITHOUT_GUARD(On);
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T < 3; ++T)
    Threads.emplace_back([&] {
      Step Loop(2048);
      for (unsigned Calls = 1; Calls <= 40; ++Calls) {
        On.run(Loop);
        if (Calls % 8 == 0)
          EXPECT_EQ(Loop.y[Calls], Loop.expected(Calls, Calls));
      }
      Loop.forget(On);
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(On.Ran, 120u);
}

TEST(AsyncLaunchDeathTest, LostResultsEndTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  {
    AsyncBench On;
    SKIP_WITHOUT_GUARD(On);
  }
  EXPECT_EXIT(
      {
        Settings Set = lazy();
        Set.Losses = Durability::Fast;
        AsyncBench On(Set);
        Step Loop(1024);
        On.run(Loop);
        On.run(Loop);
        On.World.FailFrom = On.World.Calls + 1;
        std::_Exit(Loop.y[5] == Loop.expected(5, 2) ? 0 : 1);
      },
      testing::ExitedWithCode(70), "");
}
