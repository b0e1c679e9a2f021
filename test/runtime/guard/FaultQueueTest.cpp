// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FaultQueueTest.cpp - stopped accesses, on their way to a thread ----===//
#include "guard/FaultQueue.h"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace twofold;

namespace {

/// With who looks before sleeping, and without.
class FaultQueueTest : public testing::TestWithParam<bool> {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Looks, FaultQueueTest, testing::Bool());

TEST_P(FaultQueueTest, EveryFaultIsAnsweredAsItWasDecided) {
  FaultQueue Queue(GetParam());
  std::vector<std::thread> Servers, Posters;
  for (int Server = 0; Server < 2; ++Server)
    Servers.emplace_back([&] {
      for (int Taken; (Taken = Queue.take(true)) >= 0;) {
        const FaultQueue::Fault What = Queue[Taken];
        EXPECT_EQ(What.Write, What.Address % 2 == 1);
        Queue.answer(Taken, What.Address % 3 != 0);
      }
    });
  std::atomic<unsigned> Wrong{0};
  for (uint64_t Poster = 0; Poster < 3; ++Poster)
    Posters.emplace_back([&, Poster] {
      for (uint64_t I = 0; I < 300; ++I) {
        uint64_t Address = 1000 * Poster + I;
        Wrong +=
            Queue.post({Address, Address % 2 == 1, -1}) != (Address % 3 != 0);
      }
    });
  for (std::thread &T : Posters)
    T.join();
  EXPECT_EQ(Wrong, 0u);
  Queue.close();
  for (std::thread &T : Servers)
    T.join();
  EXPECT_FALSE(Queue.post({1, false, -1}));
}

TEST_P(FaultQueueTest, WhoWaitsIsRefusedWhenItCloses) {
  FaultQueue Queue(GetParam());
  bool Retry = true;
  std::thread Poster([&] { Retry = Queue.post({1, false, -1}); });
  std::this_thread::yield();
  Queue.close();
  Poster.join();
  EXPECT_FALSE(Retry);
}
