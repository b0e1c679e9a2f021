// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/LaunchShape.h"
#include "SiteBuilder.h"

#include <gtest/gtest.h>
#include <set>

using namespace twofold;
using namespace twofold::test;

namespace {

DeviceFacts facts(DeviceKind Kind) {
  DeviceFacts Out;
  Out.Kind = Kind;
  Out.ComputeUnits = 4;
  Out.MaxGroupSize = 1024;
  Out.LocalMemory = 48 << 10;
  Out.MaxItemSizes = {1024, 1024, 64};
  return Out;
}

struct Nest {
  SiteBuilder B;
  explicit Nest(std::vector<uint64_t> Dims, uint32_t Flags = 0) {
    for (uint64_t Trips : Dims)
      B.dim(0, 1, Trips);
    B.kernel("k", (Flags & TWOFOLD_KERNEL_LINEAR) ? 1 : uint32_t(Dims.size()),
             Flags);
    for (uint32_t R = 0; R < Dims.size(); ++R)
      B.kernelArg(TWOFOLD_ARG_FIRST, R, 8);
  }
  LaunchShape shape(DeviceKind Kind, size_t MaxGroup = 1024,
                    uint64_t MaxItems = LaunchShape::MaxItems) {
    return LaunchShape::make(B.site(), B.launch(), B.trips(), facts(Kind),
                             MaxGroup, /*Apart=*/false, MaxItems);
  }
};

using Sizes = std::array<size_t, 3>;

} // namespace

TEST(LaunchShape, GroupsByKindAndRank) {
  auto Local = [](std::vector<uint64_t> Dims, DeviceKind Kind) {
    return Nest(Dims).shape(Kind).Pieces.at(0).Range.Local;
  };
  EXPECT_EQ(Local({1000}, DeviceKind::Gpu), (Sizes{256, 1, 1}));
  EXPECT_EQ(Local({1000, 1000}, DeviceKind::Gpu), (Sizes{32, 8, 1}));
  EXPECT_EQ(Local({99, 99, 99}, DeviceKind::Gpu), (Sizes{32, 4, 2}));
  EXPECT_EQ(Local({1000, 1000}, DeviceKind::Cpu), (Sizes{64, 1, 1}));
}

TEST(LaunchShape, WishesAreFollowedWithinTheLimits) {
  auto With = [](Nest &N, DeviceKind Kind, const GroupShape &Wish,
                 size_t MaxGroup = 1024) {
    return LaunchShape::make(N.B.site(), N.B.launch(), N.B.trips(), facts(Kind),
                             MaxGroup, false, LaunchShape::MaxItems, {}, Wish);
  };
  Nest Plane({1000, 1000});
  GroupShape Square{{16, 16, 1}, 0};
  EXPECT_EQ(With(Plane, DeviceKind::Gpu, Square).Pieces.at(0).Range.Local,
            (Sizes{16, 16, 1}));
  Sizes Cut =
      With(Plane, DeviceKind::Gpu, Square, 100).Pieces.at(0).Range.Local;
  EXPECT_LE(Cut[0] * Cut[1] * Cut[2], 100u);
  // Dimensions that the kernel does not have stay empty.
  Nest Line({1000});
  EXPECT_EQ(With(Line, DeviceKind::Gpu, {{64, 4, 2}, 0}).Pieces[0].Range.Local,
            (Sizes{64, 1, 1}));
  Nest Linear({100000}, TWOFOLD_KERNEL_LINEAR);
  LaunchShape Many = With(Linear, DeviceKind::Gpu, {{128, 1, 1}, 16});
  EXPECT_EQ(Many.GroupSize, 128u);
  EXPECT_EQ(Many.Groups, 64u); // of 4 units
  LaunchShape Blocks = With(Linear, DeviceKind::Cpu, {{0, 0, 0}, 1});
  EXPECT_EQ(Blocks.Groups, 4u);
  EXPECT_EQ(Blocks.ItemTrips, 25000u);
}

