// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionsTest.cpp - data that stays on devices -----------------------===//
#include "RegionBench.h"

#include <gtest/gtest.h>
#include <random>
#include <thread>

using namespace twofold;
using namespace twofold::test;

using Access = PageGuard::Access;

TEST(Regions, ResultsStayUntilTheyAreTouched) {
  RegionBench B;
  EXPECT_TRUE(B.All->idle());
  B.writes(0, {0, 1024}, 1);
  EXPECT_EQ(B.World.Written, 0u); // covered
  EXPECT_EQ(B.World.Read, 0u);
  B.reads(0, {0, 1024});
  B.updates(0, {0, 1024}, 2);
  EXPECT_EQ(B.World.Written, 0u);
  EXPECT_EQ(B.Guard->access(B.Host), Access::None);
  Whereabouts Where = B.All->where(B.at({0, 2048}));
  EXPECT_EQ(Where.Host, 1024u);
  EXPECT_EQ(Where.Devices.at(0), 1024u);
  // Four pages at a time, and the device's copy stays.
  B.expectRead({100, 101});
  EXPECT_EQ(B.World.Read, 256u);
  EXPECT_EQ(B.Guard->access(B.Host + 100), Access::ReadOnly);
  B.reads(0, {0, 1024});
  EXPECT_EQ(B.World.Written, 0u);
  EXPECT_EQ(B.All->counters().Faults, 1u);
  EXPECT_EQ(B.Counts.BytesToHost, 256u);
}

TEST(Regions, HostWritesAreSentAgain) {
  RegionBench B;
  B.reads(0, {0, 1024});
  EXPECT_EQ(B.World.Written, 1024u);
  EXPECT_EQ(B.Guard->access(B.Host), Access::ReadOnly);
  B.write({512, 513}, [](uint64_t) { return 99; });
  B.reads(0, {0, 1024});
  EXPECT_EQ(B.World.Written, 1024u + 256);
  EXPECT_EQ(B.World.Read, 0u);
}

/// Pages that only in part belong to the array are never taken for current.
TEST(Regions, EdgesMoveEachTime) {
  RegionBench B;
  for (int I = 0; I < 3; ++I) {
    B.updates(0, {30, 1000}, I);
    B.write({0, 30}, [&](uint64_t) { return I; });
    B.write({1000, 1100}, [&](uint64_t) { return I; });
    B.write({30, 40}, [&](uint64_t) { return I + 50; });
    B.write({990, 1000}, [&](uint64_t) { return I + 60; });
  }
  uint64_t Edges = (64 - 30) + (1000 - 960);
  EXPECT_EQ(B.World.Written, 970u + 2 * Edges);
  EXPECT_EQ(B.World.Read, 3 * Edges);
}

TEST(Regions, WhatMayBeForeignMemoryDoesNotStay) {
  RegionBench B;
  for (int I = 0; I < 2; ++I)
    B.launch(
        0,
        {{{ByteRange{0, 1024}, ByteRange{0, 1024}, {}}, ByteRange{256, 512}}},
        [](unsigned, uint64_t At) { return At % 3 == 0; },
        [&](uint64_t) { return I; });
  EXPECT_EQ(B.World.Written, 1024u + 768);
  EXPECT_EQ(B.World.Read, 2u * 768);
  B.Guard->Special = B.at(ByteRange{2048, 2049});
  B.writes(0, {2048, 3072}, 1);
  EXPECT_EQ(B.Guard->access(B.Host + 2048), Access::All);
  EXPECT_EQ(B.Guard->access(B.Host + 2048 + 64), Access::None);
}

TEST(Regions, OverlapMergesOnTheDevice) {
  RegionBench B;
  B.writes(0, {0, 1024}, 1);
  B.writes(0, {1024, 2048}, 2);
  EXPECT_EQ(B.All->count(), 2u); // ranges that touch stay apart
  B.reads(0, {512, 1536});
  EXPECT_EQ(B.All->count(), 1u);
  EXPECT_EQ(B.World.Read, 0u);
  EXPECT_EQ(B.World.Copied, 2048u);
  EXPECT_EQ(B.All->counters().BytesJoined, 2048u);
  // A view of it.
  B.updates(0, {640, 704}, 3);
  EXPECT_EQ(B.All->count(), 1u);
  EXPECT_EQ(B.World.Written, 0u);
  B.expectRead({0, 4096});
}

TEST(Regions, MergesOfUnalignedRegionsKeepTheirBytes) {
  for (uint64_t Shift : {0, 1, 63, 64, 65, 130}) {
    RegionBench B;
    B.updates(0, {Shift, Shift + 700}, 1);
    B.updates(0, {Shift + 1500, Shift + 2200}, 2);
    B.updates(0, {Shift + 600, Shift + 1600}, 3);
    EXPECT_EQ(B.All->count(), 1u);
    B.reads(0, {Shift, Shift + 2200});
  }
}

