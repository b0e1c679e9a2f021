// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopOrder.h - whether iterations may run in any order --------------===//
#ifndef TWOFOLD_PLUGIN_ORDER_LOOPORDER_H
#define TWOFOLD_PLUGIN_ORDER_LOOPORDER_H

#include "access/Conflicts.h"
#include "model/LoopModel.h"

namespace twofold {

struct LoweredLoop;

/// Where the user sees a position.
using ShownAt =
    llvm::function_ref<clang::SourceLocation(clang::SourceLocation)>;

struct LoopOrder : LoopVerdict {
  bool Synchronised = false; ///< the program locks what iterations share
  /// Reported: an error, unless the loop Stays.
  bool Failed = false;
  /// Writes a bit that shares its byte with other iterations' bits.
  const clang::Expr *PackedWrite = nullptr;
  ConflictModel Conflicts; ///< what calls have to look for
  /// Of the loop's Elements, those that no two iterations update.
  llvm::SmallVector<unsigned, 2> Owned;
};

/// Reports what is known of dependences between iterations. Those that surely
/// depend on each other, or change one place, are to run in order.
LoopOrder settleOrder(const ParallelLoop &Loop, clang::Sema &S,
                      Diagnostics &Diags, ShownAt Shown);

/// Reports the elements that threads update with more than plain stores.
void reportShared(const ParallelLoop &Loop, Diagnostics &Diags, ShownAt Shown);

/// Whether each call is asked if iterations of Lowered meet, or they surely do.
bool asksCalls(const LoweredLoop &Lowered, clang::ASTContext &Ctx);

/// Order, but for what Lowered, a copy of Loop, shows of its iterations. That
/// they surely depend on each other is reported. Otherwise the elements that
/// iterations share are those that the copy then has.
LoopOrder settleLowered(const ParallelLoop &Loop, LoopOrder Order,
                        LoweredLoop &Lowered, clang::ASTContext &Ctx,
                        Diagnostics &Diags);

/// For people.
std::string toString(const LoopOrder &Order);

} // namespace twofold

#endif
