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

#include "kernel/LoadFinder.h"

namespace twofold {

struct WideItems {
  unsigned Width = 0; ///< iterations of the mapping's dimension Along
  unsigned Along = 0;
  /// The body's variables that say where these lie, in their order.
  llvm::SmallVector<const clang::VarDecl *, 2> Own;
  /// Loads of elements that every iteration makes, all of them before it stores
  /// anything: so those of several iterations may come first.
  llvm::DenseSet<const clang::Expr *> Loads;
  /// Of a line: elements of neighbouring iterations are neighbours, and may be
  /// loaded at once.
  bool Near = false;
};

/// The greatest value of an integer that is never negative, by its type and by
/// the constants that it is masked or divided with.
std::optional<uint64_t> greatestOf(const clang::Expr *E,
                                   const clang::ASTContext &Ctx);

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
