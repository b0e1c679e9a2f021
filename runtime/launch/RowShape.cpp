// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/RowShape.h"
#include "bytes/AffineForm.h"

#include <algorithm>
#include <bit>

using namespace twofold;

namespace {

struct RowGroup {
  uint64_t Rows = 0, Items = 0;
};

struct RowLengths {
  uint64_t Rows;
  double Length;
  uint64_t Units;
  bool Any; ///< also where that does not pay

  bool few() const { return Rows < 2 * Units; }
  /// An item each keeps the device busy.
  bool hasManyItems() const { return Rows > 1024 * Units; }
};

} // namespace

/// Groups whose items have a part of one row each. Many parts have work for all
/// of the device, but each is to be worth that its items meet: few rows get all
/// items that a group can have, short ones share a group.
/// Where one item of a row adds up what all of them have found, more rows at
/// a time are worth more than more items for each.
static RowGroup groupOfParts(const RowLengths &Of, uint64_t MostRows,
                             uint64_t MaxGroupSize, bool Walked) {
  const uint64_t Usual = TWOFOLD_ROW_ITEMS / (Walked ? 2 : 1);
  const double RoundsEach = Of.few() ? 1 : Walked ? 16 : 8, Longest = 1e9;
  const auto Least = uint64_t(TWOFOLD_ROW_LEAST_ITEMS);
  const uint64_t Most = std::bit_floor(std::min<uint64_t>(
      MaxGroupSize, Of.few() ? TWOFOLD_ROW_MOST_ITEMS : Usual));
  const uint64_t Each = std::clamp(
      std::bit_floor(uint64_t(std::min(Of.Length, Longest) / RoundsEach)),
      Least, Most);
  const uint64_t Items = std::max<uint64_t>(Each, Usual);
  return {std::min(Items / Each, MostRows), Items};
}

/// How many groups share a row. What they have found is put together by another
/// launch, which is to be little beside what a unit takes for a row.
static uint64_t groupsOfRow(const RowLengths &Of) {
  constexpr uint64_t GroupsEachUnit = 8;
  const double Shortest = Of.Any ? 1 : 65536, RoundsEach = Of.Any ? 1 : 16;
  if (!Of.few() || Of.Length < Shortest)
    return 1;
  const double Most = Of.Length / (RoundsEach * TWOFOLD_ROW_ITEMS);
  const uint64_t Wanted = GroupsEachUnit * Of.Units / Of.Rows;
  return std::max<uint64_t>(uint64_t(std::min(double(Wanted), Most)), 1);
}

/// Groups that add up rows in their order. One item has all of a row, so that a
/// group takes as long for one as for the most that it can have: it has one
/// where all rows can have groups at once.
static RowGroup groupInOrder(const RowLengths &Of, uint64_t MostRows) {
  const uint64_t GroupsEachUnit = std::min<uint64_t>(MostRows / 2, 8);
  constexpr double LongRow = 512;
  const bool Alone =
      Of.Rows <= GroupsEachUnit * Of.Units && Of.Length >= LongRow;
  return {Alone ? 1 : MostRows, TWOFOLD_ROW_ITEMS};
}

/// Groups that add up columns in their order: fewer columns where there are too
/// few groups for what waits for memory in each.
static RowGroup groupAcross(const RowLengths &Of, uint64_t MostRows) {
  const bool Few = Of.Rows <= MostRows * Of.Units;
  return {Few ? std::min<uint64_t>(TWOFOLD_ROWS_FEW, MostRows) : MostRows,
          TWOFOLD_ROW_ITEMS};
}

static void addPiece(LaunchShape &Out, uint64_t Groups, uint64_t Items) {
  LaunchShape::Piece Piece;
  Piece.First = {0, 0, 0};
  Piece.Range.Global[0] = Groups * Items;
  Piece.Range.Local = {Items, 1, 1};
  Out.Pieces.push_back(Piece);
}

bool twofold::shapeRows(LaunchShape &Out, const twofold_site &Site,
                        const twofold_launch &Launch, uint64_t Trips,
                        const DeviceFacts &Facts, uint64_t MaxGroupSize) {
  constexpr uint64_t Memory = 32 * 1024;
  const twofold_kernel &Kernel = *Site.kernel;
  const bool Any = Kernel.flags & TWOFOLD_KERNEL_TILES;
  const double ShortestRow = Any ? 1 : 64;
  if ((Facts.Kind != DeviceKind::Gpu && !Any) ||
      MaxGroupSize < TWOFOLD_ROW_ITEMS || Facts.LocalMemory < Memory)
    return false;
  RowLengths Of = {Trips, 0,
                   Any ? 32 : std::max<uint64_t>(Facts.ComputeUnits, 1), Any};
  for (uint32_t I = 0; I < Kernel.arg_count; ++I) {
    const twofold_kernel_arg &Arg = Kernel.args[I];
    if (Arg.kind == TWOFOLD_ARG_SHARED && Out.Rows &&
        (Out.Shares = groupsOfRow(Of)) > 1) {
      Out.Rows = 1;
      Out.SharedBytes = Trips * Out.Shares * Arg.index * sizeof(uint64_t);
      Out.Pieces.clear();
      addPiece(Out, Trips * Out.Shares, TWOFOLD_ROW_ITEMS);
      addPiece(Out, Trips, TWOFOLD_ROW_ITEMS);
      Out.Pieces.back().Joins = true;
    }
    if (Arg.kind != TWOFOLD_ARG_ROWS || Out.Rows)
      continue;
    AxisBounds Bounds = IterationSpace(Site, Launch).axis(Arg.index);
    Of.Length = Bounds.AverageTrips;
    const bool Across =
        (Arg.size & TWOFOLD_ROWS_ACROSS) && !(Arg.size & TWOFOLD_ROWS_ANY);
    // Rounds in order are counted in 32 bits.
    const bool Long =
        Of.Length > LaunchShape::MaxItems && !(Arg.size & TWOFOLD_ROWS_ANY);
    if (Bounds.Is != Knowledge::Known || !(Of.Length >= ShortestRow) || Long ||
        (Across && !Any && Of.hasManyItems()))
      continue;
    const RowGroup Group =
        Arg.size & TWOFOLD_ROWS_ANY
            ? groupOfParts(Of,
                           Arg.size & ~(TWOFOLD_ROWS_ANY | TWOFOLD_ROWS_ACROSS),
                           MaxGroupSize, Arg.size & TWOFOLD_ROWS_ACROSS)
        : Across ? groupAcross(Of, Arg.size & ~TWOFOLD_ROWS_ACROSS)
                 : groupInOrder(Of, Arg.size);
    if (Trips / Group.Rows >= LaunchShape::MaxItems / Group.Items)
      continue;
    Out.Rows = Group.Rows;
    addPiece(Out, (Trips - 1) / Group.Rows + 1, Group.Items);
  }
  return Out.Rows != 0;
}
