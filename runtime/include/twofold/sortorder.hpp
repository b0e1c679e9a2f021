// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/sortorder.hpp - the order in which sorts put numbers -------===//
//
// Sorts of numbers go by the bits of what stands for each: an unsigned word
// that is less where the number comes earlier. Equal numbers have equal words,
// also 0 and -0. A NaN comes behind all numbers, upwards and downwards.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_SORTORDER_HPP
#define TWOFOLD_SORTORDER_HPP

#include "numeric.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold::detail {

/// Numbers that are sorted by their bits.
template <class T>
inline constexpr bool HasWords =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool> &&
    (sizeof(T) == 4 || sizeof(T) == 8) && !std::is_same_v<T, long double>;

/// Compare is < (or >, Down) of numbers with words.
template <class T, class Compare>
inline constexpr bool SortsUp = HasWords<T> && IsNamed<std::less, Compare, T>;
template <class T, class Compare>
inline constexpr bool SortsDown =
    HasWords<T> && IsNamed<std::greater, Compare, T>;

template <class T, bool Down> struct sort_order {
  using word = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  static constexpr word Sign = word(1) << (8 * sizeof(T) - 1),
                        Infinite = sizeof(T) == 4
                                       ? word(0x7f800000)
                                       : static_cast<word>(0x7ff0000000000000);
  /// A number that none comes behind.
  static constexpr word last() {
    if (std::is_floating_point_v<T> || (std::is_signed_v<T> && !Down))
      return word(~Sign);
    return std::is_signed_v<T> ? Sign : Down ? word(0) : word(~word(0));
  }

  static word of(word Bits) {
    if constexpr (std::is_floating_point_v<T>) {
      const word Magnitude = Bits & word(~Sign);
      if (Magnitude > Infinite)
        return word(~word(0));
      if (!Magnitude)
        Bits = 0;
      Bits = Bits & Sign ? word(~Bits) : word(Bits | Sign);
    } else if constexpr (std::is_signed_v<T>) {
      Bits ^= Sign;
    }
    return Down ? word(~Bits) : Bits;
  }
  static word at(const void *Numbers, std::ptrdiff_t I) {
    word Bits;
    std::memcpy(&Bits, static_cast<const T *>(Numbers) + I, sizeof Bits);
    return Bits;
  }
  /// Whether A comes before B.
  bool operator()(const T &A, const T &B) const {
    return of(at(&A, 0)) < of(at(&B, 0));
  }

  /// The same in OpenCL C: WORD, LAST, and the function order. The name is
  /// unique among orders.
  static std::string name() {
    return std::string(std::is_floating_point_v<T> ? "float"
                       : std::is_signed_v<T>       ? "int"
                                                   : "uint") +
           (sizeof(T) == 4 ? "32" : "64") + (Down ? "_down" : "");
  }
  static std::string text() {
    const auto Number = [](word Value) {
      return std::to_string(Value) + (sizeof(T) == 4 ? "u" : "ul");
    };
    std::string Out = "#define WORD ";
    Out += sizeof(T) == 4 ? "uint\n" : "ulong\n";
    Out += "#define LAST " + Number(last()) + "\nWORD order(WORD k) {\n";
    if (std::is_floating_point_v<T>)
      Out += "  WORD magnitude = k & ~" + Number(Sign) +
             ";\n  if (magnitude > " + Number(Infinite) +
             ")\n    return ~(WORD)0;\n  if (!magnitude)\n    k = 0;\n"
             "  k = k & " +
             Number(Sign) + " ? ~k : k | " + Number(Sign) + ";\n";
    else if (std::is_signed_v<T>)
      Out += "  k ^= " + Number(Sign) + ";\n";
    return Out + (Down ? "  return ~k;\n}\n" : "  return k;\n}\n");
  }
};

/// Elements of a sort: they are counted and moved by blocks of whole tiles,
/// with 8 bits at a time.
inline constexpr std::ptrdiff_t SortItems = 256, SortDigits = 256,
                                MostSortBlocks = 1024;

