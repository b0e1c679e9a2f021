// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowTiles.h - sums of several iterations that stay in registers -----===//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_ROWTILES_H
#define TWOFOLD_PLUGIN_SCHEDULE_ROWTILES_H

#include "access/InnerLoop.h"
#include "model/LoopModel.h"

namespace twofold {

struct NestSchedule;

/// Rounds that do nothing but `sum += [scale *] line * panel`, which the
/// runtime has functions for, or subtract it. Line is the same in all columns,
/// Panel in all iterations.
struct RowProduct {
  const clang::ArraySubscriptExpr *Line = nullptr, *Panel = nullptr;
  const clang::Expr *Scale = nullptr; ///< null: there is none
  bool Fused = false;                 ///< the product is not rounded
  bool Negated = false;               ///< ...and subtracted
  bool ScalesPanel = false;           ///< it is the panel that Scale scales
  /// Neighbours in memory are sums of neighbouring iterations, not columns.
  bool Turned = false;
  /// The touches of these elements, by number.
  unsigned LineTouch = 0, PanelTouch = 0;
};

/// The strategy `tile`, of a nest that is all that an iteration does: Rows
/// iterations of the annotated loop run side by side, their sums over Width
/// columns stay in registers from round to round. What the columns read comes
/// from a copy in the order in which it is read.
struct RowTiles {
  clang::QualType Element; ///< of the sums
  unsigned Rows = 0;       ///< iterations side by side
  unsigned Lanes = 0;      ///< of one vector
  unsigned Vectors = 0;    ///< of one iteration
  bool Masked = false;     ///< part of a vector is as fast as all of it
  const clang::ForStmt *Rounds = nullptr;
  /// Variables of a column that rounds use, each of which has vectors.
  llvm::SmallVector<const clang::VarDecl *, 2> Sums;
  /// Elements that are the same in all iterations, and whether neighbouring
  /// columns have neighbours.
  struct Panel {
    const clang::Expr *Place;
    bool Near;
  };
  llvm::SmallVector<Panel, 2> Panels;
  /// Elements that are the same in all columns, and far apart in the rounds.
  llvm::SmallVector<const clang::Expr *, 2> Lines;
  /// Touches, by number, whose iterations are apart if their strides are as
  /// wide as what one iteration touches.
  llvm::SmallVector<unsigned, 4> Strided;
  std::optional<RowProduct> Product;
  /// By how many columns further each iteration begins and ends than the one
  /// before it: -1, 0 or 1.
  int Begins = 0, Ends = 0;

  bool slanted() const { return Begins != 0 || Ends != 0; }
  unsigned width() const { return Lanes * Vectors; }
  /// Fewer iterations run one by one.
  static constexpr unsigned FewestRows = 4;
};

/// Of a nest whose shape and proof are known. Nothing: Nest.NotTiles says why.
std::optional<RowTiles> findRowTiles(const ParallelLoop &Loop,
                                     NestSchedule &Nest,
                                     clang::ASTContext &Ctx);

/// The product that the rounds of Tiles, which have all else, are. All that is
/// in registers there is one sum.
std::optional<RowProduct> findRowProduct(const ParallelLoop &Loop,
                                         const NestSchedule &Nest,
                                         const RowTiles &Tiles,
                                         const clang::ASTContext &Ctx);

/// A number that is the same in all iterations, and read from no memory.
bool isNumber(const clang::Expr &E, const ParallelLoop &Loop);

/// The array, or the pointer to it, whose element Place is; null: it has no
/// name.
const clang::ValueDecl *baseOf(const clang::Expr &Place);

/// The touch of Place in the rounds that does not move by the axis Fixed, by
/// number; nothing: there is none, or there are several at different places.
std::optional<unsigned> touchOf(const clang::Expr &Place,
                                const NestSchedule &Nest, int Fixed);

} // namespace twofold

#endif
