// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopPasses.h - what is done to loops before the vectoriser ---------===//
#ifndef TWOFOLD_PLUGIN_PASSES_LOOPPASSES_H
#define TWOFOLD_PLUGIN_PASSES_LOOPPASSES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class AAResults;
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace twofold {

/// What stays known behind a pass that may have Changed instructions, but no
/// blocks.
inline llvm::PreservedAnalyses keptBlocks(bool Changed) {
  if (!Changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses Kept;
  Kept.preserveSet<llvm::CFGAnalyses>();
  return Kept;
}

/// Lets a long native loop begin with the few iterations before the first
/// element that is stored to an address at which vectors are aligned: a vector
/// that lies in two lines of the cache takes as long as two. The iterations are
/// the same, in the same order, so the same loop runs twice: a loop around it
/// sets the bounds. Arrays that are variables of the function begin at whole
/// vectors. Runs before the vectoriser, and only where vectors have more than
/// the 16 bytes that malloc() aligns to.
struct AlignedStoresPass : llvm::PassInfoMixin<AlignedStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// Divides in front of a parallel loop what all its iterations divide by the
/// same number, by 1 where no iteration may: `x / d` in `if (a[i]) s = t[x /
/// d];`. Where such a quotient leads to an address that is read by a mask, LLVM
/// 22's vectoriser divides only if the first lane of a vector does, and others
/// then read elsewhere. Runs behind InvariantLoadsPass.
struct InvariantDivisionsPass : llvm::PassInfoMixin<InvariantDivisionsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
  /// Results are wrong without this pass.
  static bool isRequired() { return true; }
};

/// Reads in front of an independent loop what all its iterations read from one
/// place, such as the weights of a filter whose inner loop has been unrolled.
/// Where each iteration stores to places of its own, none stores what another
/// reads. Other loops have checks in front, by which LLVM finds the same behind
/// the vectoriser; this one would have each vector of iterations read it anew.
/// Runs behind PrivateAccessesPass.
struct InvariantLoadsPass : llvm::PassInfoMixin<InvariantLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// Builds once, in front of an independent loop, what each of its iterations
/// would build alike: a private array, such as a table of weights, all of whose
/// elements are stored before any is read, from values that the loop does not
/// change. Then the loop only reads the array, as it reads memory that
/// iterations share, and can be vectorised.
struct InvariantTablesPass : llvm::PassInfoMixin<InvariantTablesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

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

/// Reads in front of a branch inside an independent loop what both of its ways
/// begin with: `b[i]` in `c[i] = a[i] > 0 ? a[i] / b[i] : a[i] * b[i];`. The
/// vectoriser would read that by a mask for each way, lane by lane where the
/// processor has no masks, and finds that vectors do not pay; in other loops it
/// finds such pairs by what it knows of their places, which nobody asks for
/// where iterations are independent.
struct CommonLoadsPass : llvm::PassInfoMixin<CommonLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// Reads in front of an inner loop what each of its iterations would read from
/// the same place, where none of its stores can reach that: `a[i][k]` in
/// `for (j = k + 1; ..) a[i][j] -= a[i][k] * a[k][j];`. The vectoriser, which
/// compares an element that stays with elements that do not, finds nothing out.
struct SharedLoadsPass : llvm::PassInfoMixin<SharedLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// Reads in front of an inner loop what all of its iterations read and one of
/// them stores: `d[i][k]` in `for (j = 0; ..) d[i][j] = min(d[i][j], d[i][k] +
/// d[k][j]);`. A loop around it runs the iterations before that one, then that
/// one alone, then those behind it, all in their order, and reads the element
/// anew each time. The vectoriser can compare what is left, rows with rows.
/// Runs behind SharedLoadsPass, which moves what no iteration stores, and says
/// so in a remark.
struct PivotLoadsPass : llvm::PassInfoMixin<PivotLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// Keeps the sums of several rows that run side by side, each in its order, in
/// registers of their own, in loops that are not to be vectors: gathering what
/// comes from several rows into a vector takes longer than the additions.
struct SumsSideBySidePass : llvm::PassInfoMixin<SumsSideBySidePass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// Has columns read one by one in functions whose innermost loops find one
/// number, such as the greatest of `a[i][k] + b[k][j]` over all k, where the
/// processor takes longer to gather a column's elements into a vector.
struct ColumnLoadsPass : llvm::PassInfoMixin<ColumnLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// Keeps an independent loop from being vectors whose iterations each sum up a
/// long row of neighbours in any order, such as a row of integers times a
/// vector whose inner loop has been unrolled: the row's own elements make
/// vectors afterwards, those of several rows had to be gathered one by one.
struct RowSumsPass : llvm::PassInfoMixin<RowSumsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// clang puts every access of an independent loop into one access group, which
/// tells LLVM that no two of them in different iterations meet. The annotation
/// says so of memory that iterations share. But a variable declared inside the
/// loop is one place in the function's frame: iterations use it one after
/// another, and the lanes of a vector would use it at once. This pass takes out
/// of the group whatever may access such memory: variables of the function,
/// thread-local variables, what a pointer may lead to that was stored where the
/// function also stored the address of such a variable, frames of called
/// functions; and volatile and atomic accesses, which stay single. A variable
/// that the loop only reads stays. All accesses leave the group of a loop in
/// which vectors might change the order of two accesses of one iteration
/// (mayInterleaveWrongly).
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

/// Lets native variants have vectors of 512 bits on processors for which LLVM
/// makes those of 256 though the wide ones slow them down no more, where the
/// program neither says what it prefers nor is tuned for another processor.
/// Runs before anything that asks how wide vectors are.
struct WideVectorsPass : llvm::PassInfoMixin<WideVectorsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// Has loops that do little take as many elements a step in vectors of 512 bits
/// as LLVM has them take in those of 256: two vectors in place of four. Rows of
/// some ten elements, of which no such step could be made, would run in the
/// shorter vectors that are meant for what is left. Loops that wait for a long
/// chain of operations have two vectors in place of one. What the program says
/// of its loops stays. Runs before the vectoriser.
struct ShortStepsPass : llvm::PassInfoMixin<ShortStepsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

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
