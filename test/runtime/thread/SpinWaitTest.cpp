// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SpinWaitTest.cpp - how often a waiting thread looks ----------------===//
#include "thread/SpinWait.h"

#include <gtest/gtest.h>

#include <thread>

using namespace twofold;

TEST(SpinWait, WhatIsThereIsNotWaitedFor) {
  using std::chrono::microseconds;
  unsigned Looks = 0;
  EXPECT_TRUE(spinUntil([&] { return ++Looks == 1; }, microseconds(0)));
  EXPECT_EQ(Looks, 1u);
  Looks = 0;
  EXPECT_TRUE(spinUntil([&] { return ++Looks == 50; }, microseconds(0)));
  EXPECT_EQ(Looks, 50u);
  // One round of looks, and a last one.
  Looks = 0;
  EXPECT_FALSE(spinUntil([&] { return ++Looks == 0; }, microseconds(0)));
  EXPECT_EQ(Looks, 66u);
}

namespace {
struct Table {
  std::atomic<bool> Closed{false};
  void close() { Closed = true; }
  bool closed() const { return Closed; }
};
} // namespace

TEST(SpinWait, WhoeverComesToAClosedTableHasNoLockOfIt) {
  Table Of;
  SpinLock Lock;
  ASSERT_TRUE(Lock.lockIn(Of));
  std::thread Owner([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    Lock.unlock();
  });
  EXPECT_TRUE(Lock.lockIn(Of)) << "it waits for the owner";
  Owner.join();
  Of.close();
  EXPECT_FALSE(Lock.lockIn(Of)) << "the owner does not come back";
  Lock.unlock();
  EXPECT_FALSE(Lock.lockIn(Of));
  Of.Closed = false;
  EXPECT_TRUE(Lock.lockIn(Of)) << "who was refused has left it";
}
