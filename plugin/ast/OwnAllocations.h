// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OwnAllocations.h - what a program's own operator new does ----------===//
#ifndef TWOFOLD_PLUGIN_AST_OWNALLOCATIONS_H
#define TWOFOLD_PLUGIN_AST_OWNALLOCATIONS_H

#include "clang/AST/ExprCXX.h"

namespace twofold {

/// The call that E, a `new` or `delete`, makes of an operator of the program's
/// own: of a class, with more arguments, or one that stands for the library's.
/// Null: E is something else, or comes to the library's.
const clang::CallExpr *ownAllocation(const clang::Stmt *E,
                                     const clang::ASTContext &Ctx);

/// Where New, which asks for no memory, makes its object; null: it asks for
/// some.
const clang::Expr *placeOfNew(const clang::CXXNewExpr &New);

/// The same as the object that E, which may be something else, makes there.
const clang::Expr *madeAt(const clang::Expr *E, const clang::ASTContext &Ctx);

} // namespace twofold

#endif
