// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionsTest.cpp - data that stays on devices -----------------------===//
#include "region/RegionBench.h"

#include <gtest/gtest.h>

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

/// One fault, one wait for the device, one change of the pages.
TEST(Regions, NeighboursComeHomeTogether) {
  RegionBench B;
  for (uint64_t At : {0, 128, 192, 512})
    B.writes(0, {At, At + 64}, int(At));
  EXPECT_EQ(B.All->count(), 4u);
  const unsigned Before = B.Guard->Calls;
  B.expectRead({0, 1});
  EXPECT_EQ(B.All->counters().Faults, 1u);
  EXPECT_EQ(B.World.Read, 3 * 64u);
  // The first one has nothing of the others beside it.
  EXPECT_EQ(B.Guard->Calls, Before + 2);
  EXPECT_EQ(B.Guard->access(B.Host + 192), Access::ReadOnly);
  EXPECT_EQ(B.Guard->access(B.Host + 512), Access::None);
  B.expectRead({0, 1024});
  B.reads(0, {0, 1024});
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
  // The buffers that it had before serve the next one.
  const unsigned Made = B.World.Allocations;
  B.writes(0, {2048, 3072}, 4);
  EXPECT_EQ(B.World.Allocations, Made);
  EXPECT_EQ(B.All->count(), 2u);
  B.expectRead({2048, 3072});
  // A view of it.
  B.updates(0, {640, 704}, 3);
  EXPECT_EQ(B.All->count(), 2u);
  EXPECT_EQ(B.World.Written, 0u);
  B.expectRead({0, 4096});
}

/// Whichever call of the driver fails, a copy under way among them.
TEST(Regions, AMergeThatFailsKeepsWhatTheRegionsHad) {
  for (unsigned At = 1, Failed = 1; Failed; ++At) {
    RegionBench B;
    B.writes(0, {0, 1024}, 1);
    B.writes(0, {1024, 2048}, 2);
    B.World.FailAt = B.World.Calls + At;
    B.reads(0, {512, 1536});
    B.expectRead({0, 2048});
    Failed = B.World.Failed;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "failure " << At;
  }
}

TEST(Regions, AMergeWithoutRoomGoesByWayOfTheHost) {
  RegionBench B;
  B.writes(0, {0, 1024}, 1);
  B.writes(0, {1024, 2048}, 2);
  B.World.Capacity = B.World.LiveBytes + 1024;
  EXPECT_TRUE(B.reads(0, {512, 1536}));
  EXPECT_EQ(B.All->count(), 1u);
  EXPECT_EQ(B.World.Copied, 0u);
  B.expectRead({0, 2048});
}

