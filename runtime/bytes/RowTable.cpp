// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytes/RowTable.h"

#include <algorithm>

using namespace twofold;

namespace {

constexpr int64_t MostPointers = INT64_MAX / 64; ///< in a table

struct Subscripts {
  int64_t First = 0, Last = -1;
  bool none() const { return First > Last; }
};

int64_t integerAt(const twofold_launch &Launch, uint32_t Arg) {
  return *static_cast<const int64_t *>(Launch.args[Arg]);
}

/// All that entries of Of's table name, from Of on.
Subscripts subscriptsOf(const twofold_site &Site, const twofold_launch &Launch,
                        const twofold_rows &Of) {
  Subscripts All;
  for (const twofold_rows *R = &Of;
       R != Site.rows + Site.row_count && R->pointer == Of.pointer; ++R) {
    const Subscripts Own = {integerAt(Launch, R->first),
                            integerAt(Launch, R->last)};
    if (All.none())
      All = Own;
    else if (!Own.none())
      All = {std::min(All.First, Own.First), std::max(All.Last, Own.Last)};
  }
  return All;
}

uint64_t addressIn(const void *const *Rows, int64_t I) {
  return uint64_t(reinterpret_cast<uintptr_t>(Rows[I]));
}

/// The distance in bytes, 0 of one row; none: there are several.
std::optional<int64_t> distanceOf(const void *const *Rows, Subscripts Of) {
  if (Of.First == Of.Last)
    return 0;
  const int64_t Distance =
      int64_t(addressIn(Rows, Of.First + 1) - addressIn(Rows, Of.First));
  for (int64_t I = Of.First + 1; I < Of.Last; ++I)
    if (int64_t(addressIn(Rows, I + 1) - addressIn(Rows, I)) != Distance)
      return std::nullopt;
  return Distance;
}

} // namespace

std::optional<RegularRows>
twofold::regularRows(const void *const *Rows, int64_t First, int64_t Last,
                     uint64_t Bytes, const ReadableQuestion &Readable) {
  constexpr int Beside = 8;  // pointers that are none, at each end
  if (First > Last || !Rows) // nobody follows these
    return RegularRows{};
  if (First < -MostPointers || Last > MostPointers || Bytes == 0 ||
      !Readable(Rows + First, uint64_t(Last - First + 1) * sizeof *Rows))
    return std::nullopt;
  Subscripts Used = {First, Last};
  auto Distance = distanceOf(Rows, Used);
  if (!Distance) {
    for (int I = 0;
         I < Beside && !Used.none() && !Readable(Rows[Used.First], Bytes); ++I)
      ++Used.First;
    for (int I = 0;
         I < Beside && !Used.none() && !Readable(Rows[Used.Last], Bytes); ++I)
      --Used.Last;
    if (Used.none())
      return RegularRows{};
    Distance = distanceOf(Rows, Used);
  }
  // Rows that repeat would make iterations depend on each other that do not
  // look so.
  if (!Distance || (*Distance == 0 && Used.First != Used.Last) ||
      *Distance % int64_t(Bytes) != 0)
    return std::nullopt;
  int64_t Back;
  uint64_t Zero;
  if (__builtin_mul_overflow(Used.First, *Distance, &Back) ||
      __builtin_sub_overflow(addressIn(Rows, Used.First), Back, &Zero) ||
      Zero == 0)
    return std::nullopt;
  return RegularRows{Zero, *Distance / int64_t(Bytes)};
}

/// The pointers that R's entries name; empty: none.
static ByteRange pointersOf(const twofold_site &Site,
                            const twofold_launch &Launch, const twofold_rows &R,
                            const BlockFinder &Blocks) {
  const auto *Rows = *static_cast<const void *const **>(Launch.args[R.table]);
  const uint64_t Table = uint64_t(reinterpret_cast<uintptr_t>(Rows));
  if (R.first == 0) {
    ByteRange All = Table ? Blocks(Table).Range : ByteRange();
    All.Begin += (Table - All.Begin) % sizeof *Rows;
    All.End -= All.size() % sizeof *Rows;
    return All;
  }
  const Subscripts Used = subscriptsOf(Site, Launch, R);
  if (Used.none() || !Rows || Used.First < -MostPointers ||
      Used.Last > MostPointers)
    return {};
  return {Table + uint64_t(Used.First) * sizeof *Rows,
          Table + uint64_t(Used.Last + 1) * sizeof *Rows};
}

