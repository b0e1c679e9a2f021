// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NumberedLasts.h - variables that get iterations' numbers ---------===//
//
// `if (c) last = i;` says which iteration came last, no more. The native
// variant carries that number alone, which is a form that the vectoriser knows,
// and computes the variable once, at the end of its range.
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
/// nothing but the induction variable of a single dimension, and not used
/// otherwise; or none. Loop.Body has its marks.
llvm::SmallVector<NumberedLast, 2> findNumberedLasts(const ParallelLoop &Loop,
                                                     clang::ASTContext &Ctx);

} // namespace twofold

#endif
