// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweredKernel.h - the kernel of a loop's lowered copy --------------===//
#ifndef TWOFOLD_PLUGIN_LOWEREDKERNEL_H
#define TWOFOLD_PLUGIN_LOWEREDKERNEL_H

#include "KernelVerdict.h"
#include "order/LoopOrder.h"

namespace clang {
class Sema;
}

namespace twofold {

/// A lowered copy of Loop may do better.
bool mayLowerAway(const ParallelLoop &Loop, const KernelVerdict &Verdict);

/// What the user wrote has no kernel, or accesses in forms that are not
/// understood or cannot be checked; its lowered copy may do better. And it may
/// show that iterations depend on each other: then the loop is to run in order,
/// which has been reported. Conflicts is what the call looks for then, if the
/// copy's kernel or ranges are taken.
void lowerAndRetry(ParallelLoop &Loop, KernelVerdict &Verdict,
                   ConflictModel &Conflicts, const LoopOrder &Order,
                   const PluginOptions &Options, clang::Sema &S,
                   Diagnostics &Diags);

} // namespace twofold

#endif
