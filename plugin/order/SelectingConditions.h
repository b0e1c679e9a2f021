// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SelectingConditions.h - how many iterations meet a condition -------===//
#ifndef TWOFOLD_PLUGIN_ORDER_SELECTINGCONDITIONS_H
#define TWOFOLD_PLUGIN_ORDER_SELECTINGCONDITIONS_H

#include "model/LoopModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace twofold {

enum class Selects {
  Any,     ///< nothing speaks against several iterations
  Perhaps, ///< the data may well be such that one iteration alone meets it
  One      ///< a number of the iteration's own has to equal something
};

/// Whether the condition Cond picks iterations out. Varies: a number differs
/// between iterations.
Selects selects(const clang::Expr *Cond,
                llvm::function_ref<bool(const clang::Expr *)> Varies);

/// `i == k`, where k is the same in all iterations.
bool isOneIteration(const ParallelLoop &Loop, const clang::Expr *Cond);

} // namespace twofold

#endif
