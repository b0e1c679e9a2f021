// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementSums.h - sums of elements as variables of the iteration -----===//
//
// `for (j) y[i] += a[i][j] * x[j];` becomes
// `float kept = y[i]; for (j) kept += a[i][j] * x[j]; y[i] = kept;`
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_ELEMENTSUMS_H
#define TWOFOLD_PLUGIN_SCHEDULE_ELEMENTSUMS_H

#include "model/LoopModel.h"

namespace twofold {

/// A copy of a loop's body, which is right where the first loop directly in the
/// body has rounds and no written base overlaps another.
struct ElementSums {
  ParallelLoop Loop;
  /// The bodies of its inner loops, and what they are copies of.
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Written;
};

/// Nothing: loops directly in the body have no such sums, or are not the same
/// in all iterations, or the body cannot be copied. Sums of loops that count
/// otherwise than the first one, which may have no rounds, stay in memory.
std::optional<ElementSums> withElementSums(const ParallelLoop &Loop,
                                           clang::ASTContext &Ctx);

} // namespace twofold

#endif
