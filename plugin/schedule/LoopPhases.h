// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopPhases.h - a loop as several, one after the other --------------===//
//
//   for (i) { t[i] = 0; for (j) t[i] += a[i][j] * x[j];
//             for (j) y[j] += a[i][j] * t[i]; }
//
// does to each element, in the same order, what these do:
//
//   for (i) { t[i] = 0; for (j) t[i] += a[i][j] * x[j]; }
//   for (j) for (i) y[j] += a[i][j] * t[i];
//
// Iterations have nothing to do with each other but for elements that they
// update together. So whatever one of them does may wait until all of them have
// done what comes before it, and updates of one element that no iteration does
// more with may be made by one item, in the order of iterations.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_LOOPPHASES_H
#define TWOFOLD_PLUGIN_SCHEDULE_LOOPPHASES_H

#include "access/AccessAnalysis.h"
#include "model/LoopModel.h"

namespace twofold {

struct LoopPhase {
  /// Of some statements of the iteration. Captures have the same entries of
  /// args as those of the whole loop.
  ParallelLoop Loop;
  AccessModel Model; ///< of that
  /// Its iterations are rounds of this loop, which the whole loop has inside,
  /// and the rounds of their loop are the iterations; null: they are the same.
  const clang::ForStmt *Turned = nullptr;
  /// Turned: the args entry, which there is none of, of the number of the whole
  /// loop's iterations.
  unsigned Count = 0;
  /// The bodies of its loops, and those of the whole loop's that they are
  /// taken from; others are the same.
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Written;
};

/// In their order, where each has neighbours read neighbouring elements. They
/// do what Loop does, whose iterations may run in any order, where no written
/// base overlaps another. Empty: the loop does not fall into such.
llvm::SmallVector<LoopPhase, 2> findPhases(const ParallelLoop &Loop,
                                           const AccessModel &Model,
                                           clang::ASTContext &Ctx);

} // namespace twofold

#endif
