// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPWaiting.h - loops that may wait for other iterations ---------===//
//
// A device need not run other iterations while one waits for them.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPWAITING_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPWAITING_H

#include "clang/AST/Expr.h"

namespace twofold {

/// Whether S ends after some number of rounds, whatever other iterations do.
bool ends(const clang::Stmt &S, clang::ASTContext &Ctx);

/// Whether control may come to a statement in S again by a `goto`.
bool jumpsBack(const clang::Stmt *S);

/// S, a loop, gives a variable that E names other values in other rounds.
bool moves(const clang::Stmt &S, const clang::Expr &E);

/// S, or something in it, declares V.
bool isDeclaredIn(const clang::ValueDecl *V, const clang::Stmt *S);

} // namespace twofold

#endif
