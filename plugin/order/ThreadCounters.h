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
#include <optional>
#include <utility>

namespace twofold {

class ThreadCounters {
public:
  using Numbers = llvm::SmallPtrSet<const clang::VarDecl *, 2>;

private:
  llvm::SmallVector<const clang::VarDecl *, 2> Stored;
  Numbers Read;
  Numbers Own; ///< on all ways to here the iteration has stored them
  /// Own where the function that is walked has returned so far.
  std::optional<Numbers> Returned;

  static const clang::VarDecl *counterIn(const clang::Expr *E) {
    const clang::VarDecl *V = variableIn(E->IgnoreParenImpCasts());
    return V && V->getTLSKind() != clang::VarDecl::TLS_None &&
                   V->getType()->isArithmeticType() &&
                   !V->getType()->isBooleanType()
               ? V->getCanonicalDecl()
               : nullptr;
  }

public:
  void store(const clang::Expr *Target) {
    if (const clang::VarDecl *V = counterIn(Target))
      Stored.push_back(V);
  }
  /// Behind a store of a value that has been computed.
  void set(const clang::Expr *Target) {
    if (const clang::VarDecl *V = counterIn(Target))
      Own.insert(V);
  }
  void read(const clang::Expr *E) {
    if (const clang::VarDecl *V = counterIn(E); V && !Own.contains(V))
      Read.insert(V);
  }

  const Numbers &own() const { return Own; }
  void restore(Numbers To) { Own = std::move(To); }
  /// Another way, on which it has stored Other, comes here, too.
  void join(const Numbers &Other) {
    Own.remove_if([&](auto *V) { return !Other.contains(V); });
  }
  /// A function is walked, whose caller has what this gives.
  std::optional<Numbers> enter() { return std::exchange(Returned, {}); }
  void returns() {
    const Numbers Here = Own;
    if (Returned)
      join(*Returned);
    Returned = std::exchange(Own, Here);
  }
  void leave(std::optional<Numbers> Caller) {
    if (Returned)
      join(*Returned);
    Returned = std::move(Caller);
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
