// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowTiles.h - sums of several iterations that stay in registers -----===//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_ROWTILES_H
#define TWOFOLD_PLUGIN_SCHEDULE_ROWTILES_H

#include "access/InnerLoop.h"
#include "model/LoopModel.h"

namespace twofold {

struct NestSchedule;

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

  unsigned width() const { return Lanes * Vectors; }
  /// Fewer iterations run one by one.
  static constexpr unsigned FewestRows = 4;
};

/// Of a nest whose shape and proof are known. Nothing: Nest.NotTiles says why.
std::optional<RowTiles> findRowTiles(const ParallelLoop &Loop,
                                     NestSchedule &Nest,
                                     clang::ASTContext &Ctx);

} // namespace twofold

#endif
