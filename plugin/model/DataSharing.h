// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DataSharing.h - who owns each variable of the body ---------------===//
#ifndef TWOFOLD_PLUGIN_MODEL_DATASHARING_H
#define TWOFOLD_PLUGIN_MODEL_DATASHARING_H

#include "model/LoopModel.h"

namespace twofold {

/// Fills Loop.Captures and Loop.ArgCount from the body and the clauses.
/// False where the loop cannot be compiled, or Stays: iterations would race on
/// a variable. Either has been reported.
bool shareData(ParallelLoop &Loop, clang::ASTContext &Ctx, Diagnostics &Diags);

/// Gives captures and pointer dimensions their entries of args.
void numberArguments(ParallelLoop &Loop);

} // namespace twofold

#endif