TEST(LaunchShape, GlobalSizesAreRoundedUp) {
  LaunchShape S = Nest({10, 1000}).shape(DeviceKind::Gpu);
  ASSERT_EQ(S.Pieces.size(), 1u);
  EXPECT_EQ(S.Pieces[0].Range.Global, (Sizes{1024, 16, 1}));
}

TEST(LaunchShape, ShortInnerDimensionsGiveTheirShareAway) {
  LaunchShape S = Nest({600, 800, 3}).shape(DeviceKind::Gpu);
  Sizes Local = S.Pieces.at(0).Range.Local;
  EXPECT_EQ(Local[0], 4u);
  EXPECT_EQ(Local[0] * Local[1] * Local[2], 256u);
}

TEST(LaunchShape, LimitsAreKept) {
  for (size_t Limit : {1, 2, 48, 100}) {
    for (DeviceKind Kind : {DeviceKind::Cpu, DeviceKind::Gpu}) {
      Sizes Local =
          Nest({99, 99, 99}).shape(Kind, Limit).Pieces.at(0).Range.Local;
      EXPECT_LE(Local[0] * Local[1] * Local[2], Limit);
      EXPECT_GE(Local[0] * Local[1] * Local[2], 1u);
    }
  }
}

TEST(LaunchShape, LargeRangesAreSplit) {
  LaunchShape S = Nest({5, 1000}).shape(DeviceKind::Gpu, 1024, 300);
  std::set<std::pair<uint64_t, uint64_t>> Seen;
  for (const LaunchShape::Piece &P : S.Pieces)
    for (uint64_t Y = 0; Y < P.Range.Global[1]; ++Y)
      for (uint64_t X = 0; X < P.Range.Global[0]; ++X) {
        EXPECT_LE(P.Range.Global[0], 300u);
        if (P.First[0] + X < 1000 && P.First[1] + Y < 5)
          EXPECT_TRUE(Seen.insert({P.First[0] + X, P.First[1] + Y}).second);
      }
  EXPECT_EQ(Seen.size(), 5000u);
  EXPECT_GT(S.Pieces.size(), 1u);
}

TEST(LaunchShape, KernelsWithoutAFirstItemAreNotSplit) {
  SiteBuilder B;
  B.dim(0, 1, 1000);
  B.kernel("k", 1);
  LaunchShape S = LaunchShape::make(B.site(), B.launch(), 1000,
                                    facts(DeviceKind::Gpu), 1024, false, 300);
  ASSERT_EQ(S.Pieces.size(), 1u);
  EXPECT_EQ(S.Pieces[0].Range.Global[0], 1024u);
}

TEST(LaunchShape, InnerLoopsAreSharedOut) {
  auto Items = [](uint64_t Rows, DeviceKind Kind, bool Apart,
                  int64_t Last = 299) {
    SiteBuilder B;
    B.dim(0, 1, Rows);
    int Inner = B.axis({{0}}, {{Last}});
    B.kernel("k", 2);
    B.kernelRange(0, Inner);
    B.kernelRange(1, 0);
    LaunchShape S =
        LaunchShape::make(B.site(), B.launch(), Rows, facts(Kind), 1024, Apart);
    EXPECT_EQ(S.Pieces.size(), 1u);
    EXPECT_EQ(S.Apart, Apart);
    EXPECT_GE(S.Pieces[0].Range.Global[1], Rows);
    EXPECT_EQ(S.items(),
              S.Pieces[0].Range.Global[0] * S.Pieces[0].Range.Global[1]);
    return S.Pieces[0].Range.Global[0];
  };
  EXPECT_GE(Items(20, DeviceKind::Gpu, true), 300u);
  EXPECT_GE(Items(20, DeviceKind::Cpu, true), 300u);
  // Bases overlap: whole rows only.
  EXPECT_EQ(Items(20, DeviceKind::Gpu, false), 1u);
  // Enough rows for each core: they stay whole.
  EXPECT_EQ(Items(1000, DeviceKind::Cpu, true), 1u);
  EXPECT_GE(Items(1000, DeviceKind::Gpu, true), 300u);
  // An item for each round, or one for all of them: never less than all.
  EXPECT_GE(Items(20, DeviceKind::Gpu, true, 2999999), 3000000u);
  EXPECT_EQ(Items(20, DeviceKind::Gpu, true, int64_t(1) << 33), 1u);
}

