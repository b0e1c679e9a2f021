// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SectionTables.h - what tables of slices look like ------------------===//
//
// Slices are written as tables of numbers for the runtime, and read again where
// clang has parsed them: both sides know a table's shape from here.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_ABI_SECTIONTABLES_H
#define TWOFOLD_PLUGIN_ABI_SECTIONTABLES_H

namespace twofold {

/// Numbers of a bracket in a slice's table: TWOFOLD_BRACKET_WIDTH.
inline constexpr unsigned BracketWidth = 6;

} // namespace twofold

#endif
