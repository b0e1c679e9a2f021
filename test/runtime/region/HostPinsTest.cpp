// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostPinsTest.cpp - ranges that the program keeps in main memory ----===//
#include "region/HostPins.h"

#include <gtest/gtest.h>
#include <random>
#include <thread>

using namespace twofold;

namespace {

struct Pinning {
  Trace Log{0, [](std::string_view) {}};
  Statistics Counts;
  Regions All{Coherence::Eager, Log, Counts};
  HostPins Pins{All};
};

} // namespace

TEST(HostPins, EachPinIsEndedOnce) {
  Pinning P;
  P.Pins.pin({100, 200});
  P.Pins.pin({100, 200});
  EXPECT_TRUE(P.Pins.unpin({100, 200}));
  EXPECT_TRUE(P.All.pinned({150, 151}));
  EXPECT_TRUE(P.Pins.unpin({100, 200}));
  EXPECT_FALSE(P.All.pinned({0, UINT64_MAX}));
  EXPECT_FALSE(P.Pins.unpin({100, 200}));
}

TEST(HostPins, OnlyTheSameRange) {
  Pinning P;
  P.Pins.pin({100, 200});
  EXPECT_FALSE(P.Pins.unpin({100, 199}));
  EXPECT_FALSE(P.Pins.unpin({101, 200}));
  EXPECT_FALSE(P.Pins.unpin({0, 300}));
  EXPECT_EQ(P.All.pinnedBytes(), 100u);
}

TEST(HostPins, ForgottenPinsEnd) {
  Pinning P;
  P.Pins.pin({100, 200});
  P.Pins.pin({150, 300});
  P.Pins.pin({120, 130});
  P.Pins.forget({90, 250});
  EXPECT_EQ(P.All.pinnedBytes(), 150u);
  EXPECT_TRUE(P.All.pinned({150, 151}));
  EXPECT_FALSE(P.All.pinned({0, 150}));
  EXPECT_FALSE(P.Pins.unpin({100, 200}));
  EXPECT_TRUE(P.Pins.unpin({150, 300}));
  EXPECT_EQ(P.All.pinnedBytes(), 0u);
}

/// Against a count for each byte.
TEST(HostPins, OverlapsCountBytes) {
  std::mt19937 Random(5);
  Pinning P;
  std::vector<ByteRange> Live;
  std::vector<int> Count(65);
  for (int Step = 0; Step < 3000; ++Step) {
    if (Live.size() < 8 && Random() % 2) {
      uint64_t Begin = 1 + Random() % 60, End = Begin + 1 + Random() % 4;
      P.Pins.pin({Begin, End});
      Live.push_back({Begin, End});
      for (uint64_t B = Begin; B < End; ++B)
        ++Count[B];
    } else if (!Live.empty()) {
      size_t Which = Random() % Live.size();
      ByteRange Range = Live[Which];
      Live.erase(Live.begin() + long(Which));
      ASSERT_TRUE(P.Pins.unpin(Range));
      for (uint64_t B = Range.Begin; B < Range.End; ++B)
        --Count[B];
    }
    for (uint64_t B = 0; B < 65; ++B)
      ASSERT_EQ(P.All.pinned({B, B + 1}), Count[B] != 0) << B;
  }
}

TEST(HostPins, ThreadsPinTheSame) {
  Pinning P;
  std::vector<std::thread> Threads;
  for (uint64_t T = 0; T < 4; ++T)
    Threads.emplace_back([&P, T] {
      for (int I = 0; I < 500; ++I) {
        ByteRange Mine = {100 + T % 2 * 50, 250};
        P.Pins.pin(Mine);
        ASSERT_TRUE(P.All.pinned({200, 201}));
        ASSERT_TRUE(P.Pins.unpin(Mine));
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(P.All.pinnedBytes(), 0u);
}