TEST(LaunchShape, GroupsOfGpusHaveRows) {
  auto Shape = [](uint64_t Rows, DeviceKind Kind, bool Apart, int64_t Last,
                  size_t MaxGroup = 1024) {
    SiteBuilder B;
    B.dim(0, 1, Rows);
    int Inner = B.axis({{0}}, {{Last}});
    B.kernel("k", 1);
    B.kernelArg(TWOFOLD_ARG_ROWS, Inner, 32);
    GroupShape Wish;
    Wish.Items = {64, 1, 1}; // is for the other form
    return LaunchShape::make(B.site(), B.launch(), Rows, facts(Kind), MaxGroup,
                             Apart, LaunchShape::MaxItems, {}, Wish);
  };
  LaunchShape S = Shape(33, DeviceKind::Gpu, true, 63);
  EXPECT_EQ(S.Rows, 32u);
  EXPECT_EQ(S.Pieces.at(0).Range.Global[0], 2u * TWOFOLD_ROW_ITEMS);
  EXPECT_EQ(S.Pieces.at(0).Range.Local, (Sizes{TWOFOLD_ROW_ITEMS, 1, 1}));
  EXPECT_EQ(Shape(32, DeviceKind::Gpu, true, 63).Pieces[0].Range.Global[0],
            TWOFOLD_ROW_ITEMS);
  // Where all rows can have a group at once, each has its own.
  EXPECT_EQ(Shape(32, DeviceKind::Gpu, true, 511).Rows, 1u);
  EXPECT_EQ(Shape(32, DeviceKind::Gpu, true, 511).Pieces[0].Range.Global[0],
            32u * TWOFOLD_ROW_ITEMS);
  EXPECT_EQ(Shape(33, DeviceKind::Gpu, true, 511).Rows, 32u);
  EXPECT_EQ(Shape(32, DeviceKind::Gpu, true, 510).Rows, 32u);
  // Bases overlap; the rows are short; the group would be too large.
  EXPECT_EQ(Shape(33, DeviceKind::Gpu, false, 63).Rows, 0u);
  EXPECT_EQ(Shape(33, DeviceKind::Gpu, true, 62).Rows, 0u);
  EXPECT_EQ(Shape(33, DeviceKind::Gpu, true, 63, 255).Rows, 0u);
  EXPECT_EQ(Shape(33, DeviceKind::Cpu, true, 63).Rows, 0u);
}

TEST(LaunchShape, GroupsHaveColumnsWhereItemsAreFew) {
  auto Rows = [](uint64_t Columns, int64_t Rounds) {
    SiteBuilder B;
    B.dim(0, 1, Columns);
    int Inner = B.axis({{0}}, {{Rounds - 1}});
    B.kernel("k", 1);
    B.kernelArg(TWOFOLD_ARG_ROWS, Inner, 32 | TWOFOLD_ROWS_ACROSS);
    return LaunchShape::make(B.site(), B.launch(), Columns,
                             facts(DeviceKind::Gpu), 1024, true)
        .Rows;
  };
  EXPECT_EQ(Rows(1, 64), 8u);
  EXPECT_EQ(Rows(8, 100000), 8u); // none has a group of its own
  EXPECT_EQ(Rows(8, 63), 0u);
  EXPECT_EQ(Rows(128, 100000), 8u); // a group of 32 for each unit
  EXPECT_EQ(Rows(129, 100000), 32u);
  EXPECT_EQ(Rows(4096, 100000), 32u); // of four units
  EXPECT_EQ(Rows(4097, 100000), 0u);
}

