// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/ForkGate.h"
#include "system/SignalHold.h"
#include "system/SystemCalls.h"

#include <atomic>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace twofold;

static std::atomic<bool> Began{false};

/// A gate that another thread has when a fork begins is free in the child.
TEST(ForkGate, AChildHasIt) {
  ForkGate::watch();
  pthread_atfork([] { Began = true; }, nullptr, nullptr);
  std::atomic<bool> Held{false};
  std::thread Other([&] {
    const ForkGate Gate;
    Held = true;
    while (!Began)
      std::this_thread::yield();
  });
  while (!Held)
    std::this_thread::yield();
  pid_t Child = fork();
  if (Child == 0) {
    alarm(30);
    {
      const ForkGate Own;
    }
    const ForkGate Again;
    syscalls::endProcess(0); // no sanitizer looks for threads
  }
  int Status = -1;
  waitpid(Child, &Status, 0);
  EXPECT_EQ(Status, 0);
  Other.join();
  const ForkGate Here;
}

static int Begins = 0, Ends = 0;
static bool Told = false, AfterBegin = false;

/// Exits with 0 if two forks did what they must, with another number if not.
[[noreturn]] static void forkBeforeAndAfterActing() {
  ForkGate::watch();
  pthread_atfork([] { Began = true; }, nullptr, nullptr);
  std::atomic<bool> Held{false};
  std::thread Other([&] {
    const ForkGate Gate;
    Held = true;
    while (!Began)
      std::this_thread::yield();
    ForkGate::act({[] { ++Begins; }, [] { ++Ends; },
                   [](bool Whole) { Told = true, AfterBegin = Whole; }});
  });
  while (!Held)
    std::this_thread::yield();
  int Wrong = 0;
  for (int Fork = 0; Fork != 2; ++Fork) {
    pid_t Child = fork();
    if (Child == 0) {
      alarm(30);
      const bool Right = Told && AfterBegin == (Fork == 1) && Begins == Fork &&
                         !Ends && !SignalHold::held();
      const ForkGate Own;
      syscalls::endProcess(Right ? 0 : 1);
    }
    int Status = -1;
    waitpid(Child, &Status, 0);
    Wrong |= Status | (Begins != Fork) | (Ends != Fork) | SignalHold::held();
    if (!Fork)
      Other.join();
  }
  syscalls::endProcess(Wrong ? 1 : 0);
}

/// A fork that began before there was anything to do ends nothing that it did
/// not begin; its child hears of what has been made since.
TEST(ForkGate, EndsWhatItBegan) {
  GTEST_FLAG_SET(death_test_style, "threadsafe"); // nothing has acted there
  EXPECT_EXIT(forkBeforeAndAfterActing(), testing::ExitedWithCode(0), "");
}
