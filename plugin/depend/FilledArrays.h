// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FilledArrays.h - arrays that each iteration fills for itself -------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_FILLEDARRAYS_H
#define TWOFOLD_PLUGIN_DEPEND_FILLEDARRAYS_H

#include "model/LoopModel.h"

namespace twofold {

/// Makes arrays and objects from outside private, of which each iteration reads
/// only what it has written before, and keeps the last iteration's where what
/// they hold may be looked at after the loop. shareData has run.
void findFilledArrays(ParallelLoop &Loop, clang::ASTContext &Ctx);

} // namespace twofold

#endif