TEST(LaunchShape, GpusRunPhasesWhereThatKeepsThemBusy) {
  auto Shape = [](uint64_t Rows, int64_t Columns, DeviceKind Kind,
                  bool Apart = true, uint32_t Flags = 0) {
    SiteBuilder B;
    B.dim(0, 1, Rows);
    int Inner = B.axis({{0}}, {{Columns - 1}});
    B.kernel("k", 1, TWOFOLD_KERNEL_LINEAR | Flags);
    const twofold_kernel_arg Along = {TWOFOLD_ARG_ROWS, uint32_t(Inner), 32},
                             Across = {TWOFOLD_ARG_ROWS, 0,
                                       32 | TWOFOLD_ROWS_ACROSS};
    twofold_kernel Phases[2] = {};
    Phases[0].args = &Along;
    Phases[1].args = &Across;
    for (twofold_kernel &P : Phases) {
      P.arg_count = P.rank = 1;
      P.flags = Flags;
    }
    Phases[1].flags |= TWOFOLD_KERNEL_TURNED;
    Phases[1].range[0] = uint32_t(Inner);
    B.phases(Phases);
    return LaunchShape::make(B.site(), B.launch(), Rows, facts(Kind), 1024,
                             Apart);
  };
  const LaunchShape S = Shape(1000, 65, DeviceKind::Gpu);
  EXPECT_TRUE(S.Pieces.empty());
  ASSERT_EQ(S.Phases.size(), 2u);
  EXPECT_EQ(S.Phases[0].Rows, 32u);
  EXPECT_EQ(S.Phases[0].Pieces[0].Range.Global[0], 32u * TWOFOLD_ROW_ITEMS);
  EXPECT_EQ(S.Phases[1].Rows, 8u);
  EXPECT_EQ(S.Phases[1].Pieces[0].Range.Global[0], 9u * TWOFOLD_ROW_ITEMS);
  EXPECT_EQ(S.items(), 32u * TWOFOLD_ROW_ITEMS);
  // An item each for the columns where there are few rows.
  const LaunchShape Few = Shape(63, 1000, DeviceKind::Gpu);
  ASSERT_EQ(Few.Phases.size(), 2u);
  EXPECT_EQ(Few.Phases[1].Rows, 0u);
  EXPECT_EQ(Few.Phases[1].Pieces[0].Range.Global[0], 1024u);
  // Few or no columns; bases overlap; what a CPU runs, unless it is told to.
  for (const LaunchShape &Other :
       {Shape(1000, 31, DeviceKind::Gpu), Shape(1000, 0, DeviceKind::Gpu),
        Shape(1000, 65, DeviceKind::Gpu, false),
        Shape(1000, 65, DeviceKind::Cpu)}) {
    EXPECT_TRUE(Other.Phases.empty());
    EXPECT_EQ(Other.Pieces.size(), 1u);
  }
  EXPECT_EQ(Shape(1000, 32, DeviceKind::Gpu).Phases.size(), 2u);
  const LaunchShape Told =
      Shape(10, 3, DeviceKind::Cpu, true, TWOFOLD_KERNEL_TILES);
  ASSERT_EQ(Told.Phases.size(), 2u);
  EXPECT_EQ(Told.Phases[1].Rows, 8u);
}

