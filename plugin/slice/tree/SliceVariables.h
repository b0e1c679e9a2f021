// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceVariables.h - what the text of slices declares ----------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_SLICEVARIABLES_H
#define TWOFOLD_PLUGIN_SLICE_TREE_SLICEVARIABLES_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

/// The variables that tests and loops of slices name, without tables.
struct SliceVariables {
  using Set = llvm::SmallPtrSet<const clang::VarDecl *, 16>;
  Set Bounds;  ///< lengths, starts and strides
  Set Results; ///< of reductions, and the values at their places

  /// Those of the slices in S.
  explicit SliceVariables(const clang::Stmt *S);
};

/// The first test of shapes in S, or null.
const clang::Stmt *sliceIn(const clang::Stmt *S);

/// Lets sums and products of floating-point numbers over slices of F be
/// vectorised, by a free order of the additions, unless their loop is
/// `deterministic`. Results: the variables of F's reductions.
void freeOrderOfSums(clang::FunctionDecl &F, const SliceVariables::Set &Results,
                     clang::ASTContext &Ctx);

} // namespace twofold

#endif
