// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CopiedArrays.h - arrays that are copied element by element ---------===//
//
// Structured bindings and lambdas copy arrays. What such an array is found by
// is the child of no node, so that who rewrites children does not come to it.
#ifndef TWOFOLD_PLUGIN_AST_COPIEDARRAYS_H
#define TWOFOLD_PLUGIN_AST_COPIEDARRAYS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace twofold {

class CopiedArrays {
  clang::ASTContext &Ctx;
  /// What takes the place of what stands for an array.
  llvm::DenseMap<const clang::Stmt *, clang::OpaqueValueExpr *> Known;

public:
  explicit CopiedArrays(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Where Slot copies an array, Rewrite is given what that is found by, and
  /// Slot becomes a copy of what it makes of it. True: Slot stands for an array
  /// inside of a copy, and is done.
  bool rewrite(clang::Stmt *&Slot,
               llvm::function_ref<void(clang::Stmt *&)> Rewrite);
};

} // namespace twofold

#endif
