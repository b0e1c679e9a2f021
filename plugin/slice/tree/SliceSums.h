// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceSums.h - the order in which a slice is summed -----------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_SLICESUMS_H
#define TWOFOLD_PLUGIN_SLICE_TREE_SLICESUMS_H

#include "slice/tree/SliceVariables.h"

namespace twofold {

/// Lets sums and products of floating-point numbers over slices of F be
/// vectorised, by a free order of the additions, unless their loop is
/// `deterministic`. Results: the variables of F's reductions.
void freeOrderOfSums(clang::FunctionDecl &F, const SliceVariables::Set &Results,
                     clang::ASTContext &Ctx);

} // namespace twofold

#endif
