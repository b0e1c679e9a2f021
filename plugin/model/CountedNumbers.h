// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CountedNumbers.h - the numbers that a dimension counts -------------===//
#ifndef TWOFOLD_PLUGIN_MODEL_COUNTEDNUMBERS_H
#define TWOFOLD_PLUGIN_MODEL_COUNTEDNUMBERS_H

#include "model/LoopModel.h"

namespace twofold {

/// Whether Dim may count past one end of its type, and go on from the other:
/// `for (unsigned char i = 200; i != 10; ++i)` does. Its numbers are then not
/// those from its beginning to its bound, but any that the type has.
bool mayWrap(const LoopDim &Dim, const clang::ASTContext &Ctx);

} // namespace twofold

#endif
