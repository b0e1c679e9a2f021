// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ColdPaths.h - what a program does when something has gone wrong ----===//
//
// exit(), abort(), assertions, exceptions and messages that stand under a
// condition. No device can do them: a kernel that comes there says so and
// stops, nothing that it did counts, and the native variant runs the whole
// loop.
#ifndef TWOFOLD_PLUGIN_AST_COLDPATHS_H
#define TWOFOLD_PLUGIN_AST_COLDPATHS_H

#include "clang/AST/ASTFwd.h"

namespace twofold {

enum class ColdKind {
  None,
  Tells, ///< prints, and goes on
  Ends,  ///< never returns
};

/// The kind of cold path that S is.
ColdKind coldKind(const clang::Stmt *S);

inline bool isCold(const clang::Stmt *S) {
  return coldKind(S) != ColdKind::None;
}

/// Whether there is such a statement in S, which may be an expression that
/// becomes one.
bool containsCold(const clang::Stmt *S);

/// Whether F, or a visible function that it calls, has such a statement.
bool mayGoCold(const clang::FunctionDecl &F);

/// Whether nothing else in Body names D.
bool usedOnlyCold(const clang::Stmt *Body, const clang::ValueDecl *D);

} // namespace twofold

#endif