TEST(Regions, NeighboursComeHomeThoughTheDriverFailsOnce) {
  for (unsigned At = 1, Failed = 1; Failed; ++At) {
    RegionBench B;
    B.writes(0, {0, 64}, 1);
    B.writes(0, {64, 128}, 2);
    B.World.FailAt = B.World.Calls + At;
    B.expectRead({0, 128});
    Failed = B.World.Failed;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "failure " << At;
  }
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

/// What gives way on one device, where it is old, stays on the one that has
/// newer bytes.
TEST(Regions, WhatGivesWayStaysOnAnotherDevice) {
  RegionBench B(Coherence::Lazy, 1 << 16);
  static_cast<FakeDevice &>(B.Slots[0]->device()).editFacts().GlobalMemory =
      32768;
  B.reads(0, {0, 8192});
  B.writes(1, {0, 8192}, 1);
  for (uint64_t I = 1; I < 5; ++I)
    B.updates(0, {I * 8192, I * 8192 + 8192}, int(I));
  EXPECT_EQ(B.All->where(B.at({0, 8192})).Devices.size(), 1u);
  const uint64_t Sent = B.World.Written;
  EXPECT_TRUE(B.reads(1, {0, 8192}));
  EXPECT_EQ(B.World.Written, Sent);
}

/// What a scope has left beside pages comes home for whoever knows no scope.
TEST(Regions, ALaunchOutsideOfAScopeLeavesWholePages) {
  RegionBench B;
  const ByteRange Range = {10, 500};
  B.launch(
      0, {{{{}, Range, Range}, Range}}, [](unsigned, uint64_t) { return true; },
      [](uint64_t I) { return int(I) * 3; }, Regions::Keep::All);
  EXPECT_TRUE(B.reads(0, Range));
  B.expectRead({0, 4096});
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

TEST(Regions, WhatIsForgottenAtAnEndIsNoPartOfTheRegion) {
  for (ByteRange Freed : {ByteRange{0, 512}, {512, 1024}}) {
    RegionBench B;
    B.writes(0, {0, 1024}, 1);
    B.All->forget(B.at(Freed));
    B.write(Freed, [](uint64_t At) { return int(At); });
    B.writes(0, {Freed.Begin + 128, Freed.End - 128}, 2);
    EXPECT_EQ(B.All->count(), 2u);
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

/// However many there are: the guard looks at each once, changes its protection
/// twice for the first launch and not at all for those after it.
TEST(Regions, AnArrayTakesNoMoreWhereThereAreMany) {
  constexpr uint64_t Array = 4 * FakeGuard::PageBytes, Arrays = 500;
  RegionBench B(Coherence::Lazy, Arrays * Array);
  for (int Round = 0; Round < 3; ++Round)
    for (uint64_t I = 0; I < Arrays; ++I) {
      const unsigned Looks = B.Guard->Looks, Calls = B.Guard->Calls;
      B.updates(0, {I * Array, (I + 1) * Array}, Round);
      ASSERT_EQ(B.Guard->Looks - Looks, Round ? 0u : 1u) << I;
      ASSERT_EQ(B.Guard->Calls - Calls, Round ? 0u : 2u) << I;
    }
  EXPECT_EQ(B.All->count(), Arrays);
  // Neighbours come home at once.
  const unsigned Calls = B.Guard->Calls;
  B.expectRead({0, Arrays * Array});
  EXPECT_LE(B.Guard->Calls - Calls, Arrays);
}

TEST(Regions, PlacesOfDataAreTold) {
  RegionBench B;
  const std::vector<RegionNeed> Needs = {
      {B.at({0, 1024}), {B.at(RangeSet({0, 1024})), {}, {}}, {}}};
  auto Place = [&](unsigned Device) {
    return B.All->places(Needs, B.Slots[Device].get()).front();
  };
  EXPECT_EQ(Place(0).Sent, 1024u);
  EXPECT_EQ(Place(0).OnDevice, 0u);
  EXPECT_EQ(Place(0).SentEachTime, 1024u);
  B.writes(0, {0, 512}, 1);
  EXPECT_EQ(Place(0).OnDevice, 512u);
  EXPECT_EQ(Place(0).Hidden, 512u);
  EXPECT_EQ(Place(0).SentEachTime, 512u);
  EXPECT_EQ(Place(1).OnDevice, 0u);
  EXPECT_EQ(Place(1).Hidden, 512u);
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

TEST(Regions, LittleIsSentFromACopy) {
  constexpr uint64_t Size = 512 << 10;
  RegionBench On(Coherence::Lazy, Size, 1);
  DeviceSlot &Slot = *On.Slots[0];
  std::lock_guard<OwnedMutex> Lock(Slot.Lock);
  ASSERT_TRUE(bool(Slot.openCommands()));
  const auto Send = [&](ByteRange What, bool MayLeave, bool IsCopied) {
    const ByteRange Range = On.at(What);
    auto Lease = On.All->acquire({{Range, {Range, {}, {}}, Range}}, Slot);
    ASSERT_TRUE(bool(Lease));
    Lease->MayLeave = MayLeave;
    ASSERT_TRUE(bool(Lease->prepare(*Slot.Commands, 0)));
    EXPECT_EQ(Lease->sentCopies(), IsCopied);
    const PendingLaunches::Kept Copies = Lease->takeCopies();
    EXPECT_EQ(Copies != nullptr, IsCopied);
    ASSERT_TRUE(bool(Slot.Commands->finish()));
    Lease->commit();
  };
  Send({0, 64 << 10}, false, false);
  Send({64 << 10, 128 << 10}, true, true);
  Send({128 << 10, Size}, true, false);
  // A little of much.
  On.write({4 << 10, 5 << 10}, [](uint64_t B) { return int(B); });
  Send({0, Size}, true, true);
}

/// The host gets what the launch may have to be undone to; the device keeps its
/// bytes, and needs none.
TEST(Regions, WhatMayBeUndoneComesHomeAndStays) {
  RegionBench On;
  On.updates(0, {0, 1024}, 1);
  DeviceSlot &Slot = *On.Slots[0];
  std::lock_guard<OwnedMutex> Lock(Slot.Lock);
  const RegionUse Use = {{}, On.at(RangeSet({0, 1024})), {}};
  auto Lease =
      On.All->acquire({{On.at({0, 1024}), Use, On.at({0, 1024})}}, Slot);
  ASSERT_TRUE(bool(Lease));
  ASSERT_TRUE(bool(Lease->prepare(*Slot.Commands, 0, Regions::Undo::All)));
  EXPECT_EQ(Lease->BytesToDevice, 0u);
  EXPECT_EQ(On.World.Read, 1024u);
  EXPECT_EQ(On.Guard->access(On.Host), Access::ReadOnly);
  Lease->abort(false, true);
}

TEST(Regions, WhatAFailedLaunchWasSentIsOpenAgain) {
  RegionBench On;
  DeviceSlot &Slot = *On.Slots[0];
  std::lock_guard<OwnedMutex> Lock(Slot.Lock);
  ASSERT_TRUE(bool(Slot.openCommands()));
  const ByteRange All = On.at({0, 1024});
  auto Lease = On.All->acquire({{All, {All, {}, {}}, All}}, Slot);
  ASSERT_TRUE(bool(Lease));
  ASSERT_TRUE(bool(Lease->prepare(*Slot.Commands, 0)));
  EXPECT_EQ(On.Guard->access(On.Host), Access::ReadOnly);
  ASSERT_TRUE(bool(Slot.Commands->finish()));
  Lease->abort(false, true);
  EXPECT_TRUE(On.Guard->allOpen());
}

/// Nothing has been done to what an earlier one has left there.
TEST(Regions, ALaunchThatDoesNotStartLeavesResultsThere) {
  RegionBench On;
  On.updates(0, {0, 1024}, 1);
  DeviceSlot &Slot = *On.Slots[0];
  {
    std::lock_guard<OwnedMutex> Lock(Slot.Lock);
    const RangeSet All(On.at({0, 1024}));
    auto Lease = On.All->acquire({{All.hull(), {All, All, {}}, All}}, Slot);
    ASSERT_TRUE(bool(Lease));
    ASSERT_TRUE(bool(Lease->prepare(*Slot.Commands, 0)));
  }
  EXPECT_TRUE(On.Lost.empty());
  EXPECT_EQ(On.World.Read, 0u);
  EXPECT_EQ(On.Guard->access(On.Host), Access::None);
}

TEST(Regions, PrefetchedBytesTakeNoMoreThanTheirRange) {
  RegionBench B;
  ASSERT_TRUE(bool(B.All->prefetch(B.at({0, B.Size}), *B.Slots[0])));
  EXPECT_EQ(B.All->deviceBytes(), B.Size);
}

/// Nothing would end it: scopes end what their loops have touched.
TEST(Regions, AnArrayThatNoIterationTouchesHasNoRegion) {
  RegionBench On;
  On.All->setOwners([](uint64_t) { return ByteRange(); }, {});
  EXPECT_TRUE(On.launch(
      0, {{{}, ByteRange{16, 56}}}, [](unsigned, uint64_t) { return false; },
      [](uint64_t) { return 0; }, Regions::Keep::All));
  EXPECT_TRUE(On.All->idle());
}
