// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ThreadCounters.h - thread-local numbers that go on -----------------===//
//
// In the serial program one thread has all iterations: a number of its own that
// an iteration reads before it stores there is what another one has left.
// Pointers and flags are not looked at: they are mostly set once by each
// thread.
#ifndef TWOFOLD_PLUGIN_ORDER_THREADCOUNTERS_H
#define TWOFOLD_PLUGIN_ORDER_THREADCOUNTERS_H

#include "ast/Nodes.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

class ThreadCounters {
  llvm::SmallVector<const clang::VarDecl *, 2> Stored;
  llvm::SmallPtrSet<const clang::VarDecl *, 2> Own, Read;

  static const clang::VarDecl *counterIn(const clang::Expr *E) {
    const clang::VarDecl *V = variableIn(E->IgnoreParenImpCasts());
    return V && V->getTLSKind() != clang::VarDecl::TLS_None &&
                   V->getType()->isArithmeticType() &&
                   !V->getType()->isBooleanType()
               ? V->getCanonicalDecl()
               : nullptr;
  }

public:
  /// Value: null where it depends on what was there. Surely: in each iteration.
  void store(const clang::Expr *Target, const clang::Expr *Value, bool Surely) {
    const clang::VarDecl *V = counterIn(Target);
    if (V && (!Value || mentions(Value, V)))
      Read.insert(V);
    else if (V && Surely && !Read.contains(V))
      Own.insert(V);
    if (V)
      Stored.push_back(V);
  }
  void read(const clang::Expr *E) {
    if (const clang::VarDecl *V = counterIn(E); V && !Own.contains(V))
      Read.insert(V);
  }
  /// Null: there is none.
  const clang::VarDecl *find() const {
    const auto *It =
        llvm::find_if(Stored, [&](auto *V) { return Read.contains(V); });
    return It == Stored.end() ? nullptr : *It;
  }
};

} // namespace twofold

#endif