/// Stores where the block begins that has all the rows of R's table, or of the
/// part that may be used. Why there is none; empty: there is.
static std::string locateBlock(const twofold_site &Site,
                               const twofold_launch &Launch,
                               const twofold_rows &R,
                               const ReadableQuestion &Readable,
                               const BlockFinder &Blocks) {
  const ByteRange Pointers = pointersOf(Site, Launch, R, Blocks);
  const auto *Rows = reinterpret_cast<const void *const *>(Pointers.Begin);
  const int64_t Count = int64_t(Pointers.size() / sizeof *Rows);
  KnownBlock Block;
  if (Count != 0 && Readable(Rows, Pointers.size())) {
    uint64_t Least = UINT64_MAX, Most = 0, Apart = 0;
    for (int64_t I = 0; I < Count; ++I) {
      Least = std::min(Least, addressIn(Rows, I));
      Most = std::max(Most, addressIn(Rows, I));
    }
    Block = Blocks(Least);
    const ByteRange All = Block.Range;
    // What begins where the block ends is another block's, if there is one.
    if (!All.empty() &&
        (Most < All.End || (Most == All.End && Blocks(Most).Range.empty()))) {
      const bool Power = (R.bytes & (R.bytes - 1)) == 0;
      for (int64_t I = 0; I < Count; ++I) {
        const uint64_t Far = addressIn(Rows, I) - Least;
        Apart |= Power ? Far & (R.bytes - 1) : Far % R.bytes;
      }
      if (Apart == 0) {
        const uint64_t Begin = All.Begin + (Least - All.Begin) % R.bytes;
        *static_cast<uint64_t *>(Launch.args[R.pointer]) = Begin;
        if (R.distance)
          *static_cast<uint64_t *>(Launch.args[R.distance]) = Begin;
        return "";
      }
    }
  }
  return "the rows of '" + std::string(R.name) +
         "' do not all lie in one block of memory that is known" +
         (Block.WhyNot.empty() ? "" : ": " + Block.WhyNot) +
         "; take them from one";
}

std::string twofold::locateRows(const twofold_site &Site,
                                const twofold_launch &Launch,
                                const ReadableQuestion &Readable,
                                const BlockFinder &Blocks) {
  uint32_t Located = 0; // an entry of args, never that of the dims
  for (uint32_t I = 0; I < Site.row_count; ++I) {
    const twofold_rows &R = Site.rows[I];
    if (R.pointer == Located)
      continue;
    Located = R.pointer;
    if (R.flags & TWOFOLD_ROWS_IN_BLOCK) {
      if (std::string Why = locateBlock(Site, Launch, R, Readable, Blocks);
          !Why.empty())
        return Why;
      continue;
    }
    const Subscripts Used = subscriptsOf(Site, Launch, R);
    const auto Found =
        regularRows(*static_cast<const void *const **>(Launch.args[R.table]),
                    Used.First, Used.Last, R.bytes, Readable);
    if (!Found)
      return "the rows of '" + std::string(R.name) +
             "' do not lie at one distance; take them from one block of memory";
    *static_cast<uint64_t *>(Launch.args[R.pointer]) = Found->Zero;
    if (R.distance)
      *static_cast<int64_t *>(Launch.args[R.distance]) = Found->Distance;
    // The call site's own table, which is not constant.
    if (R.value >= 0)
      const_cast<int64_t *>(Launch.values)[R.value] = Found->Distance;
  }
  return "";
}

const twofold_rows *twofold::rowsAt(const twofold_site &Site, uint32_t Arg) {
  for (uint32_t I = 0; I < Site.row_count; ++I)
    if (Site.rows[I].pointer == Arg &&
        !(Site.rows[I].flags & TWOFOLD_ROWS_IN_BLOCK))
      return &Site.rows[I];
  return nullptr;
}

uint64_t twofold::middleRow(const twofold_site &Site,
                            const twofold_launch &Launch,
                            const twofold_rows &Of) {
  const Subscripts Used = subscriptsOf(Site, Launch, Of);
  const int64_t Middle = Used.First + (Used.Last - Used.First) / 2;
  return *static_cast<const uint64_t *>(Launch.args[Of.pointer]) +
         uint64_t(Middle) * uint64_t(integerAt(Launch, Of.distance)) * Of.bytes;
}
