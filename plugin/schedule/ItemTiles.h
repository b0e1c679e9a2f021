// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ItemTiles.h - sums of a tile that a work-group computes ------------===//
//
//   for (i) for (j) { s = 0; for (k) s += a[i][k] * b[k][j]; c[i][j] = s; }
//
// Each item of a kernel has one column of one row, and neighbours read the same
// elements again and again. Instead a group has a tile of both: what rounds
// read for a row, or for a column, is put into local memory once for all, and
// an item has the sums of several rows and columns in registers.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_ITEMTILES_H
#define TWOFOLD_PLUGIN_SCHEDULE_ITEMTILES_H

#include "schedule/KeptElements.h"

namespace twofold {

/// A value that is the same in all columns, or in all rows, of a tile.
struct TileOperand {
  const clang::Expr *Value = nullptr;
  bool Column = false; ///< of a column, in all rows
  bool Near = false;   ///< neighbouring rounds read neighbouring elements
  bool Reads = false;  ///< memory, at places that differ from round to round
  /// The one element that it reads, where neighbouring rounds (Near), or
  /// columns or rows, read neighbouring elements and differ in nothing else.
  const clang::ArraySubscriptExpr *Element = nullptr;
};

/// How rows' columns differ: none, or each row's end, or begin, further than
/// those of the row before it.
enum class Slant { None, Ends, Begins };

struct ItemTiles {
  const clang::ForStmt *Loop = nullptr; ///< its rounds are run in order
  Slant Columns = Slant::None;
  InnerLoop Counts;
  unsigned Row = 1, Rest = 2; ///< dimensions of the range; columns are 0
  /// What an item does before the loop, in each round, and behind it.
  llvm::SmallVector<const clang::Stmt *, 4> Ahead, Rounds, Behind;
  /// What is done once for each row, whether it has columns or not.
  llvm::SmallVector<const clang::Stmt *, 2> Beside;
  /// Variables of which each column of each row has one.
  llvm::SmallVector<const clang::VarDecl *, 2> Sums;
  llvm::SmallVector<KeptElement, 1> Kept; ///< in registers in the loop
  /// What else touches one of these: then it is in its register from the first
  /// of them on, and stored behind all of them.
  struct Around {
    llvm::SmallVector<const clang::Expr *, 2> Places; ///< empty: not known
    const clang::Stmt *First = nullptr; ///< of Ahead, which touches it always
    bool Loads = true;                  ///< the first place needs its value
  };
  llvm::SmallVector<Around, 1> Beyond; ///< of each of Kept
  /// Declared Ahead, but to be declared again where they are used, and whether
  /// they are different in columns and in rows.
  struct Repeated {
    const clang::VarDecl *Variable;
    bool Column, Row;
  };
  llvm::SmallVector<Repeated, 2> Again;
  llvm::SmallVector<TileOperand, 4> Operands;
  /// Expressions of rounds that are operands, by number, and so are variables.
  llvm::SmallVector<std::pair<const clang::Expr *, unsigned>, 4> Uses;
  llvm::SmallVector<std::pair<const clang::VarDecl *, unsigned>, 2> Locals;
};

/// Where Items and the annotated loops are dimensions, in this order, and
/// Columns says how the first one's differ. Swaps the last two of three by Row
/// and Rest. Why: where there are none, though items
/// run rounds of a loop, but for the message's first argument.
std::optional<ItemTiles>
findItemTiles(const ParallelLoop &Loop, const AccessModel &Model,
              llvm::ArrayRef<ItemLoops> Items, llvm::ArrayRef<unsigned> Range,
              Slant Columns, std::optional<Refusal> &Why,
              clang::ASTContext &Ctx);

} // namespace twofold

#endif
