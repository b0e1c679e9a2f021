// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SectionTables.h - what twofold/sections.h calls things -------------===//
//
// Slices are written as C in terms of that header, and read again where clang
// has parsed them: both sides know its names, and a table's shape, from here.
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

/// What slices are written with and read again by. Nothing else of that header
/// is looked for where clang has parsed it.
namespace section {
using llvm::StringLiteral;

inline constexpr StringLiteral Prefix = "twofold_section_";

inline constexpr StringLiteral Shapes = "twofold_section_shapes";
inline constexpr StringLiteral Seeks = "twofold_section_seeks";
inline constexpr StringLiteral Plan = "twofold_section_plan";
inline constexpr StringLiteral Fuses = "twofold_section_fuses";
inline constexpr StringLiteral Memory = "twofold_section_memory";
inline constexpr StringLiteral Release = "twofold_section_release";
inline constexpr StringLiteral Whole = "twofold_section_whole";
inline constexpr StringLiteral First = "twofold_section_first";
inline constexpr StringLiteral Address = "twofold_section_address";
inline constexpr StringLiteral Count = "twofold_section_count"; ///< a class

/// The function of that header that S calls; else empty.
llvm::StringRef called(const clang::Stmt *S);
} // namespace section

} // namespace twofold

#endif
