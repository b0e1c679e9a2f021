// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoadFinder.h - what an iteration loads before it stores ------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_LOADFINDER_H
#define TWOFOLD_PLUGIN_KERNEL_LOADFINDER_H

#include "kernel/NestMapping.h"

namespace twofold {

/// The one statement that stores, behind declarations of variables.
const clang::Expr *
lastStatement(const clang::Stmt *S, const NestMapping &Mapping,
              llvm::SmallVectorImpl<const clang::Expr *> &First);

/// `a[i]` or `*(a + i)`.
bool isElement(const clang::Expr *E);

/// Finds what may be loaded for several iterations before the first of them
/// stores.
class LoadFinder {
  const ParallelLoop &Loop;
  const NestMapping &Mapping;
  clang::ASTContext &Ctx;
  llvm::function_ref<bool(const clang::ValueDecl *)> IsOwn;

  bool isLoadedFrom(const clang::Expr *Place) const;
  bool isLoad(const clang::Expr *E) const;

public:
  static constexpr unsigned Most = 6; ///< loads that are worth registers
  llvm::DenseSet<const clang::Expr *> Loads;
  bool Fits = true;   ///< nothing is changed on the way
  bool Stores = true; ///< the loop changes memory

  LoadFinder(const ParallelLoop &Loop, const NestMapping &Mapping,
             clang::ASTContext &Ctx,
             llvm::function_ref<bool(const clang::ValueDecl *)> IsOwn = nullptr)
      : Loop(Loop), Mapping(Mapping), Ctx(Ctx), IsOwn(IsOwn) {}

  /// Whether E has the same value before the iteration as where it stands.
  bool isKnown(const clang::Expr *E) const;
  /// What S loads before it decides anything. False: what follows it may not be
  /// reached.
  bool findAlways(const clang::Stmt *S);
  /// Of an iteration that stores nothing into memory: what each one loads,
  /// whatever it then does with it, and other places where that is read again.
  void findIn(const clang::Stmt *Body);
  /// Other places in S where what is loaded anyhow is read; nothing stores
  /// until then.
  void findAgain(const clang::Stmt *S);
  /// What Store, the one statement that changes memory, loads before that: its
  /// target too, where it updates that.
  void findBefore(const clang::BinaryOperator &Store);
  /// What is evaluated whenever E is; the rest is only looked at.
  void find(const clang::Expr *E, bool Always);
};

} // namespace twofold

#endif
