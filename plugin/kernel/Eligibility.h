// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Eligibility.h - what a kernel may hold ----------------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_ELIGIBILITY_H
#define TWOFOLD_PLUGIN_KERNEL_ELIGIBILITY_H

#include "model/LoopModel.h"

namespace twofold {

/// The first thing in the body, or in a function that it calls, that OpenCL C
/// has no equal of. Lasting: the first in the program's own text that a lowered
/// copy of the loop would have as well.
std::optional<Refusal> checkEligibility(const ParallelLoop &Loop,
                                        clang::ASTContext &Ctx,
                                        bool Lasting = false);

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
