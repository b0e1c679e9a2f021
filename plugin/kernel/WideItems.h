// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WideItems.h - items that run several iterations --------------------===//
//
// Elementwise loops wait for memory, and some devices have more of it under way
// where each work-item asks for several neighbouring elements before it goes on
// to compute. That is worth the code for short bodies alone: some loads at
// places that are known before anything is computed, and one store.
//
#ifndef TWOFOLD_PLUGIN_KERNEL_WIDEITEMS_H
#define TWOFOLD_PLUGIN_KERNEL_WIDEITEMS_H

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

  bool isKnown(const clang::Expr *E) const;
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

struct WideItems {
  unsigned Width = 0; ///< iterations of the mapping's first dimension
  /// Loads of elements that every iteration makes, all of them before it stores
  /// anything: so those of several iterations may come first.
  llvm::DenseSet<const clang::Expr *> Loads;
};

/// Nothing where an item is to run one iteration; Why, of what might have run
/// several, but for the first argument of the message.
std::optional<WideItems> wideItems(const ParallelLoop &Loop,
                                   const AccessModel &Model,
                                   const NestMapping &Mapping,
                                   std::optional<Refusal> &Why,
                                   clang::ASTContext &Ctx);

/// Of a Linear kernel, whose items run several iterations anyway: so many whose
/// loads come first.
std::optional<WideItems> wideLine(const ParallelLoop &Loop,
                                  const AccessModel &Model,
                                  const NestMapping &Mapping,
                                  clang::ASTContext &Ctx);

} // namespace twofold

#endif
