// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProcessEndTest.cpp - what may be done while exit() runs ------------===//
//
// Each in a process of its own, which does not go back.
//
//===----------------------------------------------------------------------===//
#include "system/ProcessEnd.h"

#include <atomic>
#include <cstdlib>
#include <future>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace twofold;
using namespace std::chrono_literals;

namespace {

std::atomic<bool> Closed{false}, InUse{false}, UsedWhenSettled{false};
std::string Order;

constexpr ProcessEnd::Parts Told = {[] {
                                      Order += 'c';
                                      Closed = true;
                                    },
                                    [] {
                                      Order += 's';
                                      UsedWhenSettled = InUse.load();
                                    },
                                    [] { Order += 't'; }};

/// The end of the process; what went wrong.
[[noreturn]] void quit(const char *Wrong) {
  if (*Wrong)
    std::fprintf(stderr, "%s\n", Wrong);
  std::_Exit(*Wrong ? 1 : 0);
}

const char *endDuringAUse() {
  ProcessEnd::set(Told);
  std::promise<void> Begun;
  bool Nested = false, Again = true, Team = true;
  std::thread Other([&] {
    {
      const ProcessEnd::DriverUse Use;
      InUse = true;
      Begun.set_value();
      while (!Closed)
        std::this_thread::sleep_for(1ms);
      Nested = ProcessEnd::DriverUse().allowed();
      std::this_thread::sleep_for(20ms);
      InUse = false;
    }
    Again = ProcessEnd::DriverUse().allowed();
    Team =
        ProcessEnd::TeamUse().allowed() || ProcessEnd::LibraryCall().allowed();
  });
  Begun.get_future().wait();
  ProcessEnd::begin();
  Other.join();
  if (Order != "cst" || UsedWhenSettled)
    return "not settled after all uses";
  if (!Nested || Again || Team)
    return "another thread may, or may not";
  if (!ProcessEnd::LibraryCall().allowed() ||
      !ProcessEnd::TeamUse().allowed() || ProcessEnd::DriverUse().allowed())
    return "the thread that ends the process may, or may not";
  ProcessEnd::begin();
  return Order == "cst" ? "" : "settled again";
}

const char *endInAUse() {
  ProcessEnd::set(Told);
  const ProcessEnd::DriverUse Use;
  const ProcessEnd::TeamUse Team;
  ProcessEnd::begin();
  return Order == "cst" && ProcessEnd::DriverUse().allowed() ? ""
                                                             : "its own use";
}

const char *endWithoutUses() {
  ProcessEnd::set(Told);
  ProcessEnd::begin();
  return Order.empty() && ProcessEnd::begun() ? "" : "nothing to do";
}

const char *endAForkedChild() {
  ProcessEnd::set(Told);
  const ProcessEnd::DriverUse Use;
  pid_t Child = fork();
  if (Child == 0) {
    ProcessEnd::begin();
    std::_Exit(Order.empty() ? 0 : 1);
  }
  int How = -1;
  return waitpid(Child, &How, 0) == Child && How == 0 ? "" : "a child";
}

} // namespace

TEST(ProcessEndDeathTest, WaitsForUsesAndAllowsNoOthers) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(quit(endDuringAUse()), testing::ExitedWithCode(0), "");
}

TEST(ProcessEndDeathTest, DoesNotWaitForTheThreadThatEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(quit(endInAUse()), testing::ExitedWithCode(0), "");
}

TEST(ProcessEndDeathTest, DoesNothingWithoutUses) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(quit(endWithoutUses()), testing::ExitedWithCode(0), "");
}

TEST(ProcessEndDeathTest, DoesNothingInAForkedChild) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(quit(endAForkedChild()), testing::ExitedWithCode(0), "");
}

/// Handlers that were registered before watch() run after it has begun.
TEST(ProcessEndDeathTest, BeginsBeforeHandlers) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        std::atexit([] { std::_Exit(ProcessEnd::begun() ? 3 : 4); });
        ProcessEnd::watch();
        std::exit(5);
      },
      testing::ExitedWithCode(3), "");
}
