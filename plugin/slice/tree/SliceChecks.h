// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceChecks.h - shapes that are wrong at compile time --------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_SLICECHECKS_H
#define TWOFOLD_PLUGIN_SLICE_TREE_SLICECHECKS_H

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace twofold {
class Diagnostics;

/// Reports slices of F whose constant lengths do not fit together, and sections
/// without a length of what has none itself. What is not constant is left to
/// twofold_section_shapes. Loops of F get the form that splitSlicedLoops gives.
void checkSlices(clang::FunctionDecl &F, clang::ASTContext &Ctx,
                 Diagnostics &Diags);

} // namespace twofold

#endif
