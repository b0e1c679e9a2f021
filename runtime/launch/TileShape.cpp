// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/TileShape.h"
#include "bytes/AffineForm.h"

#include <algorithm>
#include <array>
#include <optional>

using namespace twofold;

using Sizes = std::array<size_t, 3>;

/// How many columns, rows and others tiles are made of, which count in 32 bits.
/// Nothing: there are none, or more.
static std::optional<std::array<uint64_t, 3>>
tileTrips(const twofold_site &Site, const twofold_launch &Launch) {
  const twofold_kernel &Kernel = *Site.kernel;
  std::array<uint64_t, 3> Trips = {1, 1, 1};
  for (uint32_t R = 0; R < Kernel.rank; ++R) {
    if (Kernel.range[R] < Site.rank) {
      Trips[R] = Launch.dims[Kernel.range[R]].trips;
    } else {
      const auto Most = IterationSpace(Site, Launch).mostTrips(Kernel.range[R]);
      if (!Most || *Most < 1 || *Most > LaunchShape::MaxItems)
        return std::nullopt;
      Trips[R] = *Most;
    }
  }
  if (*std::max_element(Trips.begin(), Trips.end()) > LaunchShape::MaxItems)
    return std::nullopt;
  return Trips;
}

/// The size of the tiles that groups compute, if there are as many of them as
/// keep the device busy.
static const twofold_kernel_arg *tileOf(const twofold_site &Site,
                                        const twofold_launch &Launch,
                                        const DeviceFacts &Facts,
                                        uint64_t MaxGroupSize, Sizes &Tiles) {
  const twofold_kernel &Kernel = *Site.kernel;
  const bool Any = Kernel.flags & TWOFOLD_KERNEL_TILES;
  if ((Facts.Kind != DeviceKind::Gpu && !Any) ||
      Facts.LocalMemory < TWOFOLD_TILE_BYTES)
    return nullptr;
  const auto Counted = tileTrips(Site, Launch);
  if (!Counted)
    return nullptr;
  const std::array<uint64_t, 3> &Trips = *Counted;
  const uint64_t Units = Any ? 2 : std::max(Facts.ComputeUnits, 1u);
  const twofold_kernel_arg *Best = nullptr;
  for (uint32_t I = 0; I < Kernel.arg_count; ++I) {
    const twofold_kernel_arg &Arg = Kernel.args[I];
    if (Arg.kind != TWOFOLD_ARG_TILE)
      continue;
    const uint64_t Items = TWOFOLD_TILE_ITEMS(Arg.index, Arg.size);
    const uint32_t Rows = Arg.size & 0xffff;
    const Sizes Here = {size_t((Trips[0] - 1) / Arg.index + 1),
                        size_t((Trips[1] - 1) / Rows + 1), size_t(Trips[2])};
    const Wide All = Wide(Here[0]) * Here[1] * Here[2];
    // Smaller tiles read more, but half of the units are worth that.
    const bool Busy =
        All >= Units / 2 && Trips[0] >= Arg.index / 2 && Trips[1] >= Rows / 2;
    if (MaxGroupSize < Items || !(Any || Busy) ||
        Here[0] > LaunchShape::MaxItems / Items)
      continue;
    // A smaller size is taken where larger ones leave many units idle.
    if (Best && Wide(Tiles[0]) * Tiles[1] * Tiles[2] * 4 >= Wide(Units) * 3)
      continue;
    Best = &Arg;
    Tiles = Here;
  }
  return Best;
}

static void shapeGroups(LaunchShape &Out, const twofold_kernel &Kernel,
                        const twofold_kernel_arg &Tile, const Sizes &Tiles) {
  const size_t Items = TWOFOLD_TILE_ITEMS(Tile.index, Tile.size);
  LaunchShape::Piece Piece;
  Piece.First = {0, 0, 0};
  Piece.Range.Rank = Kernel.rank;
  Piece.Range.Global = {Tiles[0] * Items, Tiles[1], Tiles[2]};
  Piece.Range.Local = {Items, 1, 1};
  Out.TileColumns = Tile.index;
  Out.Pieces.push_back(Piece);
}

/// On a CPU an item computes a tile by itself: of many rows, each of which
/// reads again what was put in order for all of them, but of fewer where that
/// leaves units without any. Nothing for tiles that would be nearly empty.
static bool shapeBlocks(LaunchShape &Out, const twofold_site &Site,
                        const twofold_launch &Launch,
                        const DeviceFacts &Facts) {
  constexpr uint64_t Columns = TWOFOLD_BLOCK_COLUMNS, Step = TWOFOLD_BLOCK_STEP,
                     FewestColumns = 16, FewestRows = 4, UsualRows = 48,
                     TilesEachUnit = 2;
  const twofold_kernel &Kernel = *Site.kernel;
  if (Facts.Kind != DeviceKind::Cpu ||
      Facts.LocalMemory < TWOFOLD_BLOCK_BYTES ||
      !(Kernel.flags & TWOFOLD_KERNEL_BLOCKS) ||
      (Kernel.flags & TWOFOLD_KERNEL_TILES))
    return false;
  const auto Trips = tileTrips(Site, Launch);
  if (!Trips || (*Trips)[0] < FewestColumns || (*Trips)[1] < FewestRows)
    return false;
  const Wide Others = Wide(((*Trips)[0] - 1) / Columns + 1) * (*Trips)[2],
             Wanted = Wide(std::max(Facts.ComputeUnits, 1u)) * TilesEachUnit;
  auto TilesOf = [&](uint64_t Rows) { return ((*Trips)[1] - 1) / Rows + 1; };
  uint64_t Rows = TWOFOLD_BLOCK_ROWS;
  while (Rows > UsualRows && Others * TilesOf(Rows) < Wanted)
    Rows /= 2;
  // As many for each item.
  Rows = ((*Trips)[1] - 1) / TilesOf(Rows) + 1;
  Rows = (Rows + Step - 1) / Step * Step;
  for (uint32_t I = 0; I < Kernel.arg_count && !Out.TileColumns; ++I)
    if (Kernel.args[I].kind == TWOFOLD_ARG_TILE)
      Out.TileColumns = Kernel.args[I].index;
  Out.TileRows = Rows;
  LaunchShape::Piece Piece;
  Piece.First = {0, 0, 0};
  Piece.Range.Rank = Kernel.rank;
  Piece.Range.Global = {size_t(((*Trips)[0] - 1) / Columns + 1),
                        size_t(TilesOf(Rows)), size_t((*Trips)[2])};
  Piece.Range.Local = {1, 1, 1};
  Out.Pieces.push_back(Piece);
  return true;
}

bool twofold::shapeTiles(LaunchShape &Out, const twofold_site &Site,
                         const twofold_launch &Launch, const DeviceFacts &Facts,
                         uint64_t MaxGroupSize) {
  if (shapeBlocks(Out, Site, Launch, Facts))
    return true;
  Sizes Tiles;
  const twofold_kernel_arg *const Tile =
      tileOf(Site, Launch, Facts, MaxGroupSize, Tiles);
  if (Tile)
    shapeGroups(Out, *Site.kernel, *Tile, Tiles);
  return Tile != nullptr;
}
