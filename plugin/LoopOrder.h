// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopOrder.h - whether iterations may run in any order --------------===//
#ifndef TWOFOLD_PLUGIN_LOOPORDER_H
#define TWOFOLD_PLUGIN_LOOPORDER_H

#include "Conflicts.h"
#include "LoopModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace twofold {

/// Reports what is known of dependences between iterations. Those that surely
/// depend on each other, or change one place, are to run in order; Conflicts is
/// what calls of others have to look for. Shown: where the user sees a
/// position. False: an error was reported.
bool settleOrder(
    ParallelLoop &Loop, ConflictModel &Conflicts, clang::ASTContext &Ctx,
    Diagnostics &Diags,
    llvm::function_ref<clang::SourceLocation(clang::SourceLocation)> Shown);

} // namespace twofold

#endif
