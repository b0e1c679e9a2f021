// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/ForkGate.h"
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
