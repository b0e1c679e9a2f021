// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceChecks.h - shapes that are wrong at compile time --------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_SLICECHECKS_H
#define TWOFOLD_PLUGIN_SLICE_TREE_SLICECHECKS_H

#include "clang/AST/Type.h"

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
} // namespace clang

namespace twofold {
class Diagnostics;

/// Reports slices of F whose constant lengths do not fit together, and sections
/// without a length of what has none itself. What is not constant is left to
/// twofold_section_shapes. Loops of F get the form that splitSlicedLoops gives.
void checkSlices(clang::FunctionDecl &F, clang::ASTContext &Ctx,
                 Diagnostics &Diags);

/// The type T of a call of twofold_section_count<T>::of, null of anything else.
clang::QualType countedType(const clang::Expr *E);

/// The N of twofold_section_count<T[N]>::of, or of std::array<T, N>.
std::optional<uint64_t> countedElements(const clang::Expr *E,
                                        const clang::ASTContext &Ctx);

} // namespace twofold

#endif
