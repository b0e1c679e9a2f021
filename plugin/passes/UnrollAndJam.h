// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UnrollAndJam.h - native loops that compute sums, several at once ---===//
#ifndef TWOFOLD_PLUGIN_PASSES_UNROLLANDJAM_H
#define TWOFOLD_PLUGIN_PASSES_UNROLLANDJAM_H

#include "llvm/IR/PassManager.h"

namespace twofold {

/// Lets one trip through an inner loop do the sums of four iterations of the
/// independent loop around it, such as those of the rows of a matrix times a
/// vector: they share what they read of the vector, wait for four chains of
/// additions instead of one, and are summed up across vectors together. Each
/// sum is added in the same order as without the pass. Runs before the
/// vectoriser.
struct JammedRowsPass : llvm::PassInfoMixin<JammedRowsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace twofold

#endif
