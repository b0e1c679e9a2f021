// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InvariantTables.h - tables that all iterations build alike ---------===//
#ifndef TWOFOLD_PLUGIN_PASSES_INVARIANTTABLES_H
#define TWOFOLD_PLUGIN_PASSES_INVARIANTTABLES_H

#include "llvm/IR/PassManager.h"

namespace twofold {

/// Builds once, in front of an independent loop, what each of its iterations
/// would build alike: a private array, such as a table of weights, all of whose
/// elements are stored before any is read, from values that the loop does not
/// change. Then the loop only reads the array, as it reads memory that
/// iterations share, and can be vectorised.
struct InvariantTablesPass : llvm::PassInfoMixin<InvariantTablesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace twofold

#endif
