// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BuildThreadsTest.cpp - threads that build kernels -----------------===//
#include "thread/BuildThreads.h"
#include "system/ExitPark.h"
#include "system/SignalHold.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <future>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace twofold;
using namespace std::chrono_literals;

TEST(BuildThreads, RunsEveryJobOnThreadsOfItsOwn) {
  std::atomic<int> Ran{0};
  std::atomic<bool> Here{false};
  auto Caller = std::this_thread::get_id();
  {
    BuildThreads Crew(1h);
    std::promise<void> All;
    for (int Job = 0; Job != 20; ++Job)
      ASSERT_TRUE(Crew.add([&] {
        Here = Here || std::this_thread::get_id() == Caller;
        if (++Ran == 20)
          All.set_value();
      }));
    All.get_future().wait();
  }
  EXPECT_EQ(Ran, 20);
  EXPECT_FALSE(Here);
}

TEST(BuildThreads, TheOwnerWaitsForWhatHasBegunAndDropsTheRest) {
  std::atomic<int> Ran{0};
  {
    BuildThreads Crew(1h);
    std::promise<void> Begun;
    ASSERT_TRUE(Crew.add([&] {
      Begun.set_value();
      std::this_thread::sleep_for(20ms);
      ++Ran;
    }));
    Begun.get_future().wait();
  }
  EXPECT_EQ(Ran, 1);
}

/// A driver that builds may keep a launch waiting that holds our locks.
TEST(BuildThreads, AskForNoMemory) {
  std::promise<bool> Held;
  BuildThreads Crew(1h);
  ASSERT_TRUE(Crew.add([&] { Held.set_value(SignalHold::held()); }));
  EXPECT_TRUE(Held.get_future().get());
}

TEST(BuildThreads, FewRunSideBySide) {
  std::atomic<unsigned> Now{0}, Most{0};
  std::atomic<int> Ran{0};
  std::promise<void> All;
  BuildThreads Crew(1h);
  for (int Job = 0; Job != 12; ++Job)
    ASSERT_TRUE(Crew.add([&] {
      unsigned Mine = ++Now;
      for (unsigned Seen = Most; Seen < Mine;)
        if (Most.compare_exchange_weak(Seen, Mine))
          break;
      std::this_thread::sleep_for(2ms);
      --Now;
      if (++Ran == 12)
        All.set_value();
    }));
  All.get_future().wait();
  EXPECT_LE(Most, BuildThreads::SideBySide);
}

TEST(BuildThreads, JobsThatHangDoNotHoldUpOthers) {
  std::promise<void> Release;
  std::shared_future<void> Released = Release.get_future().share();
  BuildThreads Crew(1ms);
  std::atomic<unsigned> Hanging{0};
  for (unsigned Job = 0; Job != BuildThreads::MostThreads - 1; ++Job) {
    ASSERT_TRUE(Crew.add([&, Released] {
      ++Hanging;
      Released.wait();
    }));
    while (Hanging != Job + 1)
      std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(3ms);
  }
  std::promise<void> Done;
  ASSERT_TRUE(Crew.add([&] { Done.set_value(); }));
  Done.get_future().wait();
  Release.set_value();
}

TEST(BuildThreads, AfterTheExitBeganNothingBegins) {
  std::atomic<int> Ran{0};
  BuildThreads Crew(1h);
  Crew.leave();
  EXPECT_FALSE(Crew.add([&] { ++Ran; }));
  EXPECT_EQ(Ran, 0);
}

TEST(BuildThreads, SignalsGoToTheProgramsThreads) {
  BuildThreads Crew(1h);
  std::promise<sigset_t> Told;
  ASSERT_TRUE(Crew.add([&] {
    sigset_t Mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &Mask);
    Told.set_value(Mask);
  }));
  sigset_t Mask = Told.get_future().get();
  for (int Signal : {SIGINT, SIGTERM, SIGALRM, SIGUSR1, SIGCHLD})
    EXPECT_EQ(sigismember(&Mask, Signal), 1) << Signal;
  for (int Signal : FaultSignals)
    EXPECT_EQ(sigismember(&Mask, Signal), 0) << Signal;
}

TEST(BuildThreads, AForkedChildHasNone) {
  BuildThreads Crew(1h);
  std::promise<void> Begun, Release;
  ASSERT_TRUE(Crew.add([&] {
    Begun.set_value();
    Release.get_future().wait();
  }));
  Begun.get_future().wait();
  pid_t Child = fork();
  if (Child == 0) {
    bool Added = Crew.add([] {});
    Crew.leave();
    Crew.~BuildThreads();
    _exit(Added ? 1 : 0);
  }
  int How = -1;
  ASSERT_EQ(waitpid(Child, &How, 0), Child);
  EXPECT_EQ(How, 0);
  Release.set_value();
}

namespace {

/// Exits with status 5 while a job is in Crash; the crew is never destroyed.
[[noreturn]] void exitDuring(void (*Crash)()) {
  static BuildThreads &Crew = *new BuildThreads(1h);
  static std::promise<void> &Begun = *new std::promise<void>,
                            &Left = *new std::promise<void>;
  std::atexit([] {
    Crew.leave();
    Left.set_value();
    // As destructors would take a while.
    std::this_thread::sleep_for(100ms);
  });
  if (!Crew.add([Crash] {
        Begun.set_value();
        Left.get_future().wait();
        Crash();
      }))
    std::_Exit(9);
  Begun.get_future().wait();
  std::exit(5);
}

} // namespace

TEST(BuildCrewDeathTest, AJobThatCrashesDuringTheExitIsNoCrash) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(exitDuring([] { std::raise(SIGSEGV); }),
              testing::ExitedWithCode(5), "");
  EXPECT_EXIT(exitDuring([] { std::abort(); }), testing::ExitedWithCode(5), "");
  EXPECT_EXIT(exitDuring([] { std::this_thread::sleep_for(1h); }),
              testing::ExitedWithCode(5), "");
}

TEST(BuildCrewDeathTest, OtherThreadsStillCrash) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        crash_park::install();
        std::raise(SIGABRT);
      },
      testing::KilledBySignal(SIGABRT), "");
  EXPECT_EXIT(
      {
        std::signal(SIGUSR2, SIG_DFL);
        std::signal(SIGFPE, [](int) { std::_Exit(6); });
        crash_park::install();
        std::raise(SIGFPE);
      },
      testing::ExitedWithCode(6), "");
}
