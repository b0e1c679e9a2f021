// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InstanceNodes.h - instances of templates get nodes of their own ----===//
//
// Where nothing in a statement depends on a template's arguments, clang gives
// all instances of the template the same node. What is written into it for one
// of them would be in the others, too.
#ifndef TWOFOLD_PLUGIN_AST_INSTANCENODES_H
#define TWOFOLD_PLUGIN_AST_INSTANCENODES_H

#include "clang/AST/ASTFwd.h"

namespace twofold {

/// Copies what the statement in Slot, of F, shares with other instances of F or
/// of a function around F, as far as it names variables or leaves a statement.
/// False: something cannot be copied.
bool separateInstance(clang::FunctionDecl &F, clang::Stmt *&Slot);

} // namespace twofold

#endif
