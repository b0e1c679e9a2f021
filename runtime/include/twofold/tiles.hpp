// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/tiles.hpp - the order in which scans add numbers -----------===//
//
// Scans of numbers by a known operation add in one order wherever they run: on
// a device by groups with local memory, natively by the functions here. A tile
// is 2048 elements: 16 rows of 16 runs of 8. A run's elements are folded from
// left to right, then a row's runs, then the rows; what stands before a run
// comes of these folds, and inside the run one element after the other is added
// to it. Blocks are as many tiles each, folded likewise from tile to tile.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_TILES_HPP
#define TWOFOLD_TILES_HPP

#include "numeric.hpp"

#include <cstddef>

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold::detail {

inline constexpr std::ptrdiff_t RunLength = 8, RowRuns = 16, TileRows = 16,
                                TileRuns = RowRuns * TileRows,
                                TileLength = TileRuns * RunLength,
                                MostBlocks = TileLength;

/// Blocks of a whole number of tiles, the last one perhaps shorter.
struct tile_cut {
  std::ptrdiff_t Length; ///< elements of a block
  std::ptrdiff_t Blocks;

  explicit tile_cut(std::ptrdiff_t Count) {
    const std::ptrdiff_t Tiles = (Count - 1) / TileLength + 1;
    const std::ptrdiff_t Each = (Tiles - 1) / MostBlocks + 1;
    Length = Each * TileLength;
    Blocks = (Tiles - 1) / Each + 1;
  }
};

template <class T, class Op> struct tile_scan {
  /// Of the first Count elements of a tile: what stands before each run but the
  /// first. Returns all of them, folded.
  static T starts(const T *From, std::ptrdiff_t Count, T *Before) {
    const Op Reduce;
    const std::ptrdiff_t Runs = (Count - 1) / RunLength + 1;
    T Totals[TileRuns];
    for (std::ptrdiff_t Run = 0; Run < Runs; ++Run) {
      const T *const At = From + Run * RunLength;
      const std::ptrdiff_t Here =
          Run + 1 < Runs ? RunLength : Count - Run * RunLength;
      T Sum = At[0];
      for (std::ptrdiff_t I = 1; I < Here; ++I)
        Sum = static_cast<T>(Reduce(Sum, At[I]));
      Totals[Run] = Sum;
    }
    T All = Totals[0];
    for (std::ptrdiff_t Row = 0; Row < Runs; Row += RowRuns) {
      const std::ptrdiff_t End = Row + RowRuns < Runs ? Row + RowRuns : Runs;
      T Sum = Totals[Row];
      if (Row)
        Before[Row] = All;
      for (std::ptrdiff_t Run = Row + 1; Run < End; ++Run) {
        Before[Run] = Row ? static_cast<T>(Reduce(All, Sum)) : Sum;
        Sum = static_cast<T>(Reduce(Sum, Totals[Run]));
      }
      All = Row ? static_cast<T>(Reduce(All, Sum)) : Sum;
    }
    return All;
  }

  static T total(const T *From, std::ptrdiff_t Count) {
    const Op Reduce;
    T Before[TileRuns];
    T Sum{};
    for (std::ptrdiff_t Tile = 0; Tile < Count; Tile += TileLength) {
      const std::ptrdiff_t Here =
          Count - Tile < TileLength ? Count - Tile : TileLength;
      const T All = starts(From + Tile, Here, Before);
      Sum = Tile ? static_cast<T>(Reduce(Sum, All)) : All;
    }
    return Sum;
  }

  /// The scan of a block that begins with Sum; To may be From.
  template <bool Inclusive>
  static void scan(const T *From, T *To, std::ptrdiff_t Count, T Sum) {
    const Op Reduce;
    T Before[TileRuns];
    for (std::ptrdiff_t Tile = 0; Tile < Count; Tile += TileLength) {
      const std::ptrdiff_t Here =
          Count - Tile < TileLength ? Count - Tile : TileLength;
      const T All = starts(From + Tile, Here, Before);
      for (std::ptrdiff_t I = 0; I < Here; I += RunLength) {
        T Running =
            I ? static_cast<T>(Reduce(Sum, Before[I / RunLength])) : Sum;
        const std::ptrdiff_t End = I + RunLength < Here ? I + RunLength : Here;
        for (std::ptrdiff_t J = I; J < End; ++J) {
          const T Next = static_cast<T>(Reduce(Running, From[Tile + J]));
          To[Tile + J] = Inclusive ? Next : Running;
          Running = Next;
        }
      }
      Sum = static_cast<T>(Reduce(Sum, All));
    }
  }
};

/// The same in OpenCL C, for groups of 256 items. T, OP and INCLUSIVE are
/// defined before it, and each @ stands for what names the scan. Elements lie
/// in local memory with a gap behind each run, so that neighbours read
/// different banks.
inline constexpr const char TileText[] = R"(
#define RUN 8
#define RUNS 256
#define TILE (RUN * RUNS)
#define AT(i) ((i) + (i) / RUN)
#define GROUP __attribute__((reqd_work_group_size(RUNS, 1, 1)))

void fetch(global const T *x, ulong begin, ulong end, local T *room) {
  uint l = get_local_id(0);
  for (uint k = 0; k < RUN; ++k) {
    uint i = l + k * RUNS;
    if (begin + i < end)
      room[AT(i)] = x[begin + i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

/* What stands before the item's run, if it is not the first; in *all, the whole
   tile, or nothing of use where a part of it is missing. */
T starts(local const T *room, local T *totals, local T *rows, T *all) {
  uint l = get_local_id(0), row = l / 16;
  T sum = room[AT(l * RUN)];
  for (uint k = 1; k < RUN; ++k)
    sum = OP(sum, room[AT(l * RUN + k)]);
  totals[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) {
    T here = totals[l * 16];
    for (uint k = 1; k < 16; ++k) {
      T next = totals[l * 16 + k];
      totals[l * 16 + k] = here;
      here = OP(here, next);
    }
    rows[l] = here;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  T before = rows[0];
  for (uint k = 1; k < row; ++k)
    before = OP(before, rows[k]);
  T whole = before;
  for (uint k = row ? row : 1; k < 16; ++k)
    whole = OP(whole, rows[k]);
  *all = whole;
  if (!row)
    return totals[l];
  return l % 16 ? OP(before, totals[l]) : before;
}

kernel GROUP void totals_@(global const T *x, global T *sums, ulong count,
                                 ulong length, local T *room, local T *totals,
                                 local T *rows) {
  ulong begin = get_group_id(0) * length, end = min(begin + length, count);
  T sum = 0;
  for (ulong tile = begin; tile < end; tile += TILE) {
    T all;
    fetch(x, tile, end, room);
    (void)starts(room, totals, rows, &all);
    sum = tile == begin ? all : OP(sum, all);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}

/* Blocks begin with sums, or the only one with init. */
kernel GROUP void scan_@(global const T *x, global T *y, ulong count,
                               ulong length, global const T *sums, T init,
                               uint many, local T *room, local T *totals,
                               local T *rows) {
  uint l = get_local_id(0);
  ulong begin = get_group_id(0) * length, end = min(begin + length, count);
  T sum = init;
  if (many)
    sum = sums[get_group_id(0)];
  for (ulong tile = begin; tile < end; tile += TILE) {
    T all;
    fetch(x, tile, end, room);
    T before = starts(room, totals, rows, &all);
    T running = l ? OP(sum, before) : sum;
    for (uint k = 0; k < RUN; ++k) {
      T next = OP(running, room[AT(l * RUN + k)]);
      room[AT(l * RUN + k)] = INCLUSIVE ? next : running;
      running = next;
    }
    sum = OP(sum, all);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < RUN; ++k) {
      uint i = l + k * RUNS;
      if (tile + i < end)
        y[tile + i] = room[AT(i)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
)";

} // namespace twofold::detail

#endif
