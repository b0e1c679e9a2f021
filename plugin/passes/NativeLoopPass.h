// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NativeLoopPass.h - loop metadata of native variants --------------===//
#ifndef TWOFOLD_PLUGIN_PASSES_NATIVELOOPPASS_H
#define TWOFOLD_PLUGIN_PASSES_NATIVELOOPPASS_H

namespace clang {
class CodeGenOptions;
} // namespace clang
namespace llvm {
class Loop;
} // namespace llvm

namespace twofold {

/// Whether the loop is a native variant's, and its iterations may be run in any
/// order.
bool isIndependent(const llvm::Loop &L);

/// Whether the loop was one of `omp simd`, or annotated with the clause simd,
/// and its iterations may be run side by side.
bool isSimd(const llvm::Loop &L);

/// Adds an early pass that takes `llvm.loop.vectorize.enable` off the loops of
/// native variants. The hint that marks their iterations as independent brings
/// it along, and it would force the vectoriser against its cost model and warn
/// where it fails. Loops of `omp simd` keep it: it is what they ask for,
/// and lets their sums be made in another order.
void addNativeLoopPass(clang::CodeGenOptions &Options);

} // namespace twofold

#endif
