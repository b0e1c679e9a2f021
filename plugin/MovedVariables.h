// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MovedVariables.h - what each iteration moves on by one distance ----===//
//
//   for (i = 0, p = a; i < n; i++, p += by) { s[at] = *p; at += 2; }
//
// becomes
//
//   p = a; long p_by = by; float *p_start = p; int at_start = at;
//   for (i = 0; i < n; i++) {
//     float *p_here = p_start + (i - 0) * p_by; int at_here = at_start + i * 2;
//     s[at_here] = *p_here; at_here += 2;
//     p_here += by; p = p_here; at = at_here;
//   }
//
#ifndef TWOFOLD_PLUGIN_MOVEDVARIABLES_H
#define TWOFOLD_PLUGIN_MOVEDVARIABLES_H

#include "model/LoopModel.h"

namespace twofold {

/// Gives iterations of Loop, of which the clauses are known and the dimensions
/// not yet, values of their own of the integers and pointers that each of them
/// moves on by one distance. Such variables may be moved in the head of the
/// loop, and may begin there. The program means the same, also where the loop
/// then stays as it is. Loop's slot may be another one afterwards.
void followMovedVariables(ParallelLoop &Loop, clang::ASTContext &Ctx);

} // namespace twofold

#endif
