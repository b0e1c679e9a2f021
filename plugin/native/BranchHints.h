// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BranchHints.h - extrema that are seldom replaced -------------------===//
#ifndef TWOFOLD_PLUGIN_NATIVE_BRANCHHINTS_H
#define TWOFOLD_PLUGIN_NATIVE_BRANCHHINTS_H

#include "model/LoopModel.h"

namespace twofold {

/// Marks the branch of `if (e < m) m = e;` as unlikely where the optimiser
/// cannot vectorise it: floating extrema that honour NaNs, and extrema with
/// followers. Without the mark the optimiser selects one of two values, and
/// each iteration waits for the result of the last; a branch is predicted. To
/// be called before Loop.Body is redirected to the variant's variables.
void hintExtremumBranches(const ParallelLoop &Loop, clang::ASTContext &Ctx);

} // namespace twofold

#endif
