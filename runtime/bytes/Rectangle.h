// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Rectangle.h - bytes in rows of equal length and distance -----------===//
//
// A column block of a matrix, every k-th element of a vector, a block of a
// volume: far fewer bytes than lie between the first and the last one. What
// lies between belongs to others and is never stored. Pure.
#ifndef TWOFOLD_RUNTIME_BYTES_RECTANGLE_H
#define TWOFOLD_RUNTIME_BYTES_RECTANGLE_H

#include "bytes/AffineForm.h"
#include "bytes/RangeSet.h"

#include <optional>
#include <vector>

namespace twofold {

/// Where the bytes of a rectangle lie, from its first one on. Rows do not
/// overlap: Width <= Pitch; nor do slices: Rows * Pitch <= SlicePitch, which is
/// a multiple of Pitch. With one row, or one slice, the pitch means nothing.
struct RowLayout {
  uint64_t Width = 0; ///< bytes of a row
  uint64_t Pitch = 0; ///< from the begin of a row to that of the next
  uint64_t Rows = 1;  ///< of a slice
  uint64_t SlicePitch = 0;
  uint64_t Slices = 1;

  uint64_t rows() const { return Rows * Slices; }
  uint64_t bytes() const { return Width * rows(); }
  /// Offset of a row's first byte; rows are numbered slice by slice.
  uint64_t row(uint64_t Number) const {
    return Number / Rows * SlicePitch + Number % Rows * Pitch;
  }
  /// From the first byte to the last one.
  uint64_t span() const { return row(rows() - 1) + Width; }
  bool operator==(const RowLayout &) const = default;
};

struct Rectangle {
  uint64_t Begin = 0; ///< host address
  RowLayout Layout;

  ByteRange hull() const { return {Begin, Begin + Layout.span()}; }
  ByteRange row(uint64_t Number) const {
    uint64_t First = Begin + Layout.row(Number);
    return {First, First + Layout.Width};
  }
  bool operator==(const Rectangle &) const = default;
};

/// The smallest rectangle that holds the bytes that an access of the site makes
/// from Address on, in the bytes of Hull; nothing where they are in no such
/// rows. When all axes that its form names are attained, it is made of these
/// bytes alone.
std::optional<Rectangle> accessRectangle(const twofold_site &Site,
                                         const IterationSpace &Space,
                                         const twofold_access &Access,
                                         ByteRange Hull);

/// One rectangle that holds all of them, cut into up to three where its first
/// or its last corner would be beyond all of them. None where their rows have
/// different distances, or where rows would overlap.
std::vector<Rectangle> enclosing(const std::vector<Rectangle> &All);

} // namespace twofold

#endif
