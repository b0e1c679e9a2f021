// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IndependentLoops.cpp - loops of the body that may run apart --------===//

#include "access/AffineForms.h"
#include "depend/DependenceAnalysis.h"
#include "depend/OutsideEffects.h"
#include "model/ElementUpdate.h"
#include "llvm/ADT/Sequence.h"

using namespace clang;

namespace twofold {

/// For each touch the first one of the same bytes, by number.
static llvm::SmallVector<unsigned, 24> firstAlike(ArrayRef<Occurrence> All) {
  llvm::SmallVector<unsigned, 24> First;
  for (const Occurrence &O : All) {
    auto IsAlike = [&](const Occurrence &Other) {
      return &Other == &O ||
             (Other.Base == O.Base && Other.Size == O.Size && !Other.Unknown &&
              !O.Unknown && sameForm(Other.Offset, O.Offset));
    };
    First.push_back(llvm::find_if(All, IsAlike) - All.begin());
  }
  return First;
}

static llvm::SmallVector<int, 4> parallelAxes(const ParallelLoop &Loop) {
  return llvm::to_vector<4>(llvm::seq<int>(0, int(Loop.Dims.size())));
}

/// How many there are on bases that are written.
static unsigned touchesOfWritten(ArrayRef<Occurrence> All) {
  llvm::SmallDenseSet<unsigned, 8> Written;
  for (const Occurrence &O : All)
    if (O.Writes)
      Written.insert(O.Base);
  return llvm::count_if(
      All, [&](const Occurrence &O) { return Written.contains(O.Base); });
}

std::optional<IndependentLoop>
DependenceAnalysis::independentLoop(const ForStmt &Inner, bool Rows) {
  constexpr unsigned MostTouches = 24;
  IndependentLoop Found;
  Recorder.LoopAxes = &Found.Axes;
  evaluate();
  // Of the parallel loop itself the user has said it.
  const bool Own = Loop.Dims.back().Loop == &Inner;
  Found.Axis = Own ? int(Loop.Dims.size()) - 1
                   : Found.Axes.try_emplace(Inner.getBody(), -1).first->second;
  for (Occurrence &O : Occurrences)
    if (Own || llvm::is_contained(O.Around, Found.Axis))
      Found.Touches.push_back(std::move(O));
  if (Evaluator.refused() || Found.Axis == -1 || Found.Touches.empty() ||
      Found.Touches.size() > MostTouches || findOutsideEffect(Loop, Ctx))
    return std::nullopt;
  llvm::SmallVector<int, 4> Equal = parallelAxes(Loop);
  llvm::append_range(
      Equal, llvm::make_range(Found.Touches[0].Around.begin(),
                              llvm::find(Found.Touches[0].Around, Found.Axis)));
  const auto First = firstAlike(Found.Touches);
  for (unsigned I = 0; I != Found.Touches.size(); ++I)
    for (unsigned J = 0; J <= I; ++J) {
      const Occurrence &A = Found.Touches[J], &B = Found.Touches[I];
      if (!A.Writes && !B.Writes)
        continue;
      if (A.Base != B.Base && mayOverlap(baseOf(A), baseOf(B), Loop) &&
          !llvm::is_contained(Found.Apart, std::pair(First[J], First[I])))
        Found.Apart.push_back({First[J], First[I]});
      if (!Own && A.Base == B.Base &&
          (A.Unknown || B.Unknown || isSynchronised(A) ||
           (testPair(Space, referenceOf(A), referenceOf(B), Equal, Found.Axis,
                     I == J)
                    .What != PairVerdict::Never &&
            !(Rows && apartInRows(Space, A, B, baseOf(A), Equal, Found.Axis,
                                  Ctx, Found.InRows)))))
        return std::nullopt;
    }
  Found.Model = Recorder.model();
  return Found;
}

/// Has all loops of the lane count by the axis of its first one. False: they
/// are no such loops. Where they begin and end is the same in all iterations
/// that agree in the axes Same.
bool DependenceAnalysis::rename(const LoopLane &Lane,
                                const llvm::DenseMap<const Stmt *, int> &Axes,
                                ArrayRef<int> Same, int &To) {
  auto Moves = [&](const AffineForm &Form) {
    return llvm::any_of(Form, [&](const Monomial &M) {
      return M.Axis != -1 && !llvm::is_contained(Same, M.Axis);
    });
  };
  To = -1;
  for (const ForStmt *Loop : Lane) {
    auto Known = Axes.find(Loop->getBody());
    const int Axis = Known == Axes.end() ? -1 : Known->second;
    if (Axis == -1)
      return false;
    const auto &Own = Recorder.innerAxis(Axis);
    if (Own.Unknown || Own.Several || Moves(Own.Lower) || Moves(Own.Upper))
      return false;
    if (To == -1) {
      To = Axis;
      continue;
    }
    const auto &First = Recorder.innerAxis(To);
    if (First.Step != Own.Step || !sameForm(First.Lower, Own.Lower) ||
        !sameForm(First.Upper, Own.Upper))
      return false;
    auto Rename = [&](AffineForm &Form) {
      for (Monomial &M : Form)
        if (M.Axis == Axis)
          M.Axis = To;
    };
    for (Occurrence &O : Occurrences) {
      Rename(O.Offset);
      llvm::for_each(O.Facts, Rename);
      llvm::replace(O.Around, Axis, To);
    }
    for (IterationAxis &A : Space.Axes) {
      if (A.Lower)
        Rename(*A.Lower);
      if (A.Upper)
        Rename(*A.Upper);
      if (A.Stride)
        Rename(*A.Stride);
      llvm::for_each(A.Facts, Rename);
    }
  }
  return To != -1;
}

/// The same bytes in the same loops as Before, which happens wherever this
/// does: nothing new for a test.
static bool repeats(const Occurrence &O, const Occurrence &Before) {
  return &O != &Before && Before.Writes == O.Writes && Before.Facts.empty() &&
         O.Around == Before.Around;
}

/// It reads one of the values that stay what they are.
static bool isKept(const Occurrence &O, ArrayRef<const Expr *> Kept,
                   ASTContext &Ctx) {
  return O.By && !O.Writes && llvm::any_of(Kept, [&](const Expr *E) {
           return sameExpression(O.By->IgnoreParenImpCasts(), E, Ctx);
         });
}

static bool isIn(const Occurrence &O, int Lane) {
  return llvm::is_contained(O.Around, Lane);
}

/// Two iterations that differ in some lane never meet, of which one writes, but
/// for what is read as one of Kept. Beside: what is outside of a lane's loops
/// may write in one iteration of the lane, if it has nothing else to do with
/// these loops, and nothing outside of them reads what it writes.
bool DependenceAnalysis::areApart(ArrayRef<int> Lanes,
                                  ArrayRef<const Expr *> Kept, bool Beside) {
  auto IsKept = [&](const Occurrence &O) { return isKept(O, Kept, Ctx); };
  auto InAll = [&](const Occurrence &O) {
    return llvm::all_of(Lanes, [&](int Lane) { return isIn(O, Lane); });
  };
  const auto Outer = parallelAxes(Loop);
  const auto First = firstAlike(Occurrences);
  auto IsAgain = [&](unsigned Number) {
    const Occurrence &Before = Occurrences[First[Number]];
    return repeats(Occurrences[Number], Before) && !IsKept(Before);
  };
  bool Writes = false;
  for (unsigned I = 0; I != Occurrences.size(); ++I)
    for (unsigned J = 0; J <= I; ++J) {
      const Occurrence &A = Occurrences[J], &B = Occurrences[I];
      if ((!A.Writes && !B.Writes) || IsKept(A) || IsKept(B))
        continue;
      Writes = true;
      if (A.Atomic || B.Atomic)
        return false;
      if (A.Base != B.Base)
        continue; // each call finds out
      if (A.Unknown || B.Unknown || isSynchronised(A) || isSynchronised(B) ||
          (!Beside && (!InAll(A) || !InAll(B))))
        return false;
      if (IsAgain(I) || IsAgain(J))
        continue;
      llvm::SmallVector<int, 4> Equal = Outer;
      for (int Lane : Lanes) {
        const bool Both = isIn(A, Lane) && isIn(B, Lane);
        if (!Both && !isIn(A, Lane) && !isIn(B, Lane) && A.Writes && B.Writes)
          continue; // one iteration makes both
        if (!Both) {
          if (!neverMeet(Space, referenceOf(A), referenceOf(B), Equal))
            return false;
          break;
        }
        if (testPair(Space, referenceOf(A), referenceOf(B), Equal, Lane, I == J)
                .What != PairVerdict::Never)
          return false;
        Equal.push_back(Lane);
      }
    }
  return Writes;
}

llvm::SmallVector<unsigned, 2>
DependenceAnalysis::independentLanes(ArrayRef<LoopLane> Candidates,
                                     ArrayRef<const Expr *> Kept, bool Beside) {
  constexpr unsigned MostTouches = 96;
  llvm::SmallVector<unsigned, 2> Found;
  llvm::DenseMap<const Stmt *, int> Axes;
  Recorder.LoopAxes = &Axes;
  evaluate();
  if (Evaluator.refused() || touchesOfWritten(Occurrences) > MostTouches ||
      findOutsideEffect(Loop, Ctx))
    return Found;
  llvm::SmallVector<int, 2> Lanes;
  llvm::SmallPtrSet<const ForStmt *, 4> Taken;
  for (auto [Number, Lane] : llvm::enumerate(Candidates)) {
    if (llvm::any_of(Lane, [&](auto *F) { return Taken.contains(F); }))
      continue;
    auto Before = Occurrences;
    IterationSpace Around = Space;
    int Axis = -1;
    llvm::SmallVector<int, 4> Same = parallelAxes(Loop);
    llvm::append_range(Same, Lanes);
    if (rename(Lane, Axes, Same, Axis)) {
      Lanes.push_back(Axis);
      if (areApart(Lanes, Kept, Beside)) {
        Found.push_back(Number);
        Taken.insert(Lane.begin(), Lane.end());
        continue;
      }
      Lanes.pop_back();
    }
    Occurrences = std::move(Before);
    Space = std::move(Around);
  }
  return Found;
}

std::optional<IndependentLoop> findIndependentLoop(const ParallelLoop &Loop,
                                                   const ForStmt &Inner,
                                                   ASTContext &Ctx, bool Rows) {
  return DependenceAnalysis(Loop, Ctx).independentLoop(Inner, Rows);
}

llvm::SmallVector<unsigned, 2>
findIndependentLanes(const ParallelLoop &Loop, ArrayRef<LoopLane> Candidates,
                     ASTContext &Ctx, ArrayRef<const Expr *> Kept,
                     bool Beside) {
  return DependenceAnalysis(Loop, Ctx).independentLanes(Candidates, Kept,
                                                        Beside);
}

} // namespace twofold
