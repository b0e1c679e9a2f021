// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TileMatrices.h - tiles by instructions for matrices of doubles -----===//
//
// GPUs of NVIDIA's multiply matrices of 16 by 4 and 4 by 8 doubles by one
// instruction of 32 items, at twice the rate of their units for single numbers.
// Compute capability 9.0 adds up each element's four products one after the
// other, each by a fused operation, as the rounds of a loop do; the runtime
// tries that on the device before it asks for this form (MatrixCheck.h).
//
// Of the sums, the item of number L in its 32 has those of rows L / 4, 8 more,
// and so on, and of columns L % 4 * 2 and the next one, 8 more, and so on; of
// the operands those of row, or column, L / 4 in round L % 4.
//
#ifndef TWOFOLD_PLUGIN_KERNEL_TILEMATRICES_H
#define TWOFOLD_PLUGIN_KERNEL_TILEMATRICES_H

#include "kernel/KernelUnit.h"

#include <optional>
#include <string>

namespace twofold {

/// Variables of a tile's text. RowBegin, RowEnd: the rows of the tile that have
/// columns, the first, and the one behind the last.
struct TileNames {
  std::string Item, FirstRow, FirstColumn, OwnRow, OwnColumn, Row, Column, Part,
      Turn, Begin, Half, More, RowNumber, ColumnNumber, Place, Other, Loaded,
      RowBegin, RowEnd, ColumnBegin, Together, Address, Lane;
  explicit TileNames(NameTable &Names);
};

/// `for (uint name = 0; ..) {`, unrolled.
std::string unrolled(const std::string &Name, unsigned Count,
                     unsigned Step = 1);

/// Rounds that add one product of doubles, fused, to a sum.
class MatrixProduct {
public:
  /// Local memory, and what an item has of it in a round.
  struct Operand {
    std::string Tile, Here;
  };
  /// Of a tile in which an item has Side rows and columns: how far rounds are
  /// apart in local memory, and how many neighbouring columns an item has.
  struct Layout {
    unsigned Side, Depth, RowLength, ColumnLength, Neighbours;
  };
  /// The rounds that one instruction adds up.
  static constexpr unsigned Rounds = 4;

  /// Round: the text of all that one does.
  static std::optional<MatrixProduct>
  match(const TileNames &Names, const std::string &Sum, const Operand &Row,
        const Operand &Column, llvm::StringRef Round);

  /// What rounds behind the last one, up to a whole instruction, have for a
  /// row or a column: they add -0, which leaves every number as it is, zeros'
  /// signs included.
  const char *nothing(bool OfColumn) const {
    return OfColumn && !Negated ? "-0.0" : "0.0";
  }
  /// As many rounds of all that the items have.
  std::string print(const TileNames &Names, const Layout &Of) const;

private:
  std::string Sum;
  Operand Row, Column;
  bool Negated = false;
};

} // namespace twofold

#endif
