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
#include "kernel/TileMatrices.h"
#include "schedule/ItemTiles.h"

namespace twofold {

/// One use only.
class TileText : TileNames {
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
  /// Declares how many columns a row has, and the value of the variable with
  /// which those of a row begin; both empty where no row differs from another.
  struct RowColumns {
    std::string Trips, Begin;
  };

  TileText(const ItemTiles &Tiles, KernelUnit &Unit, KernelFunction &Function,
           llvm::ArrayRef<std::string> Limits,
           llvm::ArrayRef<std::string> Privates, Declaration Declare,
           RowColumns Own);

  /// Large ones first. Empty: local memory does not hold the operands.
  llvm::ArrayRef<Size> sizes() const { return Sizes; }
  /// The value of the variable in the first of all columns.
  const std::string &begin() const { return ColumnBegin; }
  /// Declarations of local memory.
  std::string memory();
  std::string print(const Size &S);
  /// Whether what was printed has a form with instructions for matrices.
  bool hasMatrices() const { return Product.has_value(); }

private:
  const ItemTiles &Tiles;
  KernelUnit &Unit;
  KernelFunction &Function;
  const llvm::ArrayRef<std::string> Limits, Privates;
  Declaration Declare;
  const RowColumns Own;
  /// How many columns rows have that are numbered alike.
  std::string Most;
  llvm::SmallVector<Size, 2> Sizes;
  unsigned Vector = 4;   ///< neighbours that an item loads at once
  bool Matrices = false; ///< the form that is printed multiplies matrices
  std::optional<MatrixProduct> Product; ///< what each round adds, if it can
  std::string Trips;
  struct Names {
    std::string Type, Tile, Next, Here;
  };
  llvm::SmallVector<Names, 4> Operands;
  struct Sum {
    std::string Type, Name;
    const clang::Expr *Kept;                   ///< null: a variable
    const ItemTiles::Around *Beyond = nullptr; ///< in a register there, too
  };
  llvm::SmallVector<Sum, 2> Sums;

  /// How many neighbouring columns or rows an item has at a time.
  unsigned neighbours(bool OfColumns) const;
  /// Which of its sums an item is at.
  std::string at() const { return "[" + Row + "][" + Column + "]"; }
  static std::string numeral(uint64_t N) { return std::to_string(N); }
  /// Of the elements of a round: what items store together goes to several
  /// banks, and vectors stay aligned.
  unsigned lengthOf(const TileOperand &O, unsigned Wide) const;
  std::string counter(const std::string &Number) const;
  std::string columns(const Size &S) const;
  std::string beside(const Size &S);
  std::string again(bool OfColumn, bool OfRow) const;
  unsigned together(const TileOperand &O, const Size &S) const;
  std::string numbers(const TileOperand &O, const Size &S) const;
  std::string place(const TileOperand &O, const std::string &From,
                    const std::string &Behind);
  std::string loadTogether(const TileOperand &O, const Names &N,
                           const std::string &From, unsigned Count);
  std::string load(const Size &S, const std::string &From);
  std::string fill(const Size &S, const std::string &To) const;
  std::string rounds(const Size &S);
  std::string form(const Size &S);
  void matchProduct(llvm::StringRef Round);
  std::string matrixRounds(const Size &S) const;
  std::string points(const Size &S, const std::string &Inside,
                     bool Ranges) const;
  void bindBeyond();
  std::string point(const Size &S,
                    llvm::ArrayRef<const clang::Stmt *> Statements,
                    const std::string &Before, const std::string &Behind);
};

} // namespace twofold

#endif
