// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CalleeGlobals.h - variables that called functions use by name ------===//
//
// Threads find them where they are. A kernel is given them, and hands them on
// to the functions that it has.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_AST_CALLEEGLOBALS_H
#define TWOFOLD_PLUGIN_AST_CALLEEGLOBALS_H

#include "ast/VariableUses.h"

namespace twofold {

/// How functions use one variable with static storage. Static variables of the
/// functions' own are left out.
struct CalleeGlobal {
  clang::VarDecl *Variable = nullptr; ///< the declaration that says most
  clang::SourceLocation FirstUse;
  bool Changed = false; ///< assigned, or its address is taken
};

/// Of all visible functions that S calls, directly or not; S itself left out.
llvm::SmallVector<CalleeGlobal, 4> globalsOfCallees(const clang::Stmt *S,
                                                    clang::ASTContext &Ctx);

/// Of a function with a body and of those that it calls.
llvm::SmallVector<CalleeGlobal, 4> globalsOf(const clang::FunctionDecl &F,
                                             clang::ASTContext &Ctx);

} // namespace twofold

#endif
