// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VariableMoves.h - variables that move on by some distance ----------===//
#ifndef TWOFOLD_PLUGIN_AST_VARIABLEMOVES_H
#define TWOFOLD_PLUGIN_AST_VARIABLEMOVES_H

#include "clang/AST/Expr.h"
#include <optional>

namespace twofold {

/// `V += By;` and the like.
struct Move {
  const clang::VarDecl *Variable = nullptr;
  const clang::Expr *By = nullptr; ///< null: 1
  bool Back = false;
};

/// What S, which may be null, moves; nothing where it does anything else.
std::optional<Move> matchMove(const clang::Stmt *S);

/// The operands of commas in E, in their order.
void splitCommas(clang::Expr *E, llvm::SmallVectorImpl<clang::Expr *> &To);

} // namespace twofold

#endif
