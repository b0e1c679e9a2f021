// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InterleavedAccesses.h - accesses that vectors take together --------===//
#ifndef TWOFOLD_PLUGIN_PASSES_INTERLEAVEDACCESSES_H
#define TWOFOLD_PLUGIN_PASSES_INTERLEAVEDACCESSES_H

namespace llvm {
class AAResults;
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace twofold {

/// Whether the vectoriser, told that no two iterations of L meet, might change
/// the order of two accesses of one iteration that do. It reads the members of
/// elements that lie side by side (`v[i].x`, `v[i].y`) where the first of them
/// is read, and stores them where the last one is stored. What comes between it
/// compares by dependences, of which it has none in a loop that is marked.
/// Early: other passes come before the vectoriser and may find strides.
bool mayInterleaveWrongly(const llvm::Loop &L, const llvm::LoopInfo &Loops,
                          llvm::ScalarEvolution &Evolution,
                          llvm::AAResults &Aliases, bool Early);

} // namespace twofold

#endif
