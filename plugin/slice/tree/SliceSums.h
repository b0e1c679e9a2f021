// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceSums.h - the order in which a slice is summed -----------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_SLICESUMS_H
#define TWOFOLD_PLUGIN_SLICE_TREE_SLICESUMS_H

#include "slice/tree/SliceVariables.h"

namespace twofold {

/// Lets sums and products of floating numbers over slices of F, which have the
/// Results, be vectorised:
/// their order is free, unless the loop they are in is `deterministic`.
void freeOrderOfSums(clang::FunctionDecl &F, const SliceVariables::Set &Results,
                     clang::ASTContext &Ctx);

} // namespace twofold

#endif