struct sort_cut {
  std::ptrdiff_t Length, Blocks;
  sort_cut(std::ptrdiff_t Count, std::ptrdiff_t Tile) {
    const std::ptrdiff_t Tiles = (Count - 1) / Tile + 1;
    const std::ptrdiff_t Each = (Tiles - 1) / MostSortBlocks + 1;
    Length = Each * Tile;
    Blocks = (Tiles - 1) / Each + 1;
  }
};

/// In OpenCL C, for groups of 256 items, each with RUN elements of a tile:
/// WORDs, and perhaps VALUEs that come along, of which ROOM is the larger. Each
/// @ stands for what names the sort, each $ for what comes along with values.
/// Keys of a tile are brought in order by 4 bits and by 4 more: each item
/// counts the digits of its run, what stands before them is scanned. Then
/// neighbours in the tile are neighbours in the result, too. Arrays in local
/// memory have gaps, so that what neighbouring items want at once is in
/// different banks.
inline constexpr const char SortText[] = R"(
#define ITEMS 256
#define TILE (RUN * ITEMS)
#define AT(i) ((i) + (i) / RUN)
#define COUNTER(d, l) ((d) * 288 + (l) + (l) / 16 * 2)
#define SPREAD 8
#define GROUP __attribute__((reqd_work_group_size(ITEMS, 1, 1)))

uint digit(WORD k, uint shift) { return (uint)(order(k) >> shift) & 255; }

