// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SectionTables.h - what twofold/sections.h calls things -------------===//
//
// Slices are written as C in terms of that header. The few of its names that
// are looked for where clang has parsed it stand here, and a table's shape.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_ABI_SECTIONTABLES_H
#define TWOFOLD_PLUGIN_ABI_SECTIONTABLES_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class Stmt;
} // namespace clang

namespace twofold {

/// Numbers of a bracket in a slice's table: TWOFOLD_BRACKET_WIDTH.
inline constexpr unsigned BracketWidth = 6;

namespace section {
using llvm::StringLiteral;

inline constexpr StringLiteral Prefix = "twofold_section_";

inline constexpr StringLiteral Shapes = "twofold_section_shapes";
inline constexpr StringLiteral Memory = "twofold_section_memory";
inline constexpr StringLiteral Whole = "twofold_section_whole";
inline constexpr StringLiteral First = "twofold_section_first";
inline constexpr StringLiteral Address = "twofold_section_address";
inline constexpr StringLiteral Count = "twofold_section_count"; ///< a class

/// The function of that header that S calls; else empty.
llvm::StringRef called(const clang::Stmt *S);
} // namespace section

} // namespace twofold

#endif
