// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TileSums.h - the sums of a tile, and what is done around them ------===//
//
// A tile has a sum for each of its columns of each of its rows. What is done
// with them ahead of the rounds and behind them is the same whoever computes
// the tile: a group of a GPU (TileText.h), or one item of a CPU (BlockText.h).
//
#ifndef TWOFOLD_PLUGIN_KERNEL_TILESUMS_H
#define TWOFOLD_PLUGIN_KERNEL_TILESUMS_H

#include "kernel/KernelFunction.h"
#include "kernel/TileMatrices.h"
#include "schedule/ItemTiles.h"

namespace twofold {

class TileSums : protected TileNames {
public:
  /// Declares the variable of a dimension of the range from the number of its
  /// iteration, a line each.
  using Declaration =
      llvm::function_ref<std::string(unsigned, const std::string &)>;
  /// Declares how many columns a row has, and the value of the variable with
  /// which those of a row begin; both empty where no row differs from another.
  struct RowColumns {
    std::string Trips, Begin;
  };

  /// The value of the variable in the first of all columns.
  const std::string &begin() const { return ColumnBegin; }

protected:
  const ItemTiles &Tiles;
  KernelUnit &Unit;
  KernelFunction &Function;
  const llvm::ArrayRef<std::string> Limits, Privates;
  Declaration Declare;
  const RowColumns Own;
  /// How many columns rows have that are numbered alike.
  std::string Most;
  std::string Trips;
  struct Sum {
    std::string Type, Name;
    const clang::Expr *Kept;                   ///< null: a variable
    const ItemTiles::Around *Beyond = nullptr; ///< in a register there, too
  };
  llvm::SmallVector<Sum, 2> Sums;
  /// Names of an operand: memory of its own, what comes into that next, and
  /// what an item has of it in a round.
  struct Names {
    std::string Type, Tile, Next, Here;
  };
  llvm::SmallVector<Names, 4> Operands;
  /// How many columns and rows a tile has, the number of its last column, and
  /// of its rows the first one that an item looks at, and how it comes to the
  /// next.
  struct Extent {
    std::string Columns, LastColumn, Rows, FirstRow, NextRow;
  };

  TileSums(const ItemTiles &Tiles, KernelUnit &Unit, KernelFunction &Function,
           llvm::ArrayRef<std::string> Limits,
           llvm::ArrayRef<std::string> Privates, Declaration Declare,
           RowColumns Own);
  TileSums(const TileSums &) = default;
  ~TileSums() = default;

  /// Which of its sums an item is at.
  std::string at() const { return "[" + Row + "][" + Column + "]"; }
  static std::string numeral(uint64_t N) { return std::to_string(N); }
  std::string typeOf(clang::QualType T) const {
    return Unit.Types.memory(T.getUnqualifiedType());
  }
  /// Runs the code for each row and column that the item has. Ranges: if there
  /// is one.
  virtual std::string points(const std::string &Inside, bool Ranges) const = 0;
  /// Declares the sums, where that is not done ahead of the form.
  virtual std::string declaredSums() const = 0;
  /// All that an item does once it knows which tile is its own, around what
  /// Rounds prints.
  std::string around(const Extent &Of,
                     llvm::function_ref<std::string()> Rounds);
  std::string counter(const std::string &Number) const;
  std::string again(bool OfColumn, bool OfRow) const;
  /// The operand is its one element, in memory that all groups have.
  bool isElement(const TileOperand &O) const;
  /// The row of this number, or one that is there in its place.
  std::string rowToRead(const std::string &Number) const;
  /// Of the row, where rows differ: whether it has the column. Two lines, of
  /// which the second one opens a block; nothing where no row differs.
  std::string hasColumn() const;
  /// What Print prints of the rounds, in which operands and sums are what Here
  /// and SumOf say of their number.
  std::string bound(llvm::function_ref<std::string(unsigned)> Here,
                    llvm::function_ref<std::string(unsigned)> SumOf,
                    llvm::function_ref<std::string()> Print);
  /// The statements of a round, but for those that only declare an operand.
  llvm::SmallVector<const clang::Stmt *, 4> statements() const;

private:
  std::string columns(const Extent &Of) const;
  std::string beside(const Extent &Of);
  void bindBeyond();
  std::string point(llvm::ArrayRef<const clang::Stmt *> Statements,
                    const std::string &Before, const std::string &Behind);
};

} // namespace twofold

#endif
