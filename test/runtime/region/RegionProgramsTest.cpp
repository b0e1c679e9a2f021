// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionProgramsTest.cpp - random programs, failures, threads --------===//
#include "Cases.h"
#include "region/RegionBench.h"

#include <gtest/gtest.h>
#include <random>
#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Draws launches, host accesses and requests.
class RandomProgram {
  RegionBench &B;
  std::mt19937 Random;
  unsigned Step = 0;

  uint64_t below(uint64_t N) { return Random() % N; }

  ByteRange range(uint64_t Longest) {
    uint64_t Length = 1 + below(std::min(Longest, B.Size));
    uint64_t Begin = below(B.Size - Length + 1);
    // Often whole pages.
    if (below(2)) {
      Begin = Begin / 64 * 64;
      Length = (Length + 63) / 64 * 64;
    }
    return {Begin, std::min(Begin + Length, B.Size)};
  }

  void launch() {
    // Each base has bytes of its own that it writes; all may read all else.
    std::vector<BenchUse> Uses(1 + below(3));
    RangeSet Written;
    for (BenchUse &Each : Uses) {
      for (unsigned K = below(3); K; --K)
        Each.Use.Writes.insert(range(below(2) ? 700 : 60));
      Each.Use.Writes.erase(Written);
      Written.insert(Each.Use.Writes);
      for (const ByteRange &W : Each.Use.Writes)
        switch (below(3)) {
        case 0:
          Each.Use.Covered.insert(W);
          break;
        case 1:
          Each.Use.Covered.insert({W.Begin, W.Begin + below(W.size() + 1)});
          break;
        }
      for (unsigned K = below(3); K; --K)
        Each.Use.Reads.insert(range(800));
      ByteRange Hull = Each.Use.Reads.hull().hull(Each.Use.Writes.hull());
      if (below(4))
        Each.Own.insert(Hull);
      else if (below(2))
        Each.Own.insert(Hull.intersection(range(1000)));
    }
    unsigned Salt = unsigned(Random());
    B.launch(
        unsigned(below(B.Slots.size())), Uses,
        [Salt](unsigned U, uint64_t I) { return (I * 31 + Salt + U) % 3 == 0; },
        [Salt](uint64_t I) { return int(I * 7 + Salt); },
        below(10) ? Regions::Keep::Pages : Regions::Keep::Nothing);
  }

public:
  RandomProgram(RegionBench &B, unsigned Seed) : B(B), Random(Seed) {}

  void step() {
    ++Step;
    unsigned Salt = unsigned(Random());
    switch (below(24)) {
    case 0: {
      ByteRange Freed = range(1500);
      B.All->forget(B.at(Freed));
      if (B.Guard) {
        EXPECT_EQ(B.All->where(B.at(Freed)).Devices.size(), 0u);
      }
      return B.write(Freed, [=](uint64_t I) { return int(I + Salt); });
    }
    case 1: {
      ByteRange Useless = range(500);
      B.All->discard(B.at(Useless));
      return B.write(Useless, [=](uint64_t I) { return int(I + Salt); });
    }
    case 2:
      return B.All->sync(B.at(range(1000)));
    case 3:
      if (below(4) == 0)
        return B.All->syncAll();
      return (void)B.All->prefetch(B.at(range(1000)),
                                   *B.Slots[below(B.Slots.size())]);
    case 4: {
      ByteRange Range = range(300);
      B.All->pin(B.at(Range));
      launch();
      return (void)B.All->unpin(B.at(Range));
    }
    case 5:
    case 6:
    case 7:
      return B.write(range(200), [=](uint64_t I) { return int(I + Salt); });
    case 8:
    case 9:
    case 10:
      return B.expectRead(range(400));
    default:
      return launch();
    }
  }
};

} // namespace

TEST(Regions, AgreeWithAProgramWithoutDevices) {
  uint64_t Merges = 0, Evictions = 0, Faults = 0;
  const unsigned Seeds = sanitized() ? 10 : 30;
  for (unsigned Seed = 0; Seed < Seeds; ++Seed) {
    RegionBench B(Seed % 10 == 9 ? Coherence::Eager : Coherence::Lazy);
    if (Seed % 3 == 0)
      B.World.Capacity = 10000;
    if (Seed % 4 == 0)
      B.Guard->Special = B.at(ByteRange{1000, 1200});
    if (Seed % 5 == 4)
      B.share(Seed % 2);
    RandomProgram Program(B, Seed);
    for (int Step = 0; Step < 200; ++Step) {
      Program.step();
      ASSERT_FALSE(::testing::Test::HasFailure())
          << "seed " << Seed << ", step " << Step;
    }
    EXPECT_TRUE(B.Lost.empty());
    Merges += B.All->counters().Merges;
    Evictions += B.All->counters().Evictions;
    Faults += B.All->counters().Faults;
  }
  EXPECT_GT(Merges, Seeds * 16);
  EXPECT_GT(Evictions, Seeds / 3);
  EXPECT_GT(Faults, Seeds * 33);
}

