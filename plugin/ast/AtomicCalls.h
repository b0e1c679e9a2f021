// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AtomicCalls.h - the compiler's atomic functions as updates ---------===//
#ifndef TWOFOLD_PLUGIN_AST_ATOMICCALLS_H
#define TWOFOLD_PLUGIN_AST_ATOMICCALLS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"

namespace twofold {

/// Has `x += e` stand in S for `__sync_fetch_and_add(&x, e)`, its relatives and
/// functions that do nothing else, where nobody uses their value: iterations
/// combine such updates as they do those of `omp atomic`. Whether there is one.
bool spellAtomicCalls(clang::Stmt *S, clang::ASTContext &Ctx);

using AtomicUpdates = llvm::DenseSet<const clang::Expr *>;
/// The calls in S that it would replace.
AtomicUpdates atomicUpdatesIn(const clang::Stmt *S, clang::ASTContext &Ctx);

} // namespace twofold

#endif
