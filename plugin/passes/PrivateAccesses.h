// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrivateAccesses.h - what an annotation says nothing about ----------===//
#ifndef TWOFOLD_PLUGIN_PASSES_PRIVATEACCESSES_H
#define TWOFOLD_PLUGIN_PASSES_PRIVATEACCESSES_H

#include "llvm/IR/PassManager.h"

namespace twofold {

/// clang puts every access of an independent loop into one access group, which
/// tells LLVM that no two of them in different iterations meet. The annotation
/// says so of memory that iterations share. But a variable declared inside the
/// loop is one place in the function's frame: iterations use it one after
/// another, and the lanes of a vector would use it at once. This pass takes out
/// of the group whatever may access such memory: variables of the function,
/// thread-local variables, what a pointer may lead to that was stored where the
/// function also stored the address of such a variable, frames of called
/// functions; and volatile and atomic accesses, which stay single. A variable
/// that the loop only reads stays.
///
/// Only loop access analysis reads groups. So the pass runs before that is
/// first used, when variables that can be registers are registers; and at the
/// end of a module that is left to the linker, which has no plugin.
class PrivateAccessesPass : public llvm::PassInfoMixin<PrivateAccessesPass> {
  bool AtLink; ///< functions may be inlined after this pass

public:
  explicit PrivateAccessesPass(bool AtLink) : AtLink(AtLink) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
  /// Results are wrong without this pass.
  static bool isRequired() { return true; }
};

} // namespace twofold

#endif