TEST(Regions, DevicesHandOver) {
  RegionBench B;
  B.updates(0, {0, 1024}, 1);
  B.updates(1, {0, 1024}, 2);
  B.updates(0, {0, 512}, 3);
  B.reads(1, {256, 2000});
  EXPECT_EQ(B.All->where(B.at({0, 512})).Devices.size(), 2u);
  B.writes(1, {0, 512}, 4);
  B.expectRead({0, 4096});
}

TEST(Regions, TheLeastRecentlyUsedGivesWay) {
  RegionBench B(Coherence::Lazy, 1 << 16);
  B.World.Capacity = 3 * 8192;
  for (int I = 0; I < 3; ++I)
    B.updates(0, {I * 8192u, I * 8192u + 8192}, I);
  B.reads(0, {0, 8192}); // now the second is the oldest
  EXPECT_EQ(B.All->counters().Evictions, 0u);
  B.updates(0, {40000, 40000 + 4000}, 3);
  EXPECT_EQ(B.All->counters().Evictions, 1u);
  EXPECT_EQ(B.All->where(B.at({8192, 16384})).Devices.size(), 0u);
  EXPECT_EQ(B.All->where(B.at({0, 8192})).Devices.size(), 1u);
  EXPECT_EQ(B.World.Read, 8192u + 32); // with the edge of the last
  // More than there is at all: the host does it.
  EXPECT_FALSE(B.updates(0, {0, 32768}, 5));
  B.expectRead({0, 1 << 16});
}

TEST(Regions, ABudgetIsKept) {
  RegionBench B(Coherence::Lazy, 1 << 16);
  static_cast<FakeDevice &>(B.Slots[0]->device()).editFacts().GlobalMemory =
      32768;
  for (int Round = 0; Round < 2; ++Round)
    for (uint64_t I = 0; I < 7; ++I) {
      B.updates(0, {I * 8192, I * 8192 + 8192}, int(I));
      EXPECT_LE(B.World.LiveBytes, 32768u);
    }
  EXPECT_GE(B.All->counters().Evictions, 10u);
}

TEST(Regions, SyncPinDiscardForget) {
  RegionBench B;
  B.writes(0, {0, 1024}, 1);
  B.All->sync(B.at({100, 300}));
  EXPECT_EQ(B.World.Read, 256u);
  EXPECT_EQ(B.All->where(B.at({0, 1024})).Host, 256u);
  B.All->syncAll();
  EXPECT_EQ(B.World.Read, 1024u);
  EXPECT_EQ(B.Guard->access(B.Host), Access::ReadOnly);

  B.writes(0, {0, 1024}, 2);
  B.All->pin(B.at({0, 10}));
  EXPECT_TRUE(B.All->pinned(B.at({9, 20})));
  EXPECT_EQ(B.Guard->access(B.Host), Access::All);
  EXPECT_EQ(B.Guard->access(B.Host + 64), Access::None);
  EXPECT_FALSE(B.reads(0, {0, 1024}));
  EXPECT_TRUE(B.reads(0, {64, 1024}));
  B.All->unpin(B.at({0, 10}));
  EXPECT_TRUE(B.reads(0, {0, 1024}));

  B.writes(0, {2048, 3072}, 3);
  uint64_t Before = B.World.Read;
  B.All->discard(B.at({2050, 3000}));
  EXPECT_EQ(B.World.Read, Before);
  EXPECT_EQ(B.Guard->access(B.Host + 2048), Access::None);
  EXPECT_EQ(B.Guard->access(B.Host + 2112), Access::All);
  B.write({2112, 2944}, [](uint64_t) { return 1; }); // or anything else
  B.expectRead({0, 4096});

  B.writes(0, {0, 1024}, 4);
  Before = B.World.Read;
  EXPECT_EQ(B.All->count(), 2u);
  B.All->forget(B.at({0, 1024}));
  EXPECT_EQ(B.World.Read, Before);
  EXPECT_EQ(B.All->count(), 1u);
  EXPECT_EQ(B.Guard->access(B.Host), Access::All);
  B.write({0, 1024}, [](uint64_t At) { return int(At); });
  B.reads(0, {0, 1024});
}

TEST(Regions, ForgettingAPartKeepsTheRest) {
  for (ByteRange Freed :
       {ByteRange{0, 500}, {300, 800}, {512, 1024}, {10, 20}}) {
    RegionBench B;
    B.writes(0, {0, 1024}, 1);
    B.All->forget(B.at(Freed));
    // What the freed memory holds is nobody's business; it is used again.
    B.write(Freed, [](uint64_t At) { return int(At); });
    B.expectRead({0, 1024});
    B.updates(0, {0, 1024}, 2);
    B.expectRead({0, 1024});
  }
}

