// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NumberedLasts.h - variables that get iterations' numbers ---------===//
//
// `if (c) last = i;` only finds which iteration came last. The native variant
// carries the number of that iteration, which is a form that the vectoriser
// knows, and computes the variable once, at the end of its range.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_NATIVE_NUMBEREDLASTS_H
#define TWOFOLD_PLUGIN_NATIVE_NUMBEREDLASTS_H

#include "model/LoopModel.h"

namespace twofold {

struct NumberedLast {
  const Capture *Variable, *Leader; ///< of Loop.Captures
  /// What insertMarks made of the assignments: `last = i, leader = iteration`.
  llvm::SmallVector<clang::BinaryOperator *, 2> Assignments;
};

/// All variables of Loop that note their iteration, if each of them is assigned
/// nothing but the induction variable of the loop's only dimension, and is not
/// used otherwise; else none. Loop.Body must have its marks (insertMarks).
llvm::SmallVector<NumberedLast, 2> findNumberedLasts(const ParallelLoop &Loop,
                                                     clang::ASTContext &Ctx);

} // namespace twofold

#endif
