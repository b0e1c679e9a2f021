// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DoubleUses.h - doubles that nobody asked for -----------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_DOUBLEUSES_H
#define TWOFOLD_PLUGIN_KERNEL_DOUBLEUSES_H

#include "model/LoopModel.h"

namespace twofold {

/// A literal without a suffix or a function of double precision, whose operands
/// and results are float.
struct AccidentalDouble {
  clang::SourceLocation Loc;
  std::string Written, Better;
  clang::SourceLocation End; ///< where an `f` makes it float
};

/// The first one, where a loop has doubles and all of them are such: no
/// variable, element, member, parameter or cast of the user's is a double.
std::optional<AccidentalDouble> accidentalDouble(const ParallelLoop &Loop,
                                                 clang::ASTContext &Ctx);

} // namespace twofold

#endif