TEST(Regions, PrefetchSendsOnce) {
  RegionBench B;
  EXPECT_TRUE(bool(B.All->prefetch(B.at({0, 1024}), *B.Slots[0])));
  EXPECT_EQ(B.World.Written, 1024u);
  B.reads(0, {0, 1024});
  EXPECT_EQ(B.World.Written, 1024u);
  EXPECT_EQ(B.Counts.BytesToDevice, 1024u);
}

TEST(Regions, EagerKeepsNothing) {
  RegionBench B(Coherence::Eager);
  B.updates(0, {0, 1024}, 1);
  B.expectRead({0, 1024});
  EXPECT_TRUE(B.All->idle());
  B.reads(0, {0, 1024});
  EXPECT_EQ(B.World.Written, 2048u);
  EXPECT_EQ(B.World.Read, 1024u);
  EXPECT_TRUE(B.Told.empty());
}

TEST(Regions, WithoutAGuardNothingStays) {
  Statistics Counts;
  std::string Told;
  Trace Log(0, [&](std::string_view Text) { Told += Text; });
  Regions None(Coherence::Lazy, Log, Counts);
  EXPECT_TRUE(None.scoped());
  EXPECT_NE(Told.find("this runtime has no page guard"), std::string::npos);
  Told.clear();
  Regions Broken(Coherence::Lazy, Log, Counts, [](GuardResolver &Resolver) {
    auto Made = std::make_unique<FakeGuard>(Resolver, ByteRange{});
    Made->Works = false;
    return Made;
  });
  EXPECT_TRUE(Broken.scoped());
  EXPECT_NE(Told.find("the test says so"), std::string::npos);
}

TEST(Regions, AForkFindsEverythingOnTheHost) {
  RegionBench B;
  B.writes(0, {0, 1024}, 1);
  B.reads(1, {2048, 3072});
  B.All->beginFork();
  EXPECT_TRUE(B.Guard->allOpen());
  for (uint64_t I = 0; I < B.Size; ++I)
    ASSERT_EQ(uint8_t(B.Host[I]), B.Truth[I]);
  B.All->endFork();
  B.updates(0, {0, 1024}, 2);
}

TEST(Regions, MissingBytesAreTold) {
  RegionBench B;
  std::vector<RegionNeed> Needs = {
      {B.at({0, 1024}), {B.at(RangeSet({0, 1024})), {}, {}}, {}}};
  EXPECT_EQ(B.All->missing(Needs, *B.Slots[0]).ToDevice, 1024u);
  B.writes(0, {0, 512}, 1);
  EXPECT_EQ(B.All->missing(Needs, *B.Slots[0]).ToDevice, 512u);
  EXPECT_EQ(B.All->missing(Needs, *B.Slots[0]).ToHost, 512u);
  EXPECT_EQ(B.All->missing(Needs, *B.Slots[1]).ToDevice, 1024u);
}

/// Launches for which the guard cannot make all of their pages stay.
TEST(Regions, AnyFailureOfTheGuardIsSurvived) {
  for (unsigned At = 1;; ++At) {
    RegionBench B;
    B.Guard->FailAt = At;
    for (int I = 0; I < 3; ++I) {
      B.updates(0, {20, 1024}, I);
      B.writes(0, {1000, 3000}, I);
      B.expectRead({500, 700});
      B.write({1200, 1300}, [](uint64_t At) { return int(At); });
    }
    B.expectRead({0, 4096});
    ASSERT_FALSE(::testing::Test::HasFailure()) << "failure " << At;
    EXPECT_TRUE(B.Lost.empty());
    if (B.Guard->Calls < At)
      break;
  }
}

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
        below(10) ? Regions::Hold::Keep : Regions::Hold::Drop);
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
      return B.All->unpin(B.at(Range));
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
  for (unsigned Seed = 0; Seed < 30; ++Seed) {
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
  EXPECT_GT(Merges, 500u);
  EXPECT_GT(Evictions, 10u);
  EXPECT_GT(Faults, 1000u);
}

/// Every call to the device fails once, in the course of a random program.
/// What only a device has is lost only by a kernel that was cut short.
TEST(Regions, AnyFailureOfTheDeviceIsSurvived) {
  for (Coherence How : {Coherence::Eager, Coherence::Lazy}) {
    unsigned WithLosses = 0;
    for (unsigned Seed = 0; Seed < 4; ++Seed) {
      bool Injected = true;
      for (unsigned At = 1; Injected; At += 1 + At / 30) {
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
            Regions::Hold::Keep, Mine);
        break;
      default:
        B.launch(
            Salt % 2, {{{Range(), At, {}}, RangeSet(ByteRange{0, B.Size})}},
            [Salt](unsigned, uint64_t I) { return (I + Salt) % 5 < 3; }, Value,
            Regions::Hold::Keep, Mine);
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
