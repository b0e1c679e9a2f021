// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "region/RegionFetch.h"

#include <gtest/gtest.h>

using namespace twofold;

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
