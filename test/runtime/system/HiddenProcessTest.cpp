// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HiddenProcessTest.cpp - a program that runs without being noticed -===//
#include "system/HiddenProcess.h"

#include "TemporaryFolder.h"
#include "WithoutInput.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

namespace {

HiddenOutcome shell(const std::string &Script,
                    std::chrono::milliseconds Limit = std::chrono::minutes(1)) {
  static const std::string Program = readWhole("/bin/sh");
  return runHidden(Program, {"sh", "-c", Script}, Limit);
}

volatile sig_atomic_t Signals;

} // namespace

TEST(HiddenProcess, TellsHowItEndedAndWhatItWrote) {
  HiddenOutcome Out = shell("echo one >&3; echo two >&3; exit 5");
  ASSERT_TRUE(Out.Began && Out.InTime);
  EXPECT_EQ(Out.Output, "one\ntwo\n");
  EXPECT_TRUE(WIFEXITED(Out.Status));
  EXPECT_EQ(WEXITSTATUS(Out.Status), 5);
  Out = shell("echo begun >&3; kill -ABRT $$");
  ASSERT_TRUE(Out.InTime);
  EXPECT_EQ(Out.Output, "begun\n");
  EXPECT_TRUE(WIFSIGNALED(Out.Status));
  EXPECT_EQ(WTERMSIG(Out.Status), SIGABRT);
}

TEST(HiddenProcess, RunsWhereItsFirstFileGetsTheNumberZero) {
  static const std::string Program = readWhole("/bin/sh");
  const WithoutInput None;
  const HiddenOutcome Out =
      runHidden(Program, {"sh", "-c", "echo one >&3"}, std::chrono::minutes(1));
  ASSERT_TRUE(Out.Began && Out.InTime);
  EXPECT_EQ(Out.Output, "one\n");
  EXPECT_EQ(Out.Status, 0);
}

/// A driver that crashes on trial is no news, and no file.
TEST(HiddenProcess, LeavesNoCore) {
  rlimit Before;
  ASSERT_EQ(getrlimit(RLIMIT_CORE, &Before), 0);
  const rlimit Most = {Before.rlim_max, Before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_CORE, &Most), 0);
  const HiddenOutcome Out = shell("ulimit -S -c >&3; ulimit -H -c >&3");
  setrlimit(RLIMIT_CORE, &Before);
  EXPECT_EQ(Out.Output, "0\n0\n");
}

TEST(HiddenProcess, EndsAtItsLimitWithItsChildren) {
  HiddenOutcome Out = shell("echo $$ >&3; sleep 1000 & sleep 1000",
                            std::chrono::milliseconds(300));
  ASSERT_TRUE(Out.Began);
  EXPECT_FALSE(Out.InTime);
  int Group = std::stoi(Out.Output);
  while (kill(-Group, 0) == 0) // init has yet to collect them
    usleep(1000);
  EXPECT_EQ(errno, ESRCH);
}

TEST(HiddenProcess, AnEndIsSeenThoughAChildKeepsTheOutputOpen) {
  HiddenOutcome Out = shell("sleep 3 & exit 4");
  ASSERT_TRUE(Out.InTime);
  EXPECT_EQ(WEXITSTATUS(Out.Status), 4);
}

TEST(HiddenProcess, IsNotNoticed) {
  struct sigaction Noting = {}, Before;
  Noting.sa_handler = [](int) { Signals = Signals + 1; };
  sigaction(SIGCHLD, &Noting, &Before);
  ASSERT_TRUE(shell("true").InTime);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  EXPECT_EQ(Signals, 0);
  Noting.sa_handler = SIG_IGN; // children vanish by themselves then
  sigaction(SIGCHLD, &Noting, nullptr);
  EXPECT_EQ(WEXITSTATUS(shell("exit 7").Status), 7);
  sigaction(SIGCHLD, &Before, nullptr);
}

/// What it kept open, others would wait for as long as it hangs.
TEST(HiddenProcess, HasNoneOfOurFiles) {
  int Ours = fcntl(1, F_DUPFD, 100);
  ASSERT_GE(Ours, 100);
  HiddenOutcome Out = shell("ls -l /proc/$$/fd >&3; [ ! -t 0 ]");
  close(Ours);
  EXPECT_EQ(Out.Output.find(" " + std::to_string(Ours) + " -> "),
            std::string::npos)
      << Out.Output;
  EXPECT_NE(Out.Output.find(" 0 -> /dev/null"), std::string::npos)
      << Out.Output;
}

TEST(HiddenProcess, WhatIsNoProgramDoesNotBegin) {
  EXPECT_NE(runHidden(std::string("no program"), {"x"}, std::chrono::minutes(1))
                .Status,
            0);
}
