// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PointedFunctions.h - where calls without a name may lead -----------===//
//
// Pointers to functions, members and objects that hold some, and virtual
// methods: of each the functions that the unit shows.
#ifndef TWOFOLD_PLUGIN_AST_POINTEDFUNCTIONS_H
#define TWOFOLD_PLUGIN_AST_POINTEDFUNCTIONS_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace twofold {

/// The variable or member whose function Call calls, or its virtual method;
/// null: it calls a function by its name, or one that nothing holds.
const clang::ValueDecl *calledHolder(const clang::CallExpr &Call);

/// What a parameter is given by the call that is looked into; null: not known.
using KnownArguments =
    llvm::function_ref<const clang::Expr *(const clang::ParmVarDecl &)>;

/// The functions with bodies that Call may come to by that, as far as the unit
/// shows: those of the object that it names, if nothing changes that; else what
/// the holder is given anywhere, what overrides the method.
llvm::SmallVector<const clang::FunctionDecl *, 4> functionsLedTo(
    const clang::CallExpr &Call, const clang::ASTContext &Ctx,
    KnownArguments Argument = [](auto &) { return nullptr; });

/// The object that F, one of these, is called for: what Arguments begin with.
/// Null: Call names it, or it is not known, as where std::bind has given it.
const clang::Expr *objectAmong(llvm::ArrayRef<const clang::Expr *> Arguments,
                               const clang::CallExpr &Call,
                               const clang::FunctionDecl &F,
                               const clang::ASTContext &Ctx);

/// The parameters of F may be others than the arguments of what holds it.
bool isBound(const clang::FunctionDecl &F, const clang::ASTContext &Ctx);

/// Method stores to a part of its object, other than to an element that its
/// parameters select.
bool storesToObject(const clang::CXXMethodDecl &Method);

/// F stores so to what its parameter points at.
bool storesThrough(const clang::FunctionDecl &F,
                   const clang::ParmVarDecl &Parameter);

} // namespace twofold

#endif
