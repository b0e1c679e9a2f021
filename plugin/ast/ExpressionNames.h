// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExpressionNames.h - what a reader calls a part of an expression ----===//
#ifndef TWOFOLD_PLUGIN_AST_EXPRESSIONNAMES_H
#define TWOFOLD_PLUGIN_AST_EXPRESSIONNAMES_H

#include <string>

namespace clang {
class Expr;
}

namespace twofold {

/// The variable that an expression is a part of; may be empty.
std::string nameIn(const clang::Expr &Part);

} // namespace twofold

#endif
