// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TreeCheck.h - whether a function's tree is one that clang makes ----===//
//
// Sema checks what it builds. What is built without it, and what is moved from
// place to place, is checked here, after each rewrite in development builds.
#ifndef TWOFOLD_PLUGIN_AST_TREECHECK_H
#define TWOFOLD_PLUGIN_AST_TREECHECK_H

#include "clang/AST/ASTFwd.h"
#include "llvm/ADT/DenseSet.h"

namespace twofold {

/// Statements that stand in two places of one function, and expressions that
/// declare something. Clang's own trees share others, and so do ours: code is
/// generated for each place.
using SharedNodes = llvm::DenseSet<const clang::Stmt *>;

/// The shared nodes that clang itself has put into F; none in a build for use.
SharedNodes sharedNodes(const clang::FunctionDecl &F);

/// Ends the compiler, in a development build, at the first fault of F's body: a
/// node that stands in two places and is not among Known, a variable that is
/// not in scope, an operand of a type or kind that its operator does not take.
void verifyTree(const clang::FunctionDecl &F, const SharedNodes &Known);

} // namespace twofold

#endif
