// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExitPlan.h - parallel loops that iterations may leave ------------===//
//
// docs/build/decisions/0005-exits.md. A loop with `break` or `return` becomes
//
//   exit = trips;
//   search: in parallel, the lowest iteration that leaves     (a reduction)
//   rest:   in parallel, iterations [0, exit), without exits
//   the iteration that leaves, in place and as the user wrote it
//
// The search runs a copy of the body up to its last exit. Where that copy could
// be noticed, the loop stays as it is and runs in order.
#ifndef TWOFOLD_PLUGIN_EXIT_EXITPLAN_H
#define TWOFOLD_PLUGIN_EXIT_EXITPLAN_H

#include "lower/LoweredLoop.h"

namespace twofold {

struct ExitPlan {
  /// Why the loop runs in order; nothing else is set then.
  std::optional<Refusal> InOrder;
  /// The loop cannot be transformed, which has been reported.
  bool Failed = false;
  /// Of a loop that Failed: whether it Stays.
  LoopVerdict Order;
  ParallelLoop Search;
  Understanding Known; ///< of Search
  /// What follows the last exit in the body, where that is anything.
  std::optional<ParallelLoop> Rest;
  /// What runs in place in the iteration that leaves.
  clang::Stmt *Leaving = nullptr;
  /// The body as it was written, where Rest can be there twice.
  clang::Stmt *Whole = nullptr;
  /// Variables have the values of an iteration before the one that leaves, so
  /// that one runs in place too.
  bool RepeatsLast = false;
  /// Variables of the loop that Rest has others for, and what was moved there.
  llvm::SmallVector<std::pair<clang::VarDecl *, clang::VarDecl *>, 4> Renamed;
  llvm::SmallVector<clang::Stmt *, 8> Moved;

  /// Has Moved speak of the loop's own variables again, and note nothing of
  /// what Rest tells of its iterations.
  void restore(clang::ASTContext &Ctx) const;
};

/// Loop has exits; data sharing has not been decided. Changes what follows the
/// last exit in Loop's body to refer to the variables of Rest.
ExitPlan planExits(const ParallelLoop &Loop, clang::Sema &S,
                   Diagnostics &Diags);

} // namespace twofold

#endif
