// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionTurnTest.cpp - who waits for regions, and comes first --------===//
#include "region/RegionTurn.h"
#include "ExampleLoop.h"
#include "fake/FakeDevice.h"
#include "region/LazyBench.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>

using namespace twofold;
using namespace twofold::test;

TEST(RegionTurn, IsOfWhoWaitsForLongest) {
  RegionTurns All;
  RegionTurns::Turn First(All), Second(All), Third(All);
  EXPECT_FALSE(All.takes({0, 100}, false));
  First.take(ByteRange{0, 50}, false);
  Second.take(ByteRange{40, 60}, false);
  Third.take(ByteRange{200, 300}, true);
  // Who does not wait comes last.
  EXPECT_TRUE(All.takes({10, 20}, false));
  EXPECT_TRUE(All.takes({55, 70}, true));
  EXPECT_FALSE(All.takes({60, 200}, false));
  // Readers do not wait for each other.
  EXPECT_FALSE(All.takes({250, 260}, true));
  EXPECT_TRUE(All.takes({250, 260}, false));
  EXPECT_FALSE(All.takes({0, 50}, false, &First));
  EXPECT_TRUE(All.takes({40, 60}, false, &Second));
  // It keeps its turn when it needs something else.
  First.take(ByteRange{50, 55}, false);
  EXPECT_TRUE(All.takes({50, 60}, false, &Second));
  EXPECT_TRUE(First.leave());
  EXPECT_FALSE(First.leave());
  EXPECT_FALSE(All.takes({40, 60}, false, &Second));
  EXPECT_TRUE(All.takes({40, 60}, false, &Third));
}

/// A thread that launches without end leaves others their turn.
TEST(RegionTurn, AThreadThatOnlyLaunchesLetsOthersLook) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(1 << 16);
  std::atomic<bool> Stop{false};
  std::atomic<unsigned> Calls{0};
  std::thread Launches([&] {
    while (!Stop) {
      On.R->run(Loop.B.site(), Loop.B.launch(), Loop.B.trips());
      ++Calls;
    }
  });
  while (!Calls)
    std::this_thread::yield();
  const uint64_t Begin = uint64_t(uintptr_t(Loop.y.data()));
  for (int Look = 0; Look < 100; ++Look) {
    On.R->regions().sync({Begin, Begin + Loop.y.size() * 8});
    On.R->beginFork();
    On.R->endFork();
  }
  Stop = true;
  Launches.join();
  EXPECT_GT(Calls, 0u);
  On.forget(Loop);
}

/// A launch that comes back does not overtake one that waits.
TEST(RegionTurn, IsOfTheLaunchThatWaitsForRegions) {
  FakeWorld World;
  DeviceSlot Slot(std::make_unique<FakeDevice>(World, DeviceKind::Gpu), 0);
  SplitGuard Guard(64);
  RegionTable Table(Guard);
  const RangeSet Bytes({4096, 8192});
  const std::vector<RegionNeed> Needs = {{Bytes.hull(), {{}, Bytes, {}}, {}}};
  RegionTable::Locked Lock = Table.lock();
  LeasePart Mine = Table.lockAll(Needs, Slot, true, Lock).Groups[0].Part;
  Mine.Number = Mine.Of->Number;
  bool Asks = false;
  std::thread Second([&] {
    RegionTable::Locked Its = Table.lock();
    Asks = true;
    const LeasePlan Plan = Table.lockAll(Needs, Slot, true, Its);
    Table.letGo(*Plan.Groups[0].Part.Of, false);
  });
  while (!Asks) {
    Lock.unlock();
    std::this_thread::yield();
    Lock.lock();
  }
  Table.letGo(*Mine.Of, false);
  const bool Overtakes = Table.lockAgain({Mine});
  EXPECT_FALSE(Overtakes);
  if (Overtakes)
    Table.letGo(*Mine.Of, false);
  Table.notify();
  Lock.unlock();
  Second.join();
  Lock.lock();
  EXPECT_TRUE(Table.lockAgain({Mine}));
  Table.letGo(*Mine.Of, false);
}

/// Who wants to be alone while another thread is waits for its end instead.
TEST(RegionTurn, OneThreadAtATimeIsAlone) {
  SplitGuard Guard(64);
  RegionTable Table(Guard);
  RegionTable::Locked Lock = Table.lock();
  ASSERT_TRUE(Table.beAlone(Lock));
  bool Asks = false, WasAlone = true;
  std::thread Second([&] {
    RegionTable::Locked Its = Table.lock();
    Asks = true;
    WasAlone = Table.beAlone(Its);
  });
  while (!Asks) {
    Lock.unlock();
    std::this_thread::yield();
    Lock.lock();
  }
  Table.endAlone();
  Lock.unlock();
  Second.join();
  EXPECT_FALSE(WasAlone);
  EXPECT_FALSE(Table.isSomebodyAlone());
}
