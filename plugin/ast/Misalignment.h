// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Misalignment.h - objects that begin where their types may not ------===//
#ifndef TWOFOLD_PLUGIN_AST_MISALIGNMENT_H
#define TWOFOLD_PLUGIN_AST_MISALIGNMENT_H

namespace clang {
class ASTContext;
class Expr;
class Stmt;
} // namespace clang

namespace twofold {

/// Whether packing lets the object at Path begin where its type may not.
bool isMisaligned(const clang::Expr *Path, const clang::ASTContext &Ctx);

/// What S itself takes the address of or binds a reference to, where that is
/// misaligned: an operand of '&', the initialiser of a variable, an argument,
/// or the object of a member function. Else null.
const clang::Expr *misalignedTarget(const clang::Stmt &S,
                                    const clang::ASTContext &Ctx);

} // namespace twofold

#endif
