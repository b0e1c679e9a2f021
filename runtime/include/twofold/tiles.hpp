// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/tiles.hpp - the order in which scans add numbers -----------===//
//
// Scans of numbers by a known operation add in one order wherever they run: on
// a device by groups with local memory, natively by the functions here. A tile
// is 16 rows of 16 runs, each of 64 bytes. A run's elements are folded from
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

inline constexpr std::ptrdiff_t RowRuns = 16, TileRows = 16,
                                TileRuns = RowRuns * TileRows;
template <class T>
inline constexpr std::ptrdiff_t RunLength = sizeof(T) == 8 ? 8 : 16;
/// Also so many blocks at most, whose totals one tile scans.
template <class T>
inline constexpr std::ptrdiff_t TileElements = TileRuns * RunLength<T>;

/// Blocks of a whole number of tiles, the last one perhaps shorter.
struct tile_cut {
  std::ptrdiff_t Length; ///< elements of a block
  std::ptrdiff_t Blocks;

  tile_cut(std::ptrdiff_t Count, std::ptrdiff_t TileLength) {
    const std::ptrdiff_t MostBlocks = TileLength;
    const std::ptrdiff_t Tiles = (Count - 1) / TileLength + 1;
    const std::ptrdiff_t Each = (Tiles - 1) / MostBlocks + 1;
    Length = Each * TileLength;
    Blocks = (Tiles - 1) / Each + 1;
  }
};

template <class T, class Op> struct tile_scan {
  static constexpr std::ptrdiff_t RunLength = detail::RunLength<T>,
                                  TileLength = TileElements<T>;
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

/// The same in OpenCL C, for groups of 256 items. T, RUN, OP and INCLUSIVE are
/// defined before it, and each @ stands for what names the scan. Elements come
/// and go by way of local memory, so that neighbouring items are at
/// neighbouring ones, with a gap behind each run and each row of totals, so
/// that they are at different banks there. The next tile is under way while one
/// is scanned.
inline constexpr const char TileText[] = R"(
#define RUNS 256
#define TILE (RUN * RUNS)
#define AT(i) ((i) + (i) / RUN)
#ifdef __NV_CL_C_VERSION
#define UNROLL _Pragma("unroll")
#else
#define UNROLL
#endif
#define GROUP __attribute__((reqd_work_group_size(RUNS, 1, 1)))

void fetch(global const T *x, ulong begin, ulong end, T *next) {
  uint l = get_local_id(0), here = (uint)min(end - begin, (ulong)TILE);
  UNROLL
  for (uint k = 0; k < RUN; ++k) {
    uint i = l + k * RUNS;
    next[k] = i < here ? x[begin + i] : 0;
  }
}

/* The item's run of the tile that the group has in next. */
void turn(const T *next, local T *room, T *run) {
  uint l = get_local_id(0);
  UNROLL
  for (uint k = 0; k < RUN; ++k)
    room[AT(l + k * RUNS)] = next[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  UNROLL
  for (uint k = 0; k < RUN; ++k)
    run[k] = room[l * (RUN + 1) + k];
}

/* What stands before the item's run, if it is not the first; in *all, the whole
   tile, or nothing of use where a part of it is missing. */
T starts(const T *run, local T *totals, local T *rows, T *all) {
  uint l = get_local_id(0), row = l / 16, column = l % 16;
  T sum = run[0];
  UNROLL
  for (uint k = 1; k < RUN; ++k)
    sum = OP(sum, run[k]);
  totals[l + row] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  T here = totals[row * 17];
  UNROLL
  for (uint k = 1; k < 15; ++k) {
    T next = totals[row * 17 + k];
    here = k < column ? OP(here, next) : here;
  }
  if (column == 15)
    rows[row] = OP(here, sum);
  barrier(CLK_LOCAL_MEM_FENCE);
  T before = rows[0], whole = before;
  UNROLL
  for (uint k = 1; k < 16; ++k) {
    T next = rows[k];
    before = k < row ? OP(before, next) : before;
    whole = OP(whole, next);
  }
  *all = whole;
  if (!row)
    return here;
  return column ? OP(before, here) : before;
}

kernel GROUP void totals_@(global const T *x, global T *sums, ulong count,
                                 ulong length, local T *room, local T *totals,
                                 local T *rows) {
  ulong begin = get_group_id(0) * length, end = min(begin + length, count);
  T sum = 0, next[RUN], run[RUN];
  fetch(x, begin, end, next);
  for (ulong tile = begin; tile < end; tile += TILE) {
    T all;
    turn(next, room, run);
    if (tile + TILE < end)
      fetch(x, tile + TILE, end, next);
    (void)starts(run, totals, rows, &all);
    sum = tile == begin ? all : OP(sum, all);
  }
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}

/* What the group's block begins with, of the totals of all blocks, which are no
   more than a tile has elements. */
T start_of(global const T *sums, uint blocks, T init, local T *room,
           local T *totals, local T *rows) {
  uint l = get_local_id(0), g = (uint)get_group_id(0);
  T next[RUN], run[RUN], all;
  fetch(sums, 0, blocks, next);
  turn(next, room, run);
  T here = starts(run, totals, rows, &all);
  if (l == g / RUN) {
    here = l ? OP(init, here) : init;
    UNROLL
    for (uint k = 0; k < RUN; ++k)
      here = k < g % RUN ? OP(here, run[k]) : here;
    totals[RUNS + 15] = here;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return totals[RUNS + 15];
}

/* The only block begins with init, one of many with its element of sums; or, if
   there are more than 1, with what these totals of all of them amount to. */
kernel GROUP void scan_@(global const T *x, global T *y, ulong count,
                               ulong length, global const T *sums, T init,
                               uint many, local T *room, local T *totals,
                               local T *rows) {
  uint l = get_local_id(0);
  ulong begin = get_group_id(0) * length, end = min(begin + length, count);
  T sum = init, next[RUN], run[RUN];
  if (many > 1)
    sum = start_of(sums, many, init, room, totals, rows);
  else if (many)
    sum = sums[get_group_id(0)];
  fetch(x, begin, end, next);
  for (ulong tile = begin; tile < end; tile += TILE) {
    T all;
    turn(next, room, run);
    if (tile + TILE < end)
      fetch(x, tile + TILE, end, next);
    T before = starts(run, totals, rows, &all);
    T running = l ? OP(sum, before) : sum;
    UNROLL
    for (uint k = 0; k < RUN; ++k) {
      T now = OP(running, run[k]);
      room[l * (RUN + 1) + k] = INCLUSIVE ? now : running;
      running = now;
    }
    sum = OP(sum, all);
    barrier(CLK_LOCAL_MEM_FENCE);
    /* An item puts the next tile to the places that it reads here. */
    uint left = (uint)min(end - tile, (ulong)TILE);
    UNROLL
    for (uint k = 0; k < RUN; ++k) {
      uint i = l + k * RUNS;
      if (i < left)
        y[tile + i] = room[AT(i)];
    }
  }
}
)";

} // namespace twofold::detail

#endif
