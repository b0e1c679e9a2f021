// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UnfollowedCalls.h - calls whose bodies are not compared ------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_UNFOLLOWEDCALLS_H
#define TWOFOLD_PLUGIN_DEPEND_UNFOLLOWEDCALLS_H

#include "access/AccessEvaluator.h"
#include "depend/Dependence.h"

namespace twofold {

/// The one of Calls by which iterations may come to what others write; null:
/// there is none. Occurrences: before any are merged.
const UnfollowedCall *findUnfollowed(const ParallelLoop &Loop,
                                     llvm::ArrayRef<UnfollowedCall> Calls,
                                     llvm::ArrayRef<Occurrence> Occurrences,
                                     AccessRecorder &Recorder);

DependenceVerdict verdictOf(const UnfollowedCall &U);

} // namespace twofold

#endif
