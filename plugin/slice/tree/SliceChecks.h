// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceChecks.h - what statements on slices may do ------------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_SLICECHECKS_H
#define TWOFOLD_PLUGIN_SLICE_TREE_SLICECHECKS_H

#include "model/LoopModel.h"

namespace twofold {

/// Reports slices of F whose constant lengths do not fit together, and sections
/// without a length of what has none itself. What is not constant is left to
/// twofold_section_shapes. Loops of F get the form that splitSlicedLoops gives.
void checkSlices(clang::FunctionDecl &F, clang::ASTContext &Ctx,
                 Diagnostics &Diags);

/// Reports which statements of F on slices share a loop. Takes the loop away
/// where it could change a value that is read before it, a variable that is not
/// local or whose address is taken, and where it calls functions that could
/// look at what it changes.
void checkFusedSlices(clang::FunctionDecl &F, clang::ASTContext &Ctx,
                      Diagnostics &Diags);

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
