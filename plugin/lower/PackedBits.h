// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PackedBits.h - elements that share a byte with their neighbours ----===//
#ifndef TWOFOLD_PLUGIN_LOWER_PACKEDBITS_H
#define TWOFOLD_PLUGIN_LOWER_PACKEDBITS_H

#include "model/LoopModel.h"

namespace twofold {

/// The first place where the body, or a function that it calls, writes a bit of
/// a std::vector<bool> or std::bitset from outside the loop. Two iterations
/// that write different bits write the same word. Null: nowhere.
const clang::Expr *findPackedWrite(const ParallelLoop &Loop, clang::Sema &S);

} // namespace twofold

#endif