TEST(LaunchShape, GroupsHavePartsOfRows) {
  auto Shape = [](uint64_t Rows, int64_t Length, uint32_t Flags = 0,
                  DeviceKind Kind = DeviceKind::Gpu, size_t MaxGroup = 1024,
                  uint32_t Walked = 0) {
    SiteBuilder B;
    B.dim(0, 1, Rows);
    int Inner = B.axis({{0}}, {{Length - 1}});
    B.kernel("k", 1, Flags);
    B.kernelArg(TWOFOLD_ARG_ROWS, Inner, 8 | TWOFOLD_ROWS_ANY | Walked);
    return LaunchShape::make(B.site(), B.launch(), Rows, facts(Kind), MaxGroup,
                             true);
  };
  auto Items = [](const LaunchShape &S) {
    return S.Pieces.at(0).Range.Local[0];
  };
  // A long row has a group, which short ones share.
  const uint64_t Many = 100000;
  EXPECT_EQ(Shape(Many, 4096).Rows, 1u);
  EXPECT_EQ(Items(Shape(Many, 4096)), 256u);
  EXPECT_EQ(Shape(Many, 4096).Pieces[0].Range.Global[0], Many * 256);
  EXPECT_EQ(Shape(Many, 1024).Rows, 2u);
  EXPECT_EQ(Shape(Many, 64).Rows, 8u);
  EXPECT_EQ(Shape(Many, 63).Rows, 0u);
  EXPECT_EQ(Shape(Many + 1, 64).Pieces[0].Range.Global[0],
            (Many / 8 + 1) * 256);
  // Few rows get as many items as a group can have.
  EXPECT_EQ(Items(Shape(2, 1 << 20)), 1024u);
  EXPECT_EQ(Shape(2, 1 << 20).Rows, 1u);
  EXPECT_EQ(Items(Shape(2, 1 << 20, 0, DeviceKind::Gpu, 700)), 512u);
  EXPECT_EQ(Items(Shape(2, 300)), 256u);
  EXPECT_EQ(Shape(2, 300, 0, DeviceKind::Gpu, 255).Rows, 0u);
  // A CPU has an item for each row, unless it is told to.
  EXPECT_EQ(Shape(Many, 4096, 0, DeviceKind::Cpu).Rows, 0u);
  EXPECT_EQ(Shape(3, 1, TWOFOLD_KERNEL_TILES, DeviceKind::Cpu).Rows, 8u);
  // Where one item adds up, others are fewer; kept rows have 4096 elements.
  auto Walked = [&](uint64_t Rows, int64_t Length) {
    return Shape(Rows, Length, 0, DeviceKind::Gpu, 1024, TWOFOLD_ROWS_ACROSS);
  };
  EXPECT_EQ(Items(Walked(Many, 4096)), 128u);
  EXPECT_EQ(Walked(Many, 4096).Rows, 1u);
  EXPECT_EQ(Walked(Many, 1024).Rows, 2u);
  EXPECT_EQ(Walked(Many, 1023).Rows, 4u);
  EXPECT_EQ(Walked(Many, 64).Rows, 4u);
  EXPECT_EQ(Items(Walked(2, 1 << 20)), 1024u);
}

TEST(LaunchShape, SeveralGroupsShareALongRow) {
  auto Shape = [](uint64_t Rows, int64_t Length, uint32_t Flags = 0) {
    SiteBuilder B;
    B.dim(0, 1, Rows);
    int Inner = B.axis({{0}}, {{Length - 1}});
    B.kernel("k", 1, Flags);
    B.kernelArg(TWOFOLD_ARG_ROWS, Inner, 8 | TWOFOLD_ROWS_ANY);
    B.kernelArg(TWOFOLD_ARG_SHARED, 3);
    DeviceFacts Facts = facts(DeviceKind::Gpu);
    Facts.ComputeUnits = 132;
    return LaunchShape::make(B.site(), B.launch(), Rows, Facts, 1024, true);
  };
  // Eight groups for each unit; then one for each row.
  LaunchShape S = Shape(64, 1 << 22);
  EXPECT_EQ(S.Shares, 16u);
  EXPECT_EQ(S.Rows, 1u);
  EXPECT_EQ(S.SharedBytes, 64u * 16 * 3 * 8);
  ASSERT_EQ(S.Pieces.size(), 2u);
  EXPECT_EQ(S.Pieces[0].Range.Global[0], 64u * 16 * 256);
  EXPECT_EQ(S.Pieces[0].Range.Local[0], 256u);
  EXPECT_FALSE(S.Pieces[0].Joins);
  EXPECT_EQ(S.Pieces[1].Range.Global[0], 64u * 256);
  EXPECT_TRUE(S.Pieces[1].Joins);
  // Each is to have several rounds for each item.
  EXPECT_EQ(Shape(1, 1 << 22).Shares, 1024u);
  EXPECT_EQ(Shape(1, 1 << 16).Shares, 16u);
  // Rows that are short, or as many as the device has room for.
  for (const LaunchShape &Alone :
       {Shape(64, (1 << 16) - 1), Shape(264, 1 << 22)}) {
    EXPECT_EQ(Alone.Shares, 1u);
    EXPECT_EQ(Alone.SharedBytes, 0u);
    EXPECT_EQ(Alone.Pieces.size(), 1u);
    EXPECT_EQ(Alone.Rows, 1u);
  }
  EXPECT_EQ(Shape(3, 512, TWOFOLD_KERNEL_TILES).Shares, 2u);
}

