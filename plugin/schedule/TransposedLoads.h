// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransposedLoads.h - rows that are read where columns are stored ----===//
//
//   for (i) for (j) b[j][i] = a[i][j];
//
// Whichever loop neighbouring items belong to, they either read or store
// elements that are a row apart. Instead a group reads a tile in the order of
// what is read, and its items then go on in the order of what is stored.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_TRANSPOSEDLOADS_H
#define TWOFOLD_PLUGIN_SCHEDULE_TRANSPOSEDLOADS_H

#include "schedule/ItemLoops.h"

namespace twofold {

struct TransposedLoads {
  unsigned Row = 1, Rest = 2; ///< dimensions of the range; columns are 0
  /// The dimension, columns or rows, in which elements that are read follow
  /// each other. Those that are stored do in the other one.
  unsigned Along = 0;
  /// Reads of one element of memory that the loop does not change, by all
  /// iterations. Those in one entry are of the same element.
  llvm::SmallVector<llvm::SmallVector<const clang::Expr *, 1>, 2> Loads;

  /// Of a group's local memory, for one iteration.
  unsigned bytes(const clang::ASTContext &Ctx) const;
};

/// Where Items and the annotated loops are dimensions, in this order.
std::optional<TransposedLoads>
findTransposedLoads(const ParallelLoop &Loop, const AccessModel &Model,
                    llvm::ArrayRef<ItemLoops> Items,
                    llvm::ArrayRef<unsigned> Range, clang::ASTContext &Ctx);

} // namespace twofold

#endif
