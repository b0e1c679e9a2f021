// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InferredCollapse.h - an inner loop that a kernel shares out --------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_INFERREDCOLLAPSE_H
#define TWOFOLD_PLUGIN_DEPEND_INFERREDCOLLAPSE_H

#include "access/AccessModel.h"
#include "access/InnerLoop.h"

namespace twofold {

/// The loop directly inside the parallel ones: nothing stands beside it, its
/// bounds stay the same, and its iterations are proven independent as long as
/// different bases do not overlap, which each call finds out.
struct InferredCollapse {
  const clang::ForStmt *Loop = nullptr;
  InnerLoop Counts;
  unsigned Axis = 0; ///< its number
};

/// E is made of numbers and captured integers that the loop only reads.
bool staysSame(const clang::Expr *E, const ParallelLoop &Loop);

/// E is made of numbers and of variables that are known: nothing is loaded, and
/// nothing happens.
bool isMadeOf(const clang::Expr *E,
              llvm::function_ref<bool(const clang::ValueDecl *)> IsKnown);

/// Each item counts in 64 bits, signed: its numbers must be those of C.
bool countsPlainly(const InnerLoop &Counts, const clang::ASTContext &Ctx);

/// InOrder: the loop's iterations depend on each other.
std::optional<InferredCollapse> inferCollapse(const ParallelLoop &Loop,
                                              bool InOrder,
                                              const AccessModel &Model,
                                              clang::ASTContext &Ctx);

} // namespace twofold

#endif