/// Every call to the device fails once, in the course of a random program.
/// What only a device has is lost only by a kernel that was cut short.
TEST(Regions, AnyFailureOfTheDeviceIsSurvived) {
  for (Coherence How : {Coherence::Eager, Coherence::Lazy}) {
    unsigned WithLosses = 0;
    for (unsigned Seed = 0; Seed < 4; ++Seed) {
      bool Injected = true;
      for (unsigned At = 1; Injected; At += 1 + At / cases(30)) {
        RegionBench B(How, 2048);
        if (Seed % 2)
          B.share(0);
        B.World.FailAt = At;
        B.World.FailWith =
            At % 2 ? ErrorCode::OutOfMemory : ErrorCode::DeviceLost;
        RandomProgram Program(B, Seed);
        for (int Step = 0; Step < 40; ++Step) {
          Program.step();
          ASSERT_FALSE(::testing::Test::HasFailure())
              << "seed " << Seed << ", failure " << At << ", step " << Step;
        }
        Injected = B.World.Failed;
        WithLosses += !B.Lost.empty();
      }
    }
    if (How == Coherence::Lazy) {
      EXPECT_GT(WithLosses, 0u);
    } else {
      EXPECT_EQ(WithLosses, 0u);
    }
  }
}

/// From some call on, nothing works any more.
TEST(Regions, ADeadDeviceEndsNothing) {
  for (unsigned Seed = 0; Seed < 2; ++Seed)
    for (unsigned From = 1; From < 300; From += 1 + From / 12) {
      RegionBench B(Coherence::Lazy, 2048);
      if (Seed % 2)
        B.share(1);
      B.World.FailFrom = From;
      B.World.FailWith = ErrorCode::DeviceLost;
      RandomProgram Program(B, Seed);
      for (int Step = 0; Step < 40; ++Step) {
        Program.step();
        ASSERT_FALSE(::testing::Test::HasFailure())
            << "seed " << Seed << ", failure " << From << ", step " << Step;
      }
    }
}

/// Threads that use different bytes of the same pages, on the host and on two
/// devices, with room for few regions.
TEST(Regions, ThreadsShareAnArray) {
  RegionBench B;
  B.World.Capacity = 5 * 4096;
  constexpr unsigned Threads = 4;
  auto Run = [&](unsigned Number) {
    Lane Mine = {Number, Threads};
    std::mt19937 Random(Number);
    auto Range = [&] {
      uint64_t Begin = Random() % 60 * 64, Pages = 1 + Random() % 12;
      return ByteRange{Begin, std::min<uint64_t>(Begin + Pages * 64, B.Size)};
    };
    for (int Step = 0; Step < 150; ++Step) {
      ByteRange At = Range();
      unsigned Salt = unsigned(Random());
      auto Value = [Salt](uint64_t I) { return int(I * 3 + Salt); };
      switch (Random() % 8) {
      case 0:
        B.All->sync(B.at(At));
        break;
      case 1:
        B.write(At, Value, Mine);
        break;
      case 2:
        B.expectRead(At, Mine);
        break;
      case 3:
        (void)B.All->prefetch(B.at(At), *B.Slots[Salt % 2]);
        (void)B.All->where(B.at(At));
        break;
      case 4:
        B.launch(
            Salt % 2, {{{At, {}, {}}, At}},
            [](unsigned, uint64_t) { return false; }, Value,
            Regions::Keep::Pages, Mine);
        break;
      default:
        B.launch(
            Salt % 2, {{{Range(), At, {}}, RangeSet(ByteRange{0, B.Size})}},
            [Salt](unsigned, uint64_t I) { return (I + Salt) % 5 < 3; }, Value,
            Regions::Keep::Pages, Mine);
      }
    }
  };
  std::vector<std::thread> Running;
  for (unsigned T = 0; T < Threads; ++T)
    Running.emplace_back(Run, T);
  for (std::thread &T : Running)
    T.join();
  EXPECT_TRUE(B.Lost.empty());
  EXPECT_GT(B.All->counters().Faults, 0u);
}
