// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopSplitter.h - annotated loops with slices in them --------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_LOOPSPLITTER_H
#define TWOFOLD_PLUGIN_SLICE_TREE_LOOPSPLITTER_H

#include "model/LoopModel.h"

namespace twofold {

/// Each annotated loop of F that slices stand in becomes
/// `if (the slices' tests hold for all iterations) loop without tests; else
/// loop`, or the loop without tests alone where they are known to hold.
void splitSlicedLoops(clang::FunctionDecl &F, clang::ASTContext &Ctx);

/// What keeps the slices in Loop, if there are any, from being plain loops.
std::optional<Refusal> sliceObstacle(const ParallelLoop &Loop,
                                     clang::ASTContext &Ctx);
bool isSliceObstacle(diag::Id Reason);

} // namespace twofold

#endif
