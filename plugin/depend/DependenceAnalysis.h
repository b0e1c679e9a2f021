// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DependenceAnalysis.h - the accesses of one body, compared ----------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_DEPENDENCEANALYSIS_H
#define TWOFOLD_PLUGIN_DEPEND_DEPENDENCEANALYSIS_H

#include "access/AccessEvaluator.h"
#include "depend/Dependence.h"
#include "depend/DependenceProof.h"
#include "depend/FormProofs.h"

namespace twofold {

/// Marks stores that may leave what is there, under a condition on what the
/// iteration itself may have stored: no call knows whether they do.
void keepUntold(llvm::MutableArrayRef<Occurrence> Occurrences,
                const AccessRecorder &Recorder, const ParallelLoop &Loop,
                const clang::ASTContext &Ctx);

/// Of numbers in memory, by their axes, whether some iteration stores there.
/// Bodies with hundreds of accesses ask this under thousands of conditions.
class StoredAxes {
  llvm::DenseMap<int, bool> Known;

public:
  bool holds(int Number, llvm::ArrayRef<Occurrence> Occurrences,
             const AccessRecorder &Recorder);
};

/// Conditions of O on numbers in memory count as true.
void unask(Occurrence &O, const AccessRecorder &Recorder);

/// One use only.
class DependenceAnalysis {
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  /// What a call can tell by integers in memory is wanted, and nothing else.
  const bool FollowsLoads;
  const llvm::ArrayRef<CallInput> Inputs;
  StoredPlaces Stored;
  AccessRecorder Recorder;
  AccessEvaluator Evaluator;
  llvm::SmallVector<Occurrence, 16> Occurrences;
  MergedOccurrences Merged;
  IterationSpace Space;
  llvm::DenseSet<clang::SourceLocation> Targets; ///< of element updates
  llvm::SmallVector<OpenPair, 8> Open;           ///< only a call can tell
  /// By number of an occurrence, the one that calls ask about in its place.
  llvm::DenseMap<unsigned, unsigned> Freed;
  static constexpr unsigned MaxOpen = 200;
  mutable StoredAxes StoredTo;
  const UnfollowedCall *Unfollowed = nullptr; ///< by which iterations may meet
  bool Untold = false; ///< of another pair numbers in memory may tell

public:
  DependenceAnalysis(const ParallelLoop &Loop, clang::ASTContext &Ctx,
                     llvm::ArrayRef<CallInput> Inputs = {},
                     const StoredPlaces *Before = nullptr)
      : Loop(Loop), Ctx(Ctx), FollowsLoads(Before), Inputs(Inputs),
        Stored(Before ? *Before : AccessEvaluator::storesOf(Loop, Ctx)),
        Recorder(Loop, Ctx), Evaluator(Loop, Ctx, Recorder, FollowsLoads) {}
  DependenceVerdict run();
  std::optional<IndependentLoop> independentLoop(const clang::ForStmt &Inner,
                                                 bool Rows);
  llvm::SmallVector<unsigned, 2>
  independentLanes(llvm::ArrayRef<LoopLane> Candidates,
                   llvm::ArrayRef<const clang::Expr *> Kept, bool Beside);

private:
  void evaluate();
  const Base &baseOf(const Occurrence &O) {
    return Recorder.model().Bases[O.Base];
  }
  bool isSynchronised(const Occurrence &O) {
    return twofold::isSynchronised(baseOf(O), Ctx);
  }
  void buildSpace();
  void replaceSizes();
  bool combine(const Occurrence &A, const Occurrence &B);
  /// Whether iterations are there one at a time.
  bool isGuarded(const Occurrence &O);
  /// Both are elements of one volatile array, which others may wait for.
  bool waits(const Occurrence &A, const Occurrence &B) {
    auto Own = [&](auto &Of) { return Recorder.namesOuterAxis(Of.Offset); };
    return A.Base == B.Base && isVolatile(baseOf(A), Ctx) && Own(A) && Own(B);
  }
  bool isJumped() const;
  bool asksForStored(const RangeCheck &C,
                     std::optional<unsigned> Of = std::nullopt) const;
  bool asksForStored(const Occurrence &O) const {
    return llvm::any_of(O.Conditions,
                        [&](const RangeCheck &C) { return asksForStored(C); });
  }
  void addUnasked();
  bool mayRepeat(const Occurrence &A, const Occurrence &B);
  void leaveOpen(unsigned I, unsigned J);
  DependenceVerdict pair(DependenceVerdict::Kind What, const Occurrence &A,
                         const Occurrence &B);
  bool rename(const LoopLane &Lane,
              const llvm::DenseMap<const clang::Stmt *, int> &Axes,
              llvm::ArrayRef<int> Same, int &To);
  bool areApart(llvm::ArrayRef<int> Lanes,
                llvm::ArrayRef<const clang::Expr *> Kept, bool Beside);
};

} // namespace twofold

#endif
