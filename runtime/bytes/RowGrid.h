// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowGrid.h - copies of rows, as rectangles of grids -----------------===//
//
// OpenCL tells where a rectangle begins as a place (x, y, z) in a grid of rows
// and slices, and takes any x by its text. But NVIDIA's driver refuses
// rectangles that reach beyond their row of the grid, as its own interface
// does, and those whose last row or slice of the grid is not in the buffer from
// end to end, gaps included. A place may be counted in many ways, so an offset
// in bytes becomes one inside of the grid; rows that go on in the grid's next
// row are cut, and a last row whose gap is not there is copied alone. Pure.
#ifndef TWOFOLD_RUNTIME_BYTES_ROWGRID_H
#define TWOFOLD_RUNTIME_BYTES_ROWGRID_H

#include "bytes/Rectangle.h"

#include <array>

namespace twofold {

/// One copy. On either side Begin[0] + Width <= Pitch and (Begin[1] + Rows) *
/// Pitch <= SlicePitch, which is a multiple of Pitch. The byte (x, y, z) of the
/// copy is, of the buffer, the one at Begin[0] + x + (Begin[1] + y) * Pitch +
/// (Begin[2] + z) * SlicePitch.
struct GridCopy {
  struct Side {
    std::array<uint64_t, 3> Begin;
    uint64_t Pitch, SlicePitch;
  };
  uint64_t Width, Rows, Slices;
  Side Packed, Spread;

  bool isOneRow() const { return Rows == 1 && Slices == 1; }
  /// The offset of the copy's first byte.
  static uint64_t offset(const Side &In) {
    return In.Begin[0] + In.Begin[1] * In.Pitch + In.Begin[2] * In.SlicePitch;
  }
};

/// The copies that move Rows between a buffer where they lie as Rows says, from
/// SpreadAt on, and one where they lie one after the other, from PackedAt on.
/// None is empty. The buffers have so many bytes: all but copies of one row
/// have their rows and slices there from end to end.
std::vector<GridCopy> gridCopies(RowLayout Rows, uint64_t PackedAt,
                                 uint64_t SpreadAt,
                                 uint64_t PackedBytes = UINT64_MAX,
                                 uint64_t SpreadBytes = UINT64_MAX);

} // namespace twofold

#endif
