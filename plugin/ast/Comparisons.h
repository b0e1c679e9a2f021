// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Comparisons.h - by the language, and by operators of classes -------===//
#ifndef TWOFOLD_PLUGIN_AST_COMPARISONS_H
#define TWOFOLD_PLUGIN_AST_COMPARISONS_H

#include "clang/AST/ExprCXX.h"
#include <optional>

namespace twofold {

/// Left Op Right.
struct Comparison {
  clang::BinaryOperatorKind Op;
  const clang::Expr *Left, *Right;
};

/// E is `(Left <=> Right) < 0` or the like.
std::optional<Comparison> threeWayIn(const clang::CallExpr &E);

/// E compares numbers or pointers, or iterators by an operator that compares
/// what they hold: one of the standard library, or one that does no more.
std::optional<Comparison> comparisonIn(const clang::Expr *E);

/// Call gives the greater of two operands (true) or the lesser, as functions of
/// the standard libraries do.
std::optional<bool> greaterOf(const clang::CallExpr &Call);

} // namespace twofold

#endif
