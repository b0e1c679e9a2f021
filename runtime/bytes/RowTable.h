// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowTable.h - tables of pointers to the rows of a matrix ------------===//
//
// A kernel has no pointers in memory. It reaches rows that lie at one distance
// by the place of row 0 and the distance, which are found here once a device
// may get the call.
#ifndef TWOFOLD_RUNTIME_BYTES_ROWTABLE_H
#define TWOFOLD_RUNTIME_BYTES_ROWTABLE_H

#include "bytes/Footprint.h"
#include "twofold/abi.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace twofold {

struct RegularRows {
  uint64_t Zero = 0;    ///< address of row 0, there or not; 0: no row is used
  int64_t Distance = 0; ///< in elements, from each row to the next
};

/// Whether the program can read these bytes.
using ReadableQuestion =
    std::function<bool(const void *Pointer, uint64_t Bytes)>;

/// Where the rows of Rows[First] to Rows[Last] are, if these pointers can be
/// read and lie at one distance, which elements of Bytes bytes divide. Without
/// a table no row is used. Pointers at the ends that lead to nothing that can
/// be read are none: only loops that do not follow them name them.
std::optional<RegularRows> regularRows(const void *const *Rows, int64_t First,
                                       int64_t Last, uint64_t Bytes,
                                       const ReadableQuestion &Readable);

/// Stores what the call's tables say where struct twofold_rows wants it. Why
/// they say nothing, for the user; empty: they do. Any site.
std::string locateRows(const twofold_site &Site, const twofold_launch &Launch,
                       const ReadableQuestion &Readable,
                       const BlockFinder &Blocks);

/// The table whose rows, at one distance, the base with this entry of args is;
/// null: none.
const twofold_rows *rowsAt(const twofold_site &Site, uint32_t Arg);

/// The address of a row in the middle of those that are used. The tables have
/// been located.
uint64_t middleRow(const twofold_site &Site, const twofold_launch &Launch,
                   const twofold_rows &Of);

} // namespace twofold

#endif
