// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device fails; what only it had is made again by another process.
#include "region/LazyBench.h"

#include <algorithm>
#include <atomic>
#include <pthread.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace twofold;
using namespace twofold::test;

namespace {

void failFromNow(LazyBench &On) {
  On.World.FailWith = ErrorCode::DeviceLost;
  On.World.FailFrom = On.World.Calls + 1;
}

size_t lines(const std::string &Text) {
  return size_t(std::count(Text.begin(), Text.end(), '\n'));
}

} // namespace

TEST(Recovery, RepeatsWhatOnlyTheDeviceHad) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(5000);
  for (unsigned Call = 0; Call < 7; ++Call)
    On.run(Loop);
  failFromNow(On);
  Loop.expectResults(7);
  EXPECT_EQ(On.counts().CallsDevice, 7u);
  // Those that found everything in place are in the log, too.
  EXPECT_GE(On.R->regions().counters().Resumed, 4u);
  EXPECT_NE(On.Told.find("7 launches were repeated natively"),
            std::string::npos)
      << On.Told;
  // It goes on without the device.
  On.run(Loop);
  Loop.expectResults(8);
  EXPECT_EQ(lines(On.Told), 1u) << On.Told;
  On.forget(Loop);
}

/// A launch that was found to repeat another has to notice that results came
/// home meanwhile, which no access of the host was the reason for.
TEST(Recovery, ACheckpointEndsRepetition) {
  Settings Set = lazy();
  Set.Info = 2;
  LazyBench On(Set);
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(5000);
  for (int64_t Calls = 1; Calls <= 20; ++Calls) {
    On.run(Loop);
    if (Calls % 5 == 0) {
      On.R->regions().checkpoint();
      On.run(Loop);
      ++Calls;
      Loop.expectResults(Calls);
    }
  }
  EXPECT_GE(On.R->regions().counters().Resumed, 4u);
  On.R->summarize();
  EXPECT_NE(On.Told.find(transferText(TransferReason::Checkpoint)),
            std::string::npos)
      << On.Told;
  On.forget(Loop);
}

/// Where launches are older than ten seconds, once in a second.
TEST(Recovery, WhatIsOldComesHome) {
  Settings Set = lazy();
  Set.Info = 3;
  LazyBench On(Set);
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(2000);
  int64_t Calls = 0;
  const auto Comes = [&](int64_t Second) {
    On.Seconds = Second;
    On.Told.clear();
    for (int Turn = 0; Turn < 300; ++Turn, ++Calls)
      On.run(Loop);
    return On.Told.find("results come home so that little has to be "
                        "repeated") != std::string::npos;
  };
  EXPECT_FALSE(Comes(0));
  EXPECT_FALSE(Comes(10));
  EXPECT_TRUE(Comes(11));
  // From then on those are counted that were made since.
  EXPECT_FALSE(Comes(20));
  EXPECT_FALSE(Comes(21));
  EXPECT_TRUE(Comes(22));
  Loop.expectResults(Calls);
  On.forget(Loop);
}

TEST(Recovery, FollowsTheHostsWritesBetweenLaunches) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(5000), Reference(5000);
  for (int64_t Call = 0; Call < 9; ++Call) {
    On.run(Loop);
    ExampleLoop::native(Reference.B.launch().args, 0, 5000);
    for (ExampleLoop *Each : {&Loop, &Reference}) {
      Each->x[3000 + Call] = 77 * Call;
      Each->a = Call;
      if (Call % 3 == 1)
        Each->y[2500] += Each->w[9] + Call;
      if (Call % 4 == 2)
        std::fill(Each->z.begin(), Each->z.end(), Call);
    }
  }
  failFromNow(On);
  EXPECT_EQ(Loop.y, Reference.y);
  EXPECT_EQ(Loop.z, Reference.z);
  EXPECT_EQ(Loop.w, Reference.w);
  EXPECT_EQ(Loop.x, Reference.x);
  EXPECT_EQ(Loop.sum, Reference.sum);
  EXPECT_EQ(lines(On.Told), 1u) << On.Told;
  On.forget(Loop);
}

