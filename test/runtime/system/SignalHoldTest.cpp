// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SignalHoldTest.cpp - which signals wait while locks are held -------===//
#include "system/SignalHold.h"

#include <csignal>
#include <gtest/gtest.h>
#include <pthread.h>

using namespace twofold;

namespace {

bool isBlocked(int Signal) {
  sigset_t Now;
  pthread_sigmask(SIG_BLOCK, nullptr, &Now);
  return sigismember(&Now, Signal) == 1;
}

} // namespace

/// What the program has handled waits; what a thread raises itself cannot.
TEST(SignalHold, HandledSignalsWait) {
  for (int Signal : {SIGUSR2, 64, SIGSEGV, SIGFPE, 0, -1, 65, 128 + SIGURG})
    SignalHold::noteHandler(Signal);
  EXPECT_FALSE(SignalHold::held());
  {
    const SignalHold Outer;
    EXPECT_TRUE(SignalHold::held());
    for (int Signal : {SIGUSR2, 64})
      EXPECT_TRUE(isBlocked(Signal)) << Signal;
    for (int Signal : {SIGSEGV, SIGFPE, SIGURG, SIGHUP})
      EXPECT_FALSE(isBlocked(Signal)) << Signal;
    {
      const SignalHold Inner;
    }
    EXPECT_TRUE(SignalHold::held());
    EXPECT_TRUE(isBlocked(SIGUSR2));
  }
  EXPECT_FALSE(SignalHold::held());
  EXPECT_FALSE(isBlocked(SIGUSR2));
  // What was blocked before stays so.
  sigset_t Mine, Before;
  sigemptyset(&Mine);
  sigaddset(&Mine, SIGUSR2);
  sigaddset(&Mine, SIGWINCH);
  pthread_sigmask(SIG_BLOCK, &Mine, &Before);
  {
    const SignalHold Again;
    EXPECT_TRUE(isBlocked(SIGWINCH));
  }
  EXPECT_TRUE(isBlocked(SIGUSR2));
  EXPECT_TRUE(isBlocked(SIGWINCH));
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

/// A driver's handler is none of the program's.
TEST(SignalHold, HandlersOfDriversAreToldApart) {
  EXPECT_FALSE(DriverHandlers::expected());
  {
    const DriverHandlers Now;
    EXPECT_TRUE(DriverHandlers::expected());
    {
      const DriverHandlers Inner;
    }
    EXPECT_TRUE(DriverHandlers::expected());
    SignalHold::noteHandler(SIGTTIN);
  }
  EXPECT_FALSE(DriverHandlers::expected());
  {
    const SignalHold Hold;
    EXPECT_FALSE(isBlocked(SIGTTIN));
  }
  for (int Signal : {1, 2, 63, 64}) {
    EXPECT_FALSE(DriverHandlers::has(Signal));
    DriverHandlers::note(Signal, true);
    EXPECT_TRUE(DriverHandlers::has(Signal));
    EXPECT_FALSE(DriverHandlers::has(Signal == 1 ? 2 : Signal - 1));
    DriverHandlers::note(Signal, false);
    EXPECT_FALSE(DriverHandlers::has(Signal));
  }
  for (int Signal : {0, -1, 65}) {
    DriverHandlers::note(Signal, true);
    EXPECT_FALSE(DriverHandlers::has(Signal));
  }
}

TEST(SignalHold, QuietThreadsGetNoSignalThatIsSent) {
  sigset_t Before;
  pthread_sigmask(SIG_BLOCK, nullptr, &Before);
  {
    const QuietThreads Quiet;
    for (int Signal : {SIGHUP, SIGUSR1, SIGTERM, SIGCHLD, SIGRTMAX})
      EXPECT_TRUE(isBlocked(Signal)) << Signal;
    for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
      EXPECT_FALSE(isBlocked(Signal)) << Signal;
  }
  for (int Signal = 1; Signal < 32; ++Signal)
    EXPECT_EQ(isBlocked(Signal), sigismember(&Before, Signal) == 1) << Signal;
}
