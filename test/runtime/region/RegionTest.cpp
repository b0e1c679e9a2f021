// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fake/FakeDevice.h"
#include "region/RegionFetch.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

/// A launch on a region of ten pages of ten bytes each, all of which may stay.
static LeasePart onTenPages(const RegionUse &Use) {
  Region R;
  R.Pages = RangeSet({0, 100});
  LeasePart Part;
  Part.Use = Use;
  Part.keepAll(R);
  return Part;
}

TEST(LeasePart, WholePagesAreNeededOfWhatIsRead) {
  EXPECT_EQ(onTenPages({RangeSet({12, 25}), {}, {}}).needed(10),
            RangeSet({10, 30}));
}

TEST(LeasePart, CoveredPagesAreNotNeeded) {
  const RangeSet Written({0, 50});
  EXPECT_TRUE(onTenPages({{}, Written, Written}).needed(10).empty());
  EXPECT_EQ(onTenPages({{}, Written, RangeSet({0, 25})}).needed(10),
            RangeSet({20, 50}));
}

TEST(LeasePart, OfLooseBytesNoneBesideThemAreNeeded) {
  LeasePart Part = onTenPages({RangeSet({12, 25}), {}, {}});
  Part.Loose = RangeSet({20, 30});
  EXPECT_EQ(Part.needed(10), RangeSet({10, 25}));
}

TEST(NewerBlocks, AreNeighboursAsFarAsOneBlockMayReach) {
  Region R;
  const uint64_t Half = LargestBlock / 2;
  auto Count = [&](uint64_t Begin, uint64_t End) {
    const NewerBlock Blocks[] = {{&R, nullptr, {Half, 2 * Half}},
                                 {&R, nullptr, {Begin, End}}};
    return neighbours(Blocks).size();
  };
  EXPECT_EQ(Count(2 * Half, 3 * Half), 2u);
  EXPECT_EQ(Count(2 * Half, 3 * Half + 1), 1u);
  EXPECT_EQ(Count(2 * Half + 1, 3 * Half), 1u);
  R.Loose.insert({2 * Half, 2 * Half + 8});
  EXPECT_EQ(Count(2 * Half, 3 * Half), 1u);
}

TEST(NewerBlocks, OfALaunchThatHasFailedAreNotFetched) {
  FakeWorld World;
  DeviceSlot Slot(std::make_unique<FakeDevice>(World, DeviceKind::Gpu), 0);
  auto Memory = Slot.device().allocate(128);
  ASSERT_TRUE(bool(Memory));
  RegionCopy On = {&Slot, Residence({0, 128}), 0, std::move(*Memory)};
  Region R;
  const NewerBlock Blocks[] = {{&R, &On, {0, 64}}, {&R, &On, {64, 128}}};
  char To[128];
  EXPECT_TRUE(fetchTogether(Blocks, To));
  PendingLaunches::Events Done;
  Done.push_back(
      std::make_unique<FakeEvent>(World, std::make_shared<FakeCommands>(), 0));
  On.LastLaunch = Slot.Launches.add(std::move(Done), nullptr);
  World.FailFrom = World.Calls + 1;
  EXPECT_FALSE(fetchTogether(Blocks, To));
}
