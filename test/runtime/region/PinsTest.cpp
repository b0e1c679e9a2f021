// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PinsTest.cpp - ranges that the program keeps in main memory --------===//
#include "region/Regions.h"

#include <gtest/gtest.h>
#include <random>
#include <thread>

using namespace twofold;

namespace {

struct Pinning {
  Trace Log{0, [](std::string_view) {}};
  Statistics Counts;
  Regions All{Coherence::Eager, Log, Counts};
};

} // namespace

TEST(Pins, EachPinIsEndedOnce) {
  Pinning P;
  P.All.pin({100, 200});
  P.All.pin({100, 200});
  EXPECT_TRUE(P.All.unpin({100, 200}));
  EXPECT_TRUE(P.All.pinned({150, 151}));
  EXPECT_TRUE(P.All.unpin({100, 200}));
  EXPECT_FALSE(P.All.pinned({0, UINT64_MAX}));
  EXPECT_FALSE(P.All.unpin({100, 200}));
}

TEST(Pins, OnlyTheSameRange) {
  Pinning P;
  P.All.pin({100, 200});
  EXPECT_FALSE(P.All.unpin({100, 199}));
  EXPECT_FALSE(P.All.unpin({101, 200}));
  EXPECT_FALSE(P.All.unpin({0, 300}));
  EXPECT_EQ(P.All.pinnedBytes(), 100u);
}

TEST(Pins, ForgottenPinsEnd) {
  Pinning P;
  P.All.pin({100, 200});
  P.All.pin({150, 300});
  P.All.pin({120, 130});
  P.All.endPins({90, 250});
  EXPECT_EQ(P.All.pinnedBytes(), 150u);
  EXPECT_TRUE(P.All.pinned({150, 151}));
  EXPECT_FALSE(P.All.pinned({0, 150}));
  EXPECT_FALSE(P.All.unpin({100, 200}));
  EXPECT_TRUE(P.All.unpin({150, 300}));
  EXPECT_EQ(P.All.pinnedBytes(), 0u);
}

/// Against a count for each byte.
TEST(Pins, OverlapsCountBytes) {
  std::mt19937 Random(5);
  Pinning P;
  std::vector<ByteRange> Live;
  std::vector<int> Count(65);
  for (int Step = 0; Step < 3000; ++Step) {
    if (Live.size() < 8 && Random() % 2) {
      uint64_t Begin = 1 + Random() % 60, End = Begin + 1 + Random() % 4;
      P.All.pin({Begin, End});
      Live.push_back({Begin, End});
      for (uint64_t B = Begin; B < End; ++B)
        ++Count[B];
    } else if (!Live.empty()) {
      size_t Which = Random() % Live.size();
      ByteRange Range = Live[Which];
      Live.erase(Live.begin() + long(Which));
      ASSERT_TRUE(P.All.unpin(Range));
      for (uint64_t B = Range.Begin; B < Range.End; ++B)
        --Count[B];
    }
    for (uint64_t B = 0; B < 65; ++B)
      ASSERT_EQ(P.All.pinned({B, B + 1}), Count[B] != 0) << B;
  }
}

TEST(Pins, ThreadsPinTheSame) {
  Pinning P;
  std::vector<std::thread> Threads;
  for (uint64_t T = 0; T < 4; ++T)
    Threads.emplace_back([&P, T] {
      for (int I = 0; I < 500; ++I) {
        ByteRange Mine = {100 + T % 2 * 50, 250};
        P.All.pin(Mine);
        ASSERT_TRUE(P.All.pinned({200, 201}));
        ASSERT_TRUE(P.All.unpin(Mine));
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(P.All.pinnedBytes(), 0u);
}
