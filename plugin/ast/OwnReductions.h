// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OwnReductions.h - reductions of a loop that one thread runs --------===//
//
// OpenMP has a thread begin a variable of its own with what changes no result,
// and combines that with what the variable outside had. A loop that only
// combines other values with it may change the one outside at once. Others
// would tell the two apart.
#ifndef TWOFOLD_PLUGIN_AST_OWNREDUCTIONS_H
#define TWOFOLD_PLUGIN_AST_OWNREDUCTIONS_H

#include "clang/AST/ASTFwd.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace twofold {

/// A variable that a thread needs beside the one that a clause names.
struct OwnReduction {
  clang::VarDecl *V;      ///< the one outside
  clang::Expr *Begins;    ///< what changes no result
  clang::Expr *Operation; ///< combines Into with Part
  const clang::ValueDecl *Into, *Part;
};

/// Those of Directive, which Loop stands under; nothing: one that a thread
/// needs cannot be made.
std::optional<llvm::SmallVector<OwnReduction, 2>>
ownReductions(const clang::OMPExecutableDirective &Directive,
              const clang::Stmt *Loop);

/// Variables of a copy, by those that they stand for.
using StandingVariables =
    llvm::DenseMap<const clang::ValueDecl *, clang::VarDecl *>;

/// A name for what stands for V that nothing in Owner has, nor any of Own:
/// kernels are text.
std::string ownName(const clang::VarDecl &V, const clang::FunctionDecl &Owner,
                    const StandingVariables &Own);

/// The variable of this name in Owner, and what is done behind the loop, where
/// Outside gives references to the variable outside. Nulls: they cannot be
/// made.
std::pair<clang::VarDecl *, clang::Expr *>
ownReduction(const OwnReduction &Of, llvm::StringRef Name,
             llvm::function_ref<clang::Expr *()> Outside,
             clang::FunctionDecl &Owner);

} // namespace twofold

#endif
