// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WideItems.h - kernels whose items may run several iterations -------===//
//
// Elementwise loops wait for memory, and some devices have more of it under way
// where each work-item asks for several neighbouring elements before it goes on
// to compute. That is worth the code for short bodies alone: some loads at
// places that are known before anything is computed, and one store.
#ifndef TWOFOLD_PLUGIN_KERNEL_WIDEITEMS_H
#define TWOFOLD_PLUGIN_KERNEL_WIDEITEMS_H

#include "access/AccessModel.h"
#include "kernel/NestMapping.h"

namespace twofold {

struct WideItems {
  unsigned Width = 0; ///< iterations of the mapping's first dimension
  /// Loads of elements that every iteration makes, all of them before it stores
  /// anything: so those of several iterations may come first.
  llvm::DenseSet<const clang::Expr *> Loads;
};

/// Nothing where an item is to run one iteration.
std::optional<WideItems> wideItems(const ParallelLoop &Loop,
                                   const AccessModel &Model,
                                   const NestMapping &Mapping,
                                   clang::ASTContext &Ctx);

} // namespace twofold

#endif
