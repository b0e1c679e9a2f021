// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PivotUpdates.h - rounds that read what one of them may change ------===//
//
//   for (j) d[i][j] = min(d[i][j], d[i][k] + d[k][j]);
//
// Round k of the loop stores into d[i][k], which all rounds read. It leaves
// what is there where d[k][k] is not negative. A negative one stays negative,
// so that an item can look at it while others run.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_PIVOTUPDATES_H
#define TWOFOLD_PLUGIN_SCHEDULE_PIVOTUPDATES_H

#include "access/InnerLoop.h"
#include "model/LoopModel.h"

namespace twofold {

struct PivotUpdate {
  const clang::Expr *Read = nullptr;  ///< d[i][k]
  const clang::Expr *Added = nullptr; ///< d[k][j]
  const clang::Expr *Row = nullptr;   ///< i
  /// The variable k: the loop's rounds are independent if Added is 0 in that
  /// round, or, unless its type has no sign, positive. Then that round changes
  /// nothing, nor does any round of row k.
  const clang::DeclRefExpr *Round = nullptr;
  /// The loop runs within rows, of whatever length: no round stores what
  /// another one reads as Added.
  bool Within = false;
};

/// Nothing: F is no such loop. Its rounds may be dependent on each other for
/// other reasons, too.
std::optional<PivotUpdate> findPivotUpdate(const clang::ForStmt &F,
                                           const InnerLoop &Counts,
                                           const ParallelLoop &Loop,
                                           clang::ASTContext &Ctx);

} // namespace twofold

#endif
