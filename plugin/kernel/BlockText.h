// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BlockText.h - tiles of sums that one item of a CPU computes --------===//
//
//   __local float s_sums[192][64];
//   for (rows and columns) { s_sums[row][column] = 0; }
//   for (begin = 0; begin < k_trips; begin += 256) {
//     what columns read in 256 rounds, in the order of rounds
//     for (own_row = 0; ..; own_row += BLOCK_ROWS)
//       for (own_column = 0; ..; own_column += 16 * BLOCK_VECTORS) {
//         float16 s_here[BLOCK_ROWS][BLOCK_VECTORS] = those of s_sums
//         for (turn = 0; turn < 256; ++turn)
//           s_here[row][part] += (float16)(a_here[row]) * b_here[part];
//         into s_sums again
//       }
//   }
//   for (rows and columns) { c[..] = s_sums[row][column]; }
//
// A CPU has vectors, registers for as many sums, and caches in the place of
// local memory; it has no use for barriers.
//
#ifndef TWOFOLD_PLUGIN_KERNEL_BLOCKTEXT_H
#define TWOFOLD_PLUGIN_KERNEL_BLOCKTEXT_H

#include "kernel/TileSums.h"
#include "twofold/abi.h"

namespace twofold {

/// One use only.
class BlockText final : public TileSums {
public:
  /// What a group of a GPU computes otherwise. High: how many rows an item has.
  BlockText(const TileSums &Of, llvm::StringRef High);

  /// Declarations of local memory: a group has one item, but the driver's
  /// compiler puts private memory for all items of other forms' groups on a
  /// thread's stack.
  std::string memory() const;
  std::string print();

private:
  static constexpr unsigned Columns = TWOFOLD_BLOCK_COLUMNS;
  unsigned Lanes = 16, Depth = 0;
  std::string High, Deep, Rows, Vectors;
  llvm::SmallVector<std::string, 2> Here; ///< sums in registers
  /// The type of all that rounds compute with, where vectors of it do the same
  /// as it does, lane by lane.
  clang::QualType Whole;
  llvm::SmallVector<const clang::Expr *, 2> Alike; ///< the same in all lanes
  llvm::SmallVector<const clang::VarDecl *, 2> Inside; ///< of a round

  std::string rowsHere() const;
  std::string columnsHere() const;
  bool isVector(const clang::Expr *E);
  bool isVector(const clang::Stmt *S);
  bool staysInPlace(const TileOperand &O) const;
  std::string fill(unsigned Operand);
  std::string lines(unsigned Operand);
  std::string inRow(unsigned Operand) const;
  std::string vectorRound();
  std::string scalarRound();
  std::string rounds();
  std::string points(const std::string &Inside, bool Ranges) const override;
  std::string declaredSums() const override { return ""; }
};

} // namespace twofold

#endif
