// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FreeSums.h - inner loops whose rounds may come in any order --------===//
#ifndef TWOFOLD_PLUGIN_ANNOTATION_FREESUMS_H
#define TWOFOLD_PLUGIN_ANNOTATION_FREESUMS_H

#include "clang/AST/ASTFwd.h"

namespace twofold {

/// Whether S says so of the loop that it annotates, which stands in another
/// one.
bool hasFreeOrder(const clang::AttributedStmt &S);

/// Lets floating-point sums and products of such loops in Loop be vectorised,
/// unless it is `deterministic`.
void freeInnerSums(clang::AttributedStmt &Loop, clang::ASTContext &Ctx);

} // namespace twofold

#endif
