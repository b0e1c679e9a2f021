// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SerialNotice.h - tells the runtime of a loop that stays as it is ---===//
//
// A loop that runs in order where it stands would be missing in what
// TWOFOLD_INFO and TWOFOLD_OFFLOAD=mandatory say. A site of its own, whose one
// iteration does nothing, comes before it and has the reason.
#ifndef TWOFOLD_PLUGIN_CALL_SERIALNOTICE_H
#define TWOFOLD_PLUGIN_CALL_SERIALNOTICE_H

#include "model/LoopModel.h"

namespace twofold {

class RuntimeDecls;

/// Tells the runtime that the loop's place is reached, and why it runs in
/// order.
clang::Stmt *noticeOf(const ParallelLoop &Loop, llvm::StringRef Reason,
                      const RuntimeDecls &Abi, clang::Sema &S,
                      llvm::SmallVectorImpl<clang::Decl *> &Declared);

/// The loop's statement behind the notice. Constexpr: in a function that the
/// compiler may evaluate, which must not meet the call.
clang::Stmt *withNotice(const ParallelLoop &Loop, llvm::StringRef Reason,
                        bool Constexpr, const RuntimeDecls &Abi, clang::Sema &S,
                        llvm::SmallVectorImpl<clang::Decl *> &Declared);

} // namespace twofold

#endif
