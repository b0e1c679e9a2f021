// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallChain.h - where the user called a library's loop ---------------===//
#ifndef TWOFOLD_PLUGIN_REPORT_CALLCHAIN_H
#define TWOFOLD_PLUGIN_REPORT_CALLCHAIN_H

#include "clang/AST/ASTFwd.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"

namespace twofold {

/// The function that S names, or whose constructor it calls; null: none.
const clang::FunctionDecl *namedFunction(const clang::Stmt &S);

/// Clang is silent about system headers, and nobody could change them. A loop
/// in a template there concerns whoever made the compiler instantiate it.
class CallChain {
  llvm::SmallVector<const clang::FunctionDecl *, 0> Unread;
  /// The first two functions that name one: the other is for who calls itself.
  llvm::DenseMap<const clang::Decl *,
                 llvm::SmallVector<const clang::FunctionDecl *, 2>>
      Callers;

  void read(const clang::Stmt *S, const clang::FunctionDecl &Caller);
  const clang::FunctionDecl *callerOf(const clang::FunctionDecl &Callee);

public:
  /// Functions of the unit, callers before what they instantiate.
  void add(clang::FunctionDecl &F) { Unread.push_back(&F); }

  /// Loc, or the place outside of system headers that F is instantiated for.
  clang::SourceLocation shown(clang::SourceLocation Loc,
                              const clang::FunctionDecl &F,
                              const clang::SourceManager &Sources);
};

} // namespace twofold

#endif