TEST(LaunchShape, GroupsOfGpusComputeTiles) {
  auto Shape = [](uint64_t Rows, uint64_t Columns, DeviceKind Kind, bool Apart,
                  uint32_t Flags = 0, size_t MaxGroup = 1024,
                  uint64_t Memory = TWOFOLD_TILE_BYTES) {
    SiteBuilder B;
    B.dim(0, 1, Rows);
    int Inner = B.axis({{0}}, {{int64_t(Columns) - 1}});
    B.kernel("k", 2, Flags);
    B.kernelRange(0, Inner);
    B.kernelRange(1, 0);
    B.kernelArg(TWOFOLD_ARG_TILE, 128, TWOFOLD_TILE_SIZE(128, 64));
    B.kernelArg(TWOFOLD_ARG_TILE, 64, TWOFOLD_TILE_SIZE(64, 64));
    B.kernelArg(TWOFOLD_ARG_TILE, 32, TWOFOLD_TILE_SIZE(32, 16));
    DeviceFacts Facts = facts(Kind);
    Facts.LocalMemory = Memory;
    return LaunchShape::make(B.site(), B.launch(), Rows, Facts, MaxGroup,
                             Apart);
  };
  // A group for each of the four units.
  LaunchShape S = Shape(257, 130, DeviceKind::Gpu, true);
  EXPECT_EQ(S.TileColumns, 128u);
  ASSERT_EQ(S.Pieces.size(), 1u);
  EXPECT_EQ(S.Pieces[0].Range.Local, (Sizes{256, 1, 1}));
  EXPECT_EQ(S.Pieces[0].Range.Global, (Sizes{2 * 256, 3, 1}));
  // Too few large tiles; or the group would be too large.
  S = Shape(130, 65, DeviceKind::Gpu, true);
  EXPECT_EQ(S.TileColumns, 64u);
  EXPECT_EQ(S.Pieces[0].Range.Local, (Sizes{64, 1, 1}));
  EXPECT_EQ(S.Pieces[0].Range.Global, (Sizes{2 * 64, 3, 1}));
  EXPECT_EQ(Shape(257, 130, DeviceKind::Gpu, true, 0, 255).TileColumns, 64u);
  EXPECT_EQ(Shape(257, 130, DeviceKind::Gpu, true, 0, 63).TileColumns, 0u);
  // So few of these that items have fewer sums each.
  S = Shape(64, 96, DeviceKind::Gpu, true);
  EXPECT_EQ(S.TileColumns, 32u);
  EXPECT_EQ(S.Pieces[0].Range.Local, (Sizes{64, 1, 1}));
  EXPECT_EQ(S.Pieces[0].Range.Global, (Sizes{3 * 64, 2, 1}));
  // Few tiles of any size; they would be empty; bases overlap; no memory.
  EXPECT_EQ(Shape(32, 32, DeviceKind::Gpu, true).TileColumns, 0u);
  EXPECT_EQ(Shape(1000, 15, DeviceKind::Gpu, true).TileColumns, 0u);
  EXPECT_EQ(Shape(257, 130, DeviceKind::Gpu, false).TileColumns, 0u);
  EXPECT_EQ(
      Shape(257, 130, DeviceKind::Gpu, true, 0, 1024, TWOFOLD_TILE_BYTES - 1)
          .TileColumns,
      0u);
  // A CPU has caches for that, but may be made to.
  EXPECT_EQ(Shape(257, 130, DeviceKind::Cpu, true).TileColumns, 0u);
  EXPECT_EQ(
      Shape(1, 1, DeviceKind::Cpu, true, TWOFOLD_KERNEL_TILES).TileColumns,
      32u);
}

