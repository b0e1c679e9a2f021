// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OuterLengths.h - lengths in types that come from outside a loop ---===//
#ifndef TWOFOLD_PLUGIN_MODEL_OUTERLENGTHS_H
#define TWOFOLD_PLUGIN_MODEL_OUTERLENGTHS_H

#include "model/LoopModel.h"

namespace twofold {
class Diagnostics;

/// Clang evaluates a variable array's length where its type is written, and
/// code generation knows the value in that function alone. The body of a loop
/// moves into another one, so types in it get lengths that move along: those
/// that were written outside (a typedef, typeof, decltype or auto of something
/// outside) become variables in front of the loop, which are captured as others
/// are, and types of the body are spelled with them. What hangs on variables of
/// outside is left to BodyRewriter, which computes with flat pointers.
///
/// False: that is not possible; the loop stays as it is, which was told.
bool bindOuterLengths(ParallelLoop &Loop, clang::ASTContext &Ctx,
                      Diagnostics &Diags);

} // namespace twofold

#endif