/// Results come home, of which the log keeps whole pages; then others are
/// lost.
TEST(Recovery, KeepsLargeImages) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  constexpr uint64_t N = uint64_t(1) << 20; // 8 MiB of each
  ExampleLoop Loop(N), Reference(N);
  for (unsigned Call = 0; Call < 2; ++Call) {
    On.run(Loop);
    ExampleLoop::native(Reference.B.launch().args, 0, N);
  }
  uint64_t Home = On.counts().BytesToHost;
  EXPECT_TRUE(Loop.y == Reference.y);
  EXPECT_TRUE(Loop.w == Reference.w);
  // What nobody has looked at stays where it is.
  EXPECT_LT(On.counts().BytesToHost - Home, 2 * N * 8 + N * 4);
  failFromNow(On);
  EXPECT_TRUE(Loop.z == Reference.z);
  EXPECT_NE(On.Told.find("2 launches were repeated natively"),
            std::string::npos)
      << On.Told;
  On.forget(Loop);
}

/// At every call of the device's interface in turn.
TEST(Recovery, WhereverTheDeviceFails) {
  for (ErrorCode Code : {ErrorCode::DeviceLost, ErrorCode::OutOfMemory,
                         ErrorCode::Unavailable}) {
    bool Failed = true;
    unsigned First = Code == ErrorCode::DeviceLost ? 1 : 2;
    for (unsigned From = First; Failed && From < 400;
         From += From < 20 ? 2 : 9) {
      LazyBench On;
      SKIP_WITHOUT_GUARD(On);
      On.World.FailWith = Code;
      On.World.FailFrom = From;
      ExampleLoop Loop(1500);
      for (unsigned Call = 0; Call < 6; ++Call) {
        On.run(Loop);
        if (Call % 2)
          Loop.x[700] = Loop.x[700] + 0;
      }
      Loop.expectResults(6);
      Failed = On.World.Failed;
      EXPECT_LE(lines(On.Told), 1u) << On.Told;
      On.forget(Loop);
      if (HasFailure()) {
        ADD_FAILURE() << "from call " << From;
        return;
      }
    }
    EXPECT_FALSE(Failed);
  }
}

TEST(Recovery, OfSeveralThreadsAtOnce) {
  for (unsigned Round = 0; Round < 4; ++Round) {
    LazyBench On;
    SKIP_WITHOUT_GUARD(On);
    std::vector<std::unique_ptr<ExampleLoop>> Loops;
    for (unsigned T = 0; T < 4; ++T) {
      Loops.push_back(std::make_unique<ExampleLoop>(3000));
      On.run(*Loops[T]);
      On.run(*Loops[T]);
    }
    failFromNow(On);
    std::vector<std::thread> Threads;
    for (unsigned T = 0; T < 4; ++T)
      Threads.emplace_back([&, T] {
        if (T % 2)
          On.run(*Loops[T]);
        Loops[T]->expectResults(T % 2 ? 3 : 2);
      });
    for (std::thread &T : Threads)
      T.join();
    EXPECT_EQ(lines(On.Told), 1u) << On.Told;
    for (auto &Loop : Loops)
      On.forget(*Loop);
  }
}

/// An array that one loop overwrites and another reads, with the host between.
TEST(Recovery, OfWhatTheHostHasChangedInResults) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  constexpr uint64_t N = 4000;
  ExampleLoop First(N), Second(N), Reference(N), After(N);
  // The second loop reads what the first one has written: w.
  *static_cast<int64_t **>(Second.B.launch().args[1]) = First.w.data();
  *static_cast<int64_t **>(After.B.launch().args[1]) = Reference.w.data();
  for (int64_t Call = 0; Call < 3; ++Call) {
    On.run(First);
    First.w[1000] = First.w[3000] + Call;
    On.run(Second);
    ExampleLoop::native(Reference.B.launch().args, 0, N);
    Reference.w[1000] = Reference.w[3000] + Call;
    ExampleLoop::native(After.B.launch().args, 0, N);
  }
  failFromNow(On);
  EXPECT_EQ(Second.y, After.y);
  EXPECT_EQ(Second.w, After.w);
  EXPECT_EQ(First.w, Reference.w);
  EXPECT_EQ(First.y, Reference.y);
  EXPECT_EQ(lines(On.Told), 1u) << On.Told;
  On.forget(First);
  On.forget(Second);
}

TEST(Recovery, OfMemoryThatIsFreedAndUsedAgain) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Kept(4000), Other(4000);
  On.run(Kept);
  On.run(Other);
  // As free() would tell it; then the memory is somebody else's.
  On.forget(Other);
  std::fill(Other.x.begin(), Other.x.end(), -5);
  std::fill(Other.y.begin(), Other.y.end(), -6);
  On.run(Kept);
  failFromNow(On);
  Kept.expectResults(2);
  EXPECT_EQ(Other.y, std::vector<int64_t>(4000, -6));
  EXPECT_EQ(Other.x, std::vector<int64_t>(4000, -5));
  On.forget(Kept);
}

