// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ThreadCounters.h - thread-local numbers that go on -----------------===//
//
// In the serial program one thread has all iterations: a number of its own that
// an iteration reads before it stores there is what another one has left.
// Pointers and flags are not looked at: they are mostly set once by each
// thread. errno is such a number that functions of the library store to.
#ifndef TWOFOLD_PLUGIN_ORDER_THREADCOUNTERS_H
#define TWOFOLD_PLUGIN_ORDER_THREADCOUNTERS_H

#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <utility>

namespace twofold {

class ThreadCounters {
public:
  using Numbers = llvm::SmallPtrSet<const clang::NamedDecl *, 2>;

private:
  llvm::SmallVector<const clang::NamedDecl *, 2> Stored;
  llvm::SmallSetVector<const clang::NamedDecl *, 2> Read;
  Numbers Own; ///< on all ways to here the iteration has stored them
  /// Own where the function that is walked has returned so far.
  std::optional<Numbers> Returned;

  bool Fails = false; ///< a function is called that may store to errno

  /// The function whose call `errno` stands for.
  static const clang::FunctionDecl *errnoIn(const clang::Expr *E) {
    const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E);
    const auto *Call =
        U ? llvm::dyn_cast<clang::CallExpr>(U->getSubExpr()->IgnoreParenCasts())
          : nullptr;
    const clang::FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return F && F->getIdentifier() &&
                   llvm::is_contained(
                       {"__errno_location", "__error", "__errno"}, F->getName())
               ? F->getCanonicalDecl()
               : nullptr;
  }
  /// Makes a number of a text, and says in errno that it is too large.
  static bool readsNumber(llvm::StringRef Name) {
    Name.consume_front("__isoc23_");
    Name.consume_back("_l");
    return (Name.consume_front("strto") || Name.consume_front("wcsto")) &&
           llvm::is_contained({"d", "f", "ld", "l", "ll", "ul", "ull", "imax",
                               "umax", "q", "uq", "f32", "f64", "f128", "f32x",
                               "f64x"},
                              Name);
  }
  static const clang::NamedDecl *counterIn(const clang::Expr *E) {
    E = E->IgnoreParenImpCasts();
    const clang::VarDecl *V = variableIn(E);
    if (!V)
      return errnoIn(E);
    return V->getTLSKind() != clang::VarDecl::TLS_None &&
                   V->getType()->isArithmeticType() &&
                   !V->getType()->isBooleanType()
               ? V->getCanonicalDecl()
               : nullptr;
  }

public:
  void store(const clang::Expr *Target) {
    if (const clang::NamedDecl *V = counterIn(Target))
      Stored.push_back(V);
  }
  /// Behind a store of a value that has been computed.
  void set(const clang::Expr *Target) {
    if (const clang::NamedDecl *V = counterIn(Target))
      Own.insert(V);
  }
  void read(const clang::Expr *E) {
    if (const clang::NamedDecl *V = counterIn(E); V && !Own.contains(V))
      Read.insert(V);
  }

  /// F, which cannot be looked into, is called; null: nobody knows what is.
  void called(const clang::FunctionDecl *F, const clang::ASTContext &Ctx) {
    if (!F)
      return;
    const unsigned Builtin = F->getBuiltinID();
    Fails |=
        (Builtin && Ctx.getLangOpts().MathErrno &&
         Ctx.BuiltinInfo.isConstWithoutErrnoAndExceptions(Builtin)) ||
        (F->getIdentifier() && F->isExternC() && readsNumber(F->getName()));
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
  static llvm::StringRef wayOut(llvm::StringRef Name) {
    return Name == "errno" ? "set it to 0 in each iteration first"
                           : "declare it inside the loop";
  }
  /// The name of the first one; empty: there is none.
  llvm::StringRef find() const {
    for (const clang::NamedDecl *D : Read) {
      const bool Errno = llvm::isa<clang::FunctionDecl>(D);
      if ((Errno && Fails) || llvm::is_contained(Stored, D))
        return Errno ? "errno" : D->getName();
    }
    return "";
  }
};

} // namespace twofold

#endif
