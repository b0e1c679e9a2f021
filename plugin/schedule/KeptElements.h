// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KeptElements.h - elements that a loop updates in a register --------===//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_KEPTELEMENTS_H
#define TWOFOLD_PLUGIN_SCHEDULE_KEPTELEMENTS_H

#include "schedule/ItemLoops.h"

namespace twofold {

/// One element of an array, which each round of a loop updates: `c[i][j]` in
/// `for (k) c[i][j] += a[i][k] * b[k][j]`.
struct KeptElement {
  llvm::SmallVector<const clang::Expr *, 2> Places; ///< where the loop names it
};

/// Those of S that nothing else in the loop touches as long as no written base
/// overlaps another. Of the loops Items one round is run, and their variables
/// stay what they are.
llvm::SmallVector<KeptElement, 1>
findKeptElements(const clang::ForStmt &S, const ParallelLoop &Loop,
                 llvm::ArrayRef<ItemLoops> Items, clang::ASTContext &Ctx);

} // namespace twofold

#endif
