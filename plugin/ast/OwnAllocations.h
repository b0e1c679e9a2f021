// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OwnAllocations.h - what a program's own operator new does ----------===//
#ifndef TWOFOLD_PLUGIN_AST_OWNALLOCATIONS_H
#define TWOFOLD_PLUGIN_AST_OWNALLOCATIONS_H

#include "clang/AST/Expr.h"

namespace twofold {

/// The call that E, a `new` or `delete`, makes of an operator of the program's
/// own: of a class, with more arguments, or one that stands for the library's.
/// Null: E is something else, or comes to the library's.
const clang::CallExpr *ownAllocation(const clang::Stmt *E,
                                     const clang::ASTContext &Ctx);

} // namespace twofold

#endif