/* What all items before this one have. */
ulong sum_before(ulong mine, local ulong *room) {
  uint l = get_local_id(0);
  room[l] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 1; d < ITEMS; d *= 2) {
    ulong other = l >= d ? room[l - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    room[l] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return room[l] - mine;
}

/* How often each digit occurs in the group's block. Neighbours count apart. */
kernel GROUP void count_@(global const WORD *x, global ulong *counts,
                          ulong count, ulong length, ulong blocks, uint shift,
                          local uint *bins) {
  uint l = get_local_id(0);
  ulong begin = get_group_id(0) * length, end = min(begin + length, count);
  for (uint i = l; i < 256 * SPREAD; i += ITEMS)
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong tile = begin; tile < end; tile += TILE) {
    WORD k[RUN];
    for (uint j = 0; j < RUN; ++j) {
      ulong i = tile + l + j * ITEMS;
      k[j] = i < end ? x[i] : 0;
    }
    for (uint j = 0; j < RUN; ++j)
      if (tile + l + j * ITEMS < end)
        atomic_inc(&bins[digit(k[j], shift) * SPREAD + l % SPREAD]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint j = 0; j < SPREAD; ++j)
    sum += bins[l * SPREAD + (l + j) % SPREAD];
  counts[l * blocks + get_group_id(0)] = sum;
}

/* A group has a digit: its counts become what blocks before have of it. */
kernel GROUP void starts_@(global ulong *counts, global ulong *sums,
                           ulong blocks, local ulong *room) {
  uint l = get_local_id(0);
  global ulong *mine = counts + get_group_id(0) * blocks;
  ulong each = (blocks - 1) / ITEMS + 1, begin = min(l * each, blocks),
        end = min(begin + each, blocks), sum = 0;
  for (ulong i = begin; i < end; ++i)
    sum += mine[i];
  ulong here = sum_before(sum, room);
  if (l == ITEMS - 1)
    sums[get_group_id(0)] = here + sum;
  for (ulong i = begin; i < end; ++i) {
    ulong next = mine[i];
    mine[i] = here;
    here += next;
  }
}

/* Replaces counts of digits in runs by what stands before them in the tile. */
void before(local ushort2 *counters, local uint *totals) {
  uint l = get_local_id(0), row = l / 16, sum = 0;
  ushort2 c[8];
  for (uint j = 0; j < 8; ++j) {
    c[j] = counters[l * 9 + j];
    sum += (uint)c[j].x + c[j].y;
  }
  totals[l + row] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) {
    uint t[16], here = 0;
    for (uint j = 0; j < 16; ++j)
      t[j] = totals[l * 17 + j];
    for (uint j = 0; j < 16; ++j) {
      totals[l * 17 + j] = here;
      here += t[j];
    }
    totals[ITEMS + 16 + l] = here;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = totals[l + row];
  for (uint j = 0; j < 15; ++j)
    sum += j < row ? totals[ITEMS + 16 + j] : 0;
  for (uint j = 0; j < 8; ++j) {
    counters[l * 9 + j] = (ushort2)((ushort)sum, (ushort)(sum + c[j].x));
    sum += (uint)c[j].x + c[j].y;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

/* A group's block to where its digits belong. */
kernel GROUP void scatter_@(global const WORD *x, global WORD *y,
                            global const ulong *counts,
                            global const ulong *sums, ulong count,
                            ulong length, ulong blocks, uint shift,
                            local ROOM *rooms, local ushort2 *pairs,
                            local ulong *starts, local uint *totals$) {
  uint l = get_local_id(0);
  ulong begin = get_group_id(0) * length, end = min(begin + length, count);
  local WORD *room = (local WORD *)rooms;
  local ushort *counters = (local ushort *)pairs;
  local ushort *firsts = counters, *ends = counters + 256;
  /* Where the next of digit l goes. */
  ulong place = sum_before(sums[l], starts) + counts[l * blocks + get_group_id(0)];
  for (ulong tile = begin; tile < end; tile += TILE) {
    uint here = min(end - tile, (ulong)TILE);
    WORD k[RUN];
    for (uint j = 0; j < RUN; ++j) {
      uint i = l + j * ITEMS;
      k[j] = i < here ? x[tile + i] : LAST;
    }
    for (uint j = 0; j < RUN; ++j)
      room[AT(l + j * ITEMS)] = k[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint pass = 0; pass < 2; ++pass) {
      uint low = shift + 4 * pass;
      ushort rank[RUN];
#if PAIRS
      ushort f[RUN];
#endif
      for (uint j = 0; j < 16; ++j)
        counters[COUNTER(j, l)] = 0;
      for (uint j = 0; j < RUN; ++j) {
        k[j] = room[AT(l * RUN + j)];
#if PAIRS
        f[j] = pass ? from[l * RUN + j] : l * RUN + j;
#endif
        uint at = COUNTER((uint)(order(k[j]) >> low) & 15, l);
        rank[j] = counters[at];
        counters[at] = rank[j] + 1;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      before(pairs, totals);
      for (uint j = 0; j < RUN; ++j) {
        uint to = counters[COUNTER((uint)(order(k[j]) >> low) & 15, l)] + rank[j];
        room[AT(to)] = k[j];
#if PAIRS
        from[to] = f[j];
#endif
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    /* Where each digit begins and ends, in what were the counters. */
    firsts[l] = 0;
    ends[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#if PAIRS
    VALUE u[RUN];
    for (uint j = 0; j < RUN; ++j)
      u[j] = l + j * ITEMS < here ? v[tile + l + j * ITEMS] : 0;
#endif
    for (uint j = 0; j < RUN; ++j) {
      uint i = l + j * ITEMS;
      k[j] = room[AT(i)];
      if (i < here) {
        uint d = digit(k[j], shift), earlier = i ? digit(room[AT(i - 1)], shift) : d;
        if (earlier != d) {
          firsts[d] = i;
          ends[earlier] = i;
        }
        if (i + 1 == here)
          ends[d] = here;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    starts[l] = place - firsts[l];
    place += ends[l] - firsts[l];
#if PAIRS
    local VALUE *values = (local VALUE *)rooms;
    for (uint j = 0; j < RUN; ++j)
      values[AT(l + j * ITEMS)] = u[j];
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint j = 0; j < RUN; ++j) {
      uint i = l + j * ITEMS;
      if (i < here) {
        ulong to = starts[digit(k[j], shift)] + i;
        y[to] = k[j];
#if PAIRS
        w[to] = values[AT(from[i])];
#endif
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
)";

} // namespace twofold::detail

#endif
