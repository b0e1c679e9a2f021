// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopOrder.h - whether iterations may run in any order --------------===//
#ifndef TWOFOLD_PLUGIN_ORDER_LOOPORDER_H
#define TWOFOLD_PLUGIN_ORDER_LOOPORDER_H

#include "access/Conflicts.h"
#include "model/LoopModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace twofold {

struct LoweredLoop;

struct LoopOrder {
  bool Synchronised = false; ///< the program locks what iterations share
  /// Reported: an error, unless the loop Stays.
  bool Failed = false;
};

/// Reports what is known of dependences between iterations. Those that surely
/// depend on each other, or change one place, are to run in order; Conflicts is
/// what calls of others have to look for. Shown: where the user sees a
/// position.
LoopOrder settleOrder(
    ParallelLoop &Loop, ConflictModel &Conflicts, clang::ASTContext &Ctx,
    Diagnostics &Diags,
    llvm::function_ref<clang::SourceLocation(clang::SourceLocation)> Shown);

/// Reports the elements that threads update with more than plain stores.
void reportShared(
    const ParallelLoop &Loop, Diagnostics &Diags,
    llvm::function_ref<clang::SourceLocation(clang::SourceLocation)> Shown);

/// Whether iterations of Lowered, a copy of Loop, surely depend on each other.
/// Reports it and has Loop run in order. Otherwise Conflicts is what calls have
/// to look for, and the elements that iterations share are those that the copy
/// then has.
bool settleLowered(ParallelLoop &Loop, LoweredLoop &Lowered,
                   ConflictModel &Conflicts, clang::ASTContext &Ctx,
                   Diagnostics &Diags);

} // namespace twofold

#endif
