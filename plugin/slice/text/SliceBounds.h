// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceBounds.h - lengths, starts and addresses, read again ----------===//
//
// What a section leaves out its array gives. The text of a slice calls
// functions of twofold/sections.h for that; this is the only place that knows
// their names and the order of their arguments.
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICEBOUNDS_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICEBOUNDS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace twofold {

/// The length of a section that gives none, or the start of one that gives
/// neither.
struct ArrayBound {
  const clang::Expr *Array;   ///< its size in bytes, or its elements
  const clang::Expr *Element; ///< an element's size in bytes, or 1
  const clang::Expr *Start;   ///< null: the start is what is computed
  const clang::Expr *Stride;
  const clang::Expr *Pointer; ///< stands where an array should; else null
};
std::optional<ArrayBound> arrayBound(const clang::Expr *E);

/// How many elements E counts, where it asks a class or an array of C++ for
/// that and the type tells.
std::optional<uint64_t> countedElements(const clang::Expr *E,
                                        const clang::ASTContext &Ctx);

/// What stands between the colons of a section, given the initialiser of the
/// variable that keeps it; null where nothing does.
const clang::Expr *writtenBound(const clang::Expr &Init);

/// In C++, the function that gives an element's address.
inline constexpr llvm::StringLiteral ElementAddress = "twofold_section_address";
/// The element whose address E gives by it; else null.
const clang::Expr *addressedElement(const clang::Expr *E);

} // namespace twofold

#endif
