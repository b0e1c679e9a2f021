// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AlignmentPeel.h - native loops store whole vectors -----------------===//
#ifndef TWOFOLD_PLUGIN_PASSES_ALIGNMENTPEEL_H
#define TWOFOLD_PLUGIN_PASSES_ALIGNMENTPEEL_H

#include "llvm/IR/PassManager.h"

namespace twofold {

/// Lets a long native loop begin with the few iterations before the first
/// element that is stored to an address at which vectors are aligned: a vector
/// that lies in two lines of the cache takes as long as two. The iterations are
/// the same, in the same order, so the same loop runs twice: a loop around it
/// sets the bounds. Runs before the vectoriser, and only where vectors have
/// more than the 16 bytes that malloc() aligns to.
struct AlignedStoresPass : llvm::PassInfoMixin<AlignedStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace twofold

#endif
