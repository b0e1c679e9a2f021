// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TileText.h - tiles of sums that groups compute ---------------------===//
//
//   float s_sums[8][8];                    of one item
//   for (its rows and columns) { s_sums[row][column] = 0; }
//   fill(0, rounds 0 to 7)
//   for (begin = 0; begin < k_trips; begin += 8) {
//     load for the next rounds
//     for (turn = 0; turn < 8; ++turn) {
//       float a_here[8] = .., b_here[8] = ..;
//       for (its rows and columns)
//         s_sums[row][column] += a_here[row] * b_here[column];
//     }
//     store what was loaded into the other half of the tiles
//     barrier
//   }
//   for (its rows and columns) { c[..] = s_sums[row][column]; }
//
#ifndef TWOFOLD_PLUGIN_KERNEL_TILETEXT_H
#define TWOFOLD_PLUGIN_KERNEL_TILETEXT_H

#include "kernel/KernelFunction.h"
#include "schedule/ItemTiles.h"

namespace twofold {

/// One use only.
class TileText {
public:
  /// Columns and rows that a group computes, by rounds at a time, an item as
  /// many as Side of both.
  struct Size {
    unsigned Columns, Rows, Depth, Side;
    unsigned items() const { return Columns * Rows / (Side * Side); }
  };
  /// Declares the variable of a dimension of the range from the number of its
  /// iteration, a line each.
  using Declaration =
      llvm::function_ref<std::string(unsigned, const std::string &)>;

  TileText(const ItemTiles &Tiles, KernelUnit &Unit, KernelFunction &Function,
           llvm::ArrayRef<std::string> Limits,
           llvm::ArrayRef<std::string> Privates, Declaration Declare,
           std::string OwnRounds);

  /// Large ones first. Empty: local memory does not hold the operands.
  llvm::ArrayRef<Size> sizes() const { return Sizes; }
  /// Declarations of local memory.
  std::string memory() const;
  std::string print(const Size &S);

private:
  const ItemTiles &Tiles;
  KernelUnit &Unit;
  KernelFunction &Function;
  const llvm::ArrayRef<std::string> Limits, Privates;
  Declaration Declare;
  /// Declares how many columns a row has; empty: all have as many. Most: how
  /// many those of the tile have.
  const std::string OwnRounds;
  std::string Most;
  llvm::SmallVector<Size, 2> Sizes;
  unsigned Vector = 4; ///< neighbours that an item loads at once
  std::string Item, FirstRow, FirstColumn, OwnRow, OwnColumn, Row, Column, Part,
      Turn, Begin, Half, More, Trips, RowNumber, ColumnNumber, Place, Other,
      Loaded;
  struct Names {
    std::string Type, Tile, Next, Here;
  };
  llvm::SmallVector<Names, 4> Operands;
  struct Sum {
    std::string Type, Name;
    const clang::Expr *Kept; ///< null: a variable
  };
  llvm::SmallVector<Sum, 2> Sums;

  std::string counter(const std::string &Number) const;
  std::string columns(const Size &S) const;
  std::string again(bool OfColumn, bool OfRow) const;
  std::string load(const Size &S, const std::string &From);
  std::string fill(const Size &S, const std::string &To) const;
  std::string rounds(const Size &S);
  std::string points(const Size &S, const std::string &Inside,
                     bool Ranges) const;
  std::string point(const Size &S,
                    llvm::ArrayRef<const clang::Stmt *> Statements,
                    const std::string &Before, const std::string &Behind);
};

} // namespace twofold

#endif
