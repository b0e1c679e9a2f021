// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementCopies.h - copies of arrays, element by element -------------===//
#ifndef TWOFOLD_PLUGIN_AST_ELEMENTCOPIES_H
#define TWOFOLD_PLUGIN_AST_ELEMENTCOPIES_H

#include "ast/AstFactory.h"

namespace twofold {

/// `To = From;` for lvalues of one type, arrays among them. Owner is the
/// function that the statement is for.
clang::Stmt *copyElements(AstFactory &Make, clang::ASTContext &Ctx,
                          clang::DeclContext *Owner, clang::Expr *To,
                          clang::Expr *From);

} // namespace twofold

#endif
