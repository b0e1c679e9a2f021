// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PendingTemplates.h - bodies that clang would make later ----------===//
#ifndef TWOFOLD_PLUGIN_AST_PENDINGTEMPLATES_H
#define TWOFOLD_PLUGIN_AST_PENDINGTEMPLATES_H

#include "clang/AST/ASTFwd.h"

namespace clang {
class SourceLocation;
class Sema;
} // namespace clang

namespace twofold {

/// Instantiates the function templates that a body calls, and those that they
/// call: clang waits for the end of the unit, and until then a kernel could
/// not call them.
void instantiateCallees(clang::Stmt *Body, clang::Sema &S);

/// F's definition, instantiated if somebody uses F or Unasked; null: there is
/// none, or another file's may take its place, as F is weak.
const clang::FunctionDecl *definitionOf(const clang::FunctionDecl &F,
                                        clang::Sema &S,
                                        clang::SourceLocation Loc,
                                        bool Unasked = false);

//
// Where nothing in a statement depends on a template's arguments, clang gives
// all instances of the template the same node. What is written into it for one
// of them would be in the others, too.
//

/// Copies what the statement in Slot, of F, shares with other instances of F or
/// of a function around F, as far as it names variables or leaves a statement.
/// False: something cannot be copied.
bool separateInstance(clang::FunctionDecl &F, clang::Stmt *&Slot);

} // namespace twofold

#endif
