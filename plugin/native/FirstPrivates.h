// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FirstPrivates.h - variables that each iteration has a copy of -----===//
#ifndef TWOFOLD_PLUGIN_NATIVE_FIRSTPRIVATES_H
#define TWOFOLD_PLUGIN_NATIVE_FIRSTPRIVATES_H

#include "model/LoopModel.h"

namespace clang {
class Sema;
} // namespace clang

namespace twofold {

/// Gives the body, which buildDims has found, its own variables for those of
/// clause `firstprivate` that it changes, each with the value that the variable
/// has before the loop. In OpenMP the iterations of a thread share a copy, but
/// no program knows which ones these are, so none can rely on it. False after
/// an error, which has been reported.
bool copyFirstPrivates(ParallelLoop &Loop, clang::Sema &S, Diagnostics &Diags);

} // namespace twofold

#endif
