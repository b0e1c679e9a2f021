// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Eligibility.h - whether a body can become a kernel at all ----------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_ELIGIBILITY_H
#define TWOFOLD_PLUGIN_KERNEL_ELIGIBILITY_H

#include "model/LoopModel.h"

namespace twofold {

/// The first thing in the body, or in a function that it calls, that OpenCL C
/// has no equal of.
std::optional<Refusal> checkEligibility(const ParallelLoop &Loop,
                                        clang::ASTContext &Ctx);

} // namespace twofold

#endif
