// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MilestoneTest.cpp - a growing number that threads wait for ---------===//
#include "thread/Milestone.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

using namespace twofold;

namespace {

TEST(MilestoneTest, OnlyGrows) {
  Milestone M;
  EXPECT_TRUE(M.wait(0));
  M.reach(5);
  M.reach(3);
  EXPECT_TRUE(M.wait(5));
  M.abandon();
  M.reach(7);
  EXPECT_FALSE(M.wait(5));
  EXPECT_FALSE(M.wait(size_t(1) << 40));
  M.reset();
  M.reach(1);
  EXPECT_TRUE(M.wait(1));
}

TEST(MilestoneTest, WakesSleepersAndShowsWhatCameBefore) {
  for (bool Late : {false, true}) {
    Milestone M;
    std::vector<int> Seen(20); // plain memory, for ThreadSanitizer
    std::vector<std::thread> Waiting;
    std::atomic<int> Right{0};
    for (int T = 0; T < 3; ++T)
      Waiting.emplace_back([&] {
        for (int N = 1; N < 20; ++N)
          Right += M.wait(N) && Seen[N] == N;
      });
    for (int N = 1; N < 20; ++N) {
      // Longer than they look before they sleep.
      if (Late && N % 5 == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      Seen[N] = N;
      M.reach(N);
    }
    for (std::thread &T : Waiting)
      T.join();
    EXPECT_EQ(Right, 3 * 19);
  }
}

TEST(MilestoneTest, AbandonEndsEveryWait) {
  Milestone M;
  std::vector<std::thread> Waiting;
  std::atomic<int> Told{0};
  for (int T = 0; T < 3; ++T)
    Waiting.emplace_back([&] { Told += !M.wait(1); });
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  M.abandon();
  for (std::thread &T : Waiting)
    T.join();
  EXPECT_EQ(Told, 3);
}

} // namespace