TEST(LaunchShape, ItemsOfCpusComputeTiles) {
  auto Shape = [](uint64_t Rows, uint64_t Columns, uint32_t Units = 2,
                  uint32_t Flags = 0, DeviceKind Kind = DeviceKind::Cpu,
                  bool Apart = true, uint64_t Memory = TWOFOLD_BLOCK_BYTES) {
    SiteBuilder B;
    B.dim(0, 1, Rows);
    int Inner = B.axis({{0}}, {{int64_t(Columns) - 1}});
    B.kernel("k", 2, TWOFOLD_KERNEL_BLOCKS | Flags);
    B.kernelRange(0, Inner);
    B.kernelRange(1, 0);
    B.kernelArg(TWOFOLD_ARG_TILE, 64, TWOFOLD_TILE_SIZE(128, 64));
    B.kernelArg(TWOFOLD_ARG_TILE, 32, TWOFOLD_TILE_SIZE(32, 16));
    DeviceFacts Facts = facts(Kind);
    Facts.ComputeUnits = Units;
    Facts.LocalMemory = Memory;
    return LaunchShape::make(B.site(), B.launch(), Rows, Facts, 1024, Apart);
  };
  // All items have as many rows, in steps.
  LaunchShape S = Shape(500, 130);
  EXPECT_EQ(S.TileColumns, 64u);
  EXPECT_EQ(S.TileRows, 168u);
  ASSERT_EQ(S.Pieces.size(), 1u);
  EXPECT_EQ(S.Pieces[0].Range.Local, (Sizes{1, 1, 1}));
  EXPECT_EQ(S.Pieces[0].Range.Global, (Sizes{3, 3, 1}));
  EXPECT_EQ(Shape(7, 16).TileRows, 12u);
  // Fewer rows where there would be too few tiles, but no less than some.
  EXPECT_EQ(Shape(192, 64).TileRows, 48u);
  EXPECT_EQ(Shape(192, 64, 1).TileRows, 96u);
  EXPECT_EQ(Shape(192, 64, 64).TileRows, 48u);
  EXPECT_EQ(Shape(192, 64, 64).Pieces[0].Range.Global, (Sizes{1, 4, 1}));
  // Nearly empty ones; bases overlap; groups compute them; no such form; no
  // room for them.
  EXPECT_EQ(Shape(500, 15).TileColumns, 0u);
  EXPECT_EQ(Shape(3, 500).TileColumns, 0u);
  EXPECT_EQ(Shape(500, 130, 2, 0, DeviceKind::Cpu, false).TileColumns, 0u);
  EXPECT_EQ(Shape(500, 130, 2, TWOFOLD_KERNEL_TILES).TileRows, 1u);
  EXPECT_EQ(Shape(500, 130, 2, 0, DeviceKind::Gpu).TileRows, 1u);
  EXPECT_EQ(
      Shape(500, 130, 2, 0, DeviceKind::Cpu, true, TWOFOLD_BLOCK_BYTES - 1)
          .TileColumns,
      0u);
}

