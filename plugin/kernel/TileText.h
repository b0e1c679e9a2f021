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

#include "kernel/TileSums.h"

namespace twofold {

/// One use only.
class TileText final : public TileSums {
public:
  /// Columns and rows that a group computes, by rounds at a time, an item as
  /// many as Side of both.
  struct Size {
    unsigned Columns, Rows, Depth, Side;
    unsigned items() const { return Columns * Rows / (Side * Side); }
  };
  TileText(const ItemTiles &Tiles, KernelUnit &Unit, KernelFunction &Function,
           llvm::ArrayRef<std::string> Limits,
           llvm::ArrayRef<std::string> Privates, Declaration Declare,
           RowColumns Own);

  /// Large ones first. Empty: local memory does not hold the operands.
  llvm::ArrayRef<Size> sizes() const { return Sizes; }
  /// Declarations of local memory.
  std::string memory();
  std::string print(const Size &S);
  /// Whether what was printed has a form with instructions for matrices.
  bool hasMatrices() const { return Product.has_value(); }

private:
  llvm::SmallVector<Size, 2> Sizes;
  const Size *Printed = nullptr;
  unsigned Vector = 4;   ///< neighbours that an item loads at once
  bool Matrices = false; ///< the form that is printed multiplies matrices
  std::optional<MatrixProduct> Product; ///< what each round adds, if it can

  /// How many neighbouring columns or rows an item has at a time.
  unsigned neighbours(bool OfColumns) const;
  /// Of the elements of a round: what items store together goes to several
  /// banks, and vectors stay aligned.
  unsigned lengthOf(const TileOperand &O, unsigned Wide) const;
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
  std::string parts(const Size &S);
  std::string points(const std::string &Inside, bool Ranges) const override;
  std::string declaredSums() const override;
};

} // namespace twofold

#endif
