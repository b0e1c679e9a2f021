// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceAttributes.h - marks between the tokens of a slice ------------===//
//
// A slice's expression is parsed several times: for its type, for the loop over
// its elements, and for the loops that come in when memory overlaps. One of
// them reports what is wrong with it; the others stand between twofold_quiet(1)
// and twofold_quiet(0).
//
// What a slice becomes is looked at again where clang has parsed it. An `if`
// that tests something says so, with the tables that it looks at, in
// twofold_slice: precompiled files, modules and instantiated templates have
// that, too.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICEATTRIBUTES_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICEATTRIBUTES_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace clang {
class DiagnosticsEngine;
class Expr;
class IfStmt;
class Stmt;
class VarDecl;
} // namespace clang

namespace twofold {
class Diagnostics;

/// Reports an error that was made quietly and that no loud copy has repeated.
/// To be called when a function is complete.
void reportQuietErrors(clang::DiagnosticsEngine &Engine, Diagnostics &Diags);

/// A test that a slice's text makes with an `if`.
struct SliceTest {
  enum Kind {
    Shapes, ///< they agree, and there are elements
    Mask,   ///< they agree; a condition's values are kept under it
    Plan,   ///< no order of the elements is needed
    Fusion, ///< statements may share a loop
  } What = Shapes;
  unsigned Written = 1;    ///< operands, which are the first ones
  unsigned Statements = 1; ///< that would share a loop
};

/// The tables that it looks at: twofold/sections.h says what they hold.
/// Brackets and the site are there for shapes, the others for overlap.
template <typename Table> struct SliceTables {
  Table Lengths, Brackets, Site, First, Operands;
};

/// The attribute of an `if` in the text. Tables are names; empty: there is
/// none.
std::string sliceTestText(SliceTest Test,
                          const SliceTables<std::string> &Tables);

/// The same where it has been parsed.
struct ParsedSliceTest : SliceTest, SliceTables<const clang::VarDecl *> {
  clang::IfStmt *If;
};
std::optional<ParsedSliceTest> sliceTest(const clang::Stmt *S);

/// A table's elements, if it is one.
llvm::ArrayRef<clang::Expr *> rowsOf(const clang::VarDecl *Table);

} // namespace twofold

#endif
