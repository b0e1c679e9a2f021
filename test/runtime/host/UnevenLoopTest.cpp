// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SiteBuilder.h"
#include "host/HostDevice.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr uint64_t ManyOps = uint64_t(1) << 30;

/// A loop whose first iteration waits for most of the others.
struct UnevenLoop {
  static constexpr uint64_t Trips = 1000;
  SiteBuilder B;
  std::vector<std::atomic<int>> Runs = std::vector<std::atomic<int>>(Trips);
  std::atomic<uint64_t> Done{0};
  uint64_t Awaited = 0; ///< by iteration 0, of the others
  uint64_t ThrowAt = ~uint64_t(0);
  bool InVain = false;
  std::mutex Lock;
  std::set<std::pair<uint64_t, uint64_t>> Pieces;

  UnevenLoop() {
    B.dim(0, 1, Trips);
    B.arg(this);
    B.site().native = run;
    B.launch().num_threads = 2;
  }

  static void run(void **Args, uint64_t Lo, uint64_t Hi) {
    UnevenLoop &Self = *static_cast<UnevenLoop *>(Args[1]);
    {
      std::lock_guard<std::mutex> Guard(Self.Lock);
      Self.Pieces.insert({Lo, Hi});
    }
    if (Lo == 0)
      Self.await();
    for (uint64_t I = Lo; I < Hi; ++I) {
      if (I == Self.ThrowAt)
        throw std::runtime_error("thrown");
      ++Self.Runs[I];
      ++Self.Done;
    }
  }

  void await() {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point Start = Clock::now();
    while (Done < Awaited && !InVain) {
      std::this_thread::yield();
      InVain = Clock::now() - Start > std::chrono::seconds(30);
    }
  }

  HostDevice::Mode start() {
    std::atomic<uint64_t> Limit{0};
    return HostDevice(1, Limit).run(B.site(), B.launch(), Trips, ManyOps);
  }
};

} // namespace

TEST(UnevenLoop, OthersTakeWhatAThreadDoesNotComeTo) {
  UnevenLoop Loop;
  // All but the piece of which iteration 0 is the first.
  Loop.Awaited = UnevenLoop::Trips - UnevenLoop::Trips / 2 / 16;
  EXPECT_EQ(Loop.start(), HostDevice::Mode::Threads);
  EXPECT_FALSE(Loop.InVain);
  for (std::atomic<int> &Count : Loop.Runs)
    EXPECT_EQ(Count, 1);
}

TEST(UnevenLoop, PiecesBeginAtTheSamePlacesInEachCall) {
  UnevenLoop Waits, Runs;
  Waits.Awaited = UnevenLoop::Trips / 2 + UnevenLoop::Trips / 4;
  Waits.start();
  Runs.start();
  EXPECT_EQ(Waits.Pieces, Runs.Pieces);
  EXPECT_GT(Runs.Pieces.size(), 30u);
}

TEST(UnevenLoop, SumsThatRoundKeepTheirParts) {
  UnevenLoop Loop;
  Loop.B.site().flags = TWOFOLD_SITE_ROUNDS;
  Loop.start();
  EXPECT_EQ(Loop.Pieces.size(), 2u);
}

TEST(UnevenLoop, NoPieceIsTakenAfterAnException) {
  UnevenLoop Loop;
  Loop.ThrowAt = 0;
  EXPECT_THROW(Loop.start(), std::runtime_error);
  EXPECT_EQ(Loop.Runs[0], 0);
}

TEST(UnevenLoop, MoreThreadsThanPartsOnTheStack) {
  UnevenLoop Loop;
  Loop.B.launch().num_threads = 40;
  Loop.start();
  for (std::atomic<int> &Count : Loop.Runs)
    EXPECT_EQ(Count, 1);
}
