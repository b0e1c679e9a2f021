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

/// The same for a loop that stays where it is, with what only its accesses
/// need: by value what nothing changes, private the numbers that are no numbers
/// to compute with. False: it cannot be taken apart, which has been reported.
bool shareInOrder(ParallelLoop &Loop, clang::ASTContext &Ctx,
                  Diagnostics &Diags);

/// D, which the body uses First there, but for its Kind.
Capture captureOf(clang::ValueDecl *D, const clang::DeclRefExpr &First);

/// Gives captures and pointer dimensions their entries of args.
void numberArguments(ParallelLoop &Loop);

} // namespace twofold

#endif
