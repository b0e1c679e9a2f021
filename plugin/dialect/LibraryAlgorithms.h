// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LibraryAlgorithms.h - ranges that C++'s algorithms write to --------===//
//
// A closed table of what <algorithm>, <numeric> and <memory> have. Their own
// loops go where values lead, or along nodes, too deep to follow.
#ifndef TWOFOLD_PLUGIN_DIALECT_LIBRARYALGORITHMS_H
#define TWOFOLD_PLUGIN_DIALECT_LIBRARYALGORITHMS_H

#include <optional>

namespace clang {
class CallExpr;
class Expr;
} // namespace clang

namespace twofold {

/// A range of which a call writes elements.
struct WrittenRange {
  /// The iterator or pointer that it begins with, or ends with where the call
  /// goes backwards, or the whole range.
  const clang::Expr *At;
  /// The iterator behind its last element; null: its length is another range's,
  /// or a number, or what the call finds.
  const clang::Expr *End = nullptr;
  /// What its elements, or some of them, get; null: each gets its own.
  const clang::Expr *Value = nullptr;
  /// Its own elements are put into another order, or some of them elsewhere in
  /// it: what the call leaves depends on what was there.
  bool Reorders = false;
};

/// What Call, of an algorithm of the library or of std::ranges, writes to;
/// nothing: it is something else, or writes nothing.
std::optional<WrittenRange> rangeWrittenBy(const clang::CallExpr &Call);

} // namespace twofold

#endif
