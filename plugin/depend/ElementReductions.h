// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementReductions.h - arrays that iterations update together -------===//
//
// Finds each update `h[k] op= e` of a captured array, pointer, member or
// container. Where the subscripts differ between iterations, it is none of our
// business; where they may be equal and the loop does nothing else with the
// array, the updates become an element reduction.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_ELEMENTREDUCTIONS_H
#define TWOFOLD_PLUGIN_DEPEND_ELEMENTREDUCTIONS_H

#include "model/LoopModel.h"

namespace twofold {

/// Fills Loop.Elements and Loop.Updates.
void findElementReductions(ParallelLoop &Loop, clang::ASTContext &Ctx);

} // namespace twofold

#endif
