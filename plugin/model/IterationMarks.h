// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IterationMarks.h - assignments that note their iteration ---------===//
#ifndef TWOFOLD_PLUGIN_MODEL_ITERATIONMARKS_H
#define TWOFOLD_PLUGIN_MODEL_ITERATIONMARKS_H

#include "model/LoopModel.h"

namespace twofold {

/// Rewrites each assignment `x = e` in Loop.Marks, which stands in Loop.Body,
/// to `x = e, leader = iteration`, or `x = e, leader = x != x ? 1 : leader`.
/// Both variants are made from the result: Loop's body from then on.
clang::Stmt *insertMarks(const ParallelLoop &Loop, clang::ASTContext &Ctx);

} // namespace twofold

#endif