TEST(LaunchShape, ItemsRunSeveralNeighboursWhereThereAreMany) {
  auto Shape = [](std::vector<uint64_t> Dims, DeviceKind Kind,
                  uint64_t MaxItems = LaunchShape::MaxItems) {
    Nest N(Dims);
    N.B.kernelArg(TWOFOLD_ARG_WIDTH, 4);
    return N.shape(Kind, 1024, MaxItems);
  };
  constexpr uint64_t Many = 4 * 4096 * 4; // of 4 units, 4 an item
  LaunchShape Wide = Shape({Many + 1}, DeviceKind::Gpu);
  EXPECT_EQ(Wide.Width, 4u);
  EXPECT_EQ(Wide.Pieces.at(0).Range.Global[0], Many / 4 + 256);
  EXPECT_EQ(Shape({Many - 1}, DeviceKind::Gpu).Width, 1u);
  EXPECT_EQ(Shape({Many}, DeviceKind::Cpu).Width, 4u);
  // Short rows have none to spare; the rank's first dimension is not theirs.
  EXPECT_EQ(Shape({Many, 127}, DeviceKind::Gpu).Width, 1u);
  LaunchShape Plane = Shape({Many, 128}, DeviceKind::Gpu);
  EXPECT_EQ(Plane.Width, 4u);
  EXPECT_EQ(Plane.Pieces.at(0).Range.Global[0], 32u);
  EXPECT_EQ(Plane.Pieces.at(0).Range.Global[1], Many);
  // Planes of the last dimension, whose rows stay what they are.
  Nest Grid({130, 128, Many / 1024});
  Grid.B.kernelArg(TWOFOLD_ARG_WIDTH, 4, 2);
  LaunchShape Solid = Grid.shape(DeviceKind::Gpu);
  EXPECT_EQ(Solid.Width, 4u);
  EXPECT_EQ(Solid.Pieces.at(0).Range.Global,
            (Sizes{Many / 1024, 128, 34})); // 130 / 4, in groups of 2
  // Pieces count items.
  LaunchShape Split = Shape({Many}, DeviceKind::Gpu, Many / 8);
  ASSERT_EQ(Split.Pieces.size(), 2u);
  EXPECT_EQ(Split.Pieces[1].First[0], Many / 8);
  // Without the parameter there is nothing to tell.
  EXPECT_EQ(Nest({Many}).shape(DeviceKind::Gpu).Width, 1u);
}

TEST(LaunchShape, LinearKernelsVisitEverythingOnce) {
  for (DeviceKind Kind : {DeviceKind::Cpu, DeviceKind::Gpu})
    for (uint64_t Trips : {1, 3, 16, 17, 255, 257, 100000}) {
      LaunchShape S = Nest({Trips}, TWOFOLD_KERNEL_LINEAR).shape(Kind);
      ASSERT_EQ(S.Pieces.size(), 1u);
      EXPECT_EQ(S.Pieces[0].Range.Global[0], S.Groups * S.GroupSize);
      EXPECT_LE(S.Groups, Kind == DeviceKind::Cpu ? 16u : 32u);
      std::vector<int> Seen(Trips);
      for (uint64_t T = 0; T < S.Groups * S.GroupSize; ++T)
        for (uint64_t K = 0; K < S.ItemTrips; ++K)
          if (uint64_t I = T * S.ItemStep + K * S.Stride; I < Trips)
            ++Seen[I];
      EXPECT_EQ(Seen, std::vector<int>(Trips, 1));
    }
}

TEST(LaunchShape, LocalMemoryLimitsTheGroup) {
  Nest N({100000}, TWOFOLD_KERNEL_LINEAR);
  double Large[100];
  uint32_t R = N.B.result(Large, sizeof Large, TWOFOLD_RESULT_REDUCTION);
  N.B.kernelArg(TWOFOLD_ARG_LOCAL, R, sizeof Large);
  LaunchShape S = N.shape(DeviceKind::Gpu);
  EXPECT_EQ(S.GroupSize, 32u);
  EXPECT_LE(S.GroupSize * sizeof Large, size_t(48) << 10);
}
