// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NativeLoopPass.h - loop metadata of native variants --------------===//
#ifndef TWOFOLD_PLUGIN_PASSES_NATIVELOOPPASS_H
#define TWOFOLD_PLUGIN_PASSES_NATIVELOOPPASS_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class CodeGenOptions;
} // namespace clang
namespace llvm {
class Loop;
class LoopInfo;
} // namespace llvm

namespace twofold {

/// Whether the loop is a native variant's, and its iterations may be run in any
/// order.
bool isIndependent(const llvm::Loop &L);

/// The innermost loops that stand in such ones.
llvm::SmallVector<llvm::Loop *, 4> roundsIn(const llvm::LoopInfo &Loops);

/// Whether the loop was one of `omp simd`, or annotated with the clause simd,
/// and its iterations may be run side by side.
bool isSimd(const llvm::Loop &L);

/// Adds an early pass that takes `llvm.loop.vectorize.enable` off the loops of
/// native variants. Clang adds it to the hint that marks iterations as
/// independent. It would force the vectoriser against its cost model, with a
/// warning where that fails. Loops of `omp simd` keep it: they ask for it, and
/// it lets their sums be made in another order.
void addNativeLoopPass(clang::CodeGenOptions &Options);

} // namespace twofold

#endif
