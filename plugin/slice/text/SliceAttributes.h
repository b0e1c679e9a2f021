// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceAttributes.h - marks between the tokens of a slice ------------===//
//
// A slice's expression is parsed several times: for its type, for the loop over
// its elements, and for the loops that run when memory overlaps. One of them
// reports what is wrong with it; the others stand between twofold_quiet(1) and
// twofold_quiet(0).
//
// What a slice becomes is looked at again once clang has parsed it. An `if`
// that tests something carries the attribute twofold_slice, which says what is
// tested and names the tables that are looked at. So slice/tree needs no names
// of the text, and precompiled files, modules and instantiated templates work
// alike.
#ifndef TWOFOLD_PLUGIN_SLICE_TEXT_SLICEATTRIBUTES_H
#define TWOFOLD_PLUGIN_SLICE_TEXT_SLICEATTRIBUTES_H

#include "clang/AST/ASTFwd.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace clang {
class DiagnosticsEngine;
}

namespace twofold {
class Diagnostics;

/// Reports an error in quiet tokens that no other copy of them has repeated. To
/// be called when a function is complete.
void reportQuietErrors(clang::DiagnosticsEngine &Engine, Diagnostics &Diags);

/// A test that a slice's text makes with an `if`.
struct SliceTest {
  enum Kind {
    Shapes, ///< they agree, and there are elements
    Mask,   ///< they agree; a condition's values are kept in an array
    Order,  ///< the order of the elements makes no difference
    Plan,   ///< nor does it where the right side would be kept in an array
    Fusion, ///< statements may share a loop
  } What = Shapes;
  unsigned Written = 1;    ///< the first so many operands are written
  unsigned Statements = 1; ///< so many would share a loop
};

/// The tables that a test looks at; twofold/sections.h says what they hold.
/// Brackets and Site are there for shapes, First and Operands for overlap.
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

/// The columns of a row of brackets: twofold/sections.h says what they hold.
struct SliceBracketRow {
  enum Column { Operand, Dimension, Length, Start, Stride, Size, Width };
};

/// The mark before a test, by which a slice's text is told from the user's.
inline constexpr llvm::StringLiteral SliceMark = "twofold_slice";

/// A table's elements, if it is one.
llvm::ArrayRef<clang::Expr *> rowsOf(const clang::VarDecl *Table);

} // namespace twofold

#endif