TEST(Recovery, LoopsThatCannotBeRepeatedLeaveNothing) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(5000);
  Loop.B.site().flags &= ~TWOFOLD_SITE_REPEATABLE;
  for (unsigned Call = 0; Call < 3; ++Call)
    On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 3u);
  failFromNow(On);
  Loop.expectResults(3);
  EXPECT_EQ(On.Told, "");
  On.forget(Loop);
}

TEST(Recovery, EagerLeavesNothing) {
  Settings Set = lazy();
  Set.Losses = Durability::Eager;
  LazyBench On(Set);
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(5000);
  for (unsigned Call = 0; Call < 3; ++Call)
    On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 3u);
  failFromNow(On);
  Loop.expectResults(3);
  EXPECT_EQ(On.Told, "");
  On.run(Loop);
  Loop.expectResults(4);
  EXPECT_EQ(lines(On.Told), 1u) << On.Told;
  On.forget(Loop);
}

/// Memory that was an array is a thread's now, and that thread recovers.
TEST(Recovery, WhereAThreadLivesWhereAnArrayWas) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  constexpr size_t Elements = 4000, Bytes = size_t(1) << 18;
  ExampleLoop Kept(Elements), Other(Elements);
  void *Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(Memory, MAP_FAILED);
  // The array ends where the thread's own variables will be.
  auto *Array = reinterpret_cast<int64_t *>(static_cast<char *>(Memory) +
                                            Bytes - Elements * 8);
  std::copy(Other.y.begin(), Other.y.end(), Array);
  int64_t *Before = *static_cast<int64_t **>(Other.B.launch().args[1]);
  *static_cast<int64_t **>(Other.B.launch().args[1]) = Array;
  On.run(Kept);
  On.run(Other);
  *static_cast<int64_t **>(Other.B.launch().args[1]) = Before;
  uint64_t Begin = uint64_t(uintptr_t(Memory));
  On.R->regions().forget({Begin, Begin + Bytes});
  ASSERT_EQ(mmap(Memory, Bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0),
            Memory);
  failFromNow(On);
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstack(&Attributes, Memory, Bytes);
  pthread_t Reader;
  auto Read = [](void *Loop) -> void * {
    static_cast<ExampleLoop *>(Loop)->expectResults(1);
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&Reader, &Attributes, Read, &Kept), 0);
  pthread_join(Reader, nullptr);
  pthread_attr_destroy(&Attributes);
  EXPECT_NE(On.Told.find("2 launches were repeated natively"),
            std::string::npos)
      << On.Told;
  On.forget(Kept);
  On.forget(Other);
  munmap(Memory, Bytes);
}

namespace {
std::atomic<int> *Repetitions; ///< shared with the processes that repeat
int Maker;

/// Waits for ever in the first process that repeats it.
void waitsOnce(void **Args, uint64_t First, uint64_t Last) {
  if (getpid() != Maker && Repetitions->fetch_add(1) == 0)
    while (true)
      pause();
  ExampleLoop::native(Args, First, Last);
}
} // namespace

/// As one would that needs a lock which another thread had when it was made.
TEST(Recovery, ARepetitionThatWaitsIsTriedAgain) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  Repetitions = static_cast<std::atomic<int> *>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
           -1, 0));
  Maker = getpid();
  ExampleLoop Loop(4000);
  Loop.B.site().native = waitsOnce;
  On.run(Loop);
  failFromNow(On);
  Loop.expectResults(1);
  EXPECT_EQ(Repetitions->load(), 2);
  EXPECT_EQ(lines(On.Told), 1u) << On.Told;
  On.forget(Loop);
  munmap(Repetitions, 4096);
}

TEST(RecoveryDeathTest, FastEndsTheProgram) {
  EXPECT_EXIT(
      {
        Settings Set = lazy();
        Set.Losses = Durability::Fast;
        LazyBench On(Set);
        if (!On.works())
          _Exit(70);
        ExampleLoop Loop(5000);
        On.run(Loop);
        failFromNow(On);
        volatile int64_t Read = Loop.y[2000];
        _Exit(Read ? 1 : 2);
      },
      testing::ExitedWithCode(70), "");
}
