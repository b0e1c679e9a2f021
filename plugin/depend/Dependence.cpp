// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "depend/DependenceAnalysis.h"
#include "depend/DependenceProof.h"
#include "depend/DividedValues.h"
#include "depend/DrawnElements.h"
#include "depend/ElementVariables.h"
#include "depend/FormProofs.h"
#include "depend/OutsideEffects.h"
#include "depend/OwnedElements.h"
#include "depend/PathReads.h"
#include "depend/UnfollowedCalls.h"

using namespace clang;

namespace twofold {

void DependenceAnalysis::buildSpace() {
  for (const LoopDim &Dim : Loop.Dims)
    Space.Axes.push_back(axisOf(Dim, Evaluator, Ctx));
  for (const Axis &Inner : Recorder.model().Axes) {
    IterationAxis A;
    if (!Inner.Divisor.empty())
      A.Facts = divisionFacts(Inner, int(Space.Axes.size()));
    if (!Inner.Unknown) {
      A.Lower = Inner.Lower;
      A.Upper = Inner.Upper;
      A.Step = Inner.Virtual ? 1 : Inner.Step;
    } else if (Inner.Open) {
      (Inner.Step > 0 ? A.Lower : A.Upper) =
          Inner.Step > 0 ? Inner.Lower : Inner.Upper;
      A.Step = Inner.Step;
    }
    Space.Axes.push_back(std::move(A));
  }
}

/// E reads only variables that keep the value they were declared with.
static bool isSettled(const Expr *E, const ParallelLoop &Loop) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
           !Loop.functionUses().of(V).mayChange();
  }
  return !isa<MemberExpr, ArraySubscriptExpr, CallExpr>(E) &&
         llvm::all_of(E->children(), [&](const Stmt *Child) {
           return isa_and_nonnull<Expr>(Child) &&
                  isSettled(cast<Expr>(Child), Loop);
         });
}

/// The length of a row of `double a[n][m]` is 8 * m where m is still what it
/// was when the array was declared.
void DependenceAnalysis::replaceSizes() {
  for (unsigned V = 0; V != Recorder.model().Values.size(); ++V) {
    const auto *Size =
        dyn_cast<UnaryExprOrTypeTraitExpr>(Recorder.model().Values[V]);
    if (!Size || Size->getKind() != UETT_SizeOf)
      continue;
    MaybeForm Bytes = constantForm(1);
    QualType T = Size->getTypeOfArgument();
    llvm::SmallVector<AffineForm, 2> Facts;
    while (const VariableArrayType *Array = Ctx.getAsVariableArrayType(T)) {
      const Expr *Length = Array->getSizeExpr();
      MaybeForm Count = Length && isSettled(Length, Loop)
                            ? Evaluator.invariant(Length)
                            : std::nullopt;
      Bytes = Bytes && Count ? product(*Bytes, *Count) : std::nullopt;
      if (Count) // C has no arrays of nothing
        if (auto Positive = difference(*Count, constantForm(1)))
          Facts.push_back(*Positive);
      T = Array->getElementType();
    }
    if (Bytes && !T->isVariablyModifiedType())
      Bytes = scaled(*Bytes, Ctx.getTypeSizeInChars(T).getQuantity());
    if (!Bytes || T->isVariablyModifiedType())
      continue;
    Space.Facts.append(Facts);
    for (Occurrence &O : Occurrences)
      if (MaybeForm Offset = withValue(O.Offset, V, *Bytes))
        O.Offset = std::move(*Offset);
  }
}

/// Both update elements by the operator that combines them, in any order.
bool DependenceAnalysis::combine(const Occurrence &A, const Occurrence &B) {
  // Where others may be guarded, a place does not tell which of them is meant.
  auto IsTarget = [&](const Occurrence &O) {
    return Targets.contains(O.Loc) &&
           (Loop.Given.Guarded.empty() ||
            llvm::any_of(Loop.Updates, [&](const ElementUpdate &U) {
              return isTarget(U, O.By, Ctx);
            }));
  };
  return A.Base == B.Base && IsTarget(A) && IsTarget(B);
}

static bool isSingle(const Occurrence &A, const Occurrence &B) {
  return !A.Unknown && !B.Unknown && !namesAxes(A.Offset) &&
         sameForm(A.Offset, B.Offset);
}

static bool isRead(ArrayRef<Occurrence> All, const Occurrence &A,
                   const Occurrence &B) {
  return llvm::any_of(All, [&](const Occurrence &O) {
    return O.Reads && (O.Base == A.Base || O.Base == B.Base);
  });
}

DependenceVerdict DependenceAnalysis::pair(DependenceVerdict::Kind What,
                                           const Occurrence &A,
                                           const Occurrence &B) {
  auto Access = [](const Occurrence &O) {
    return DependentAccess{O.Loc, O.Reads && O.Writes ? "updated"
                                  : O.Writes          ? "written"
                                                      : "read"};
  };
  DependenceVerdict Verdict;
  Verdict.What = What;
  Verdict.Variable = Recorder.nameOf(A);
  Verdict.Named = baseOf(A).Decl;
  Verdict.Read = isRead(Occurrences, A, B);
  Verdict.Single = isSingle(A, B);
  if (Verdict.Variable == "this") // some member, which the position shows
    Verdict.Variable = "*this";
  // The write is what the message is about.
  bool Swap = A.Atomic != B.Atomic ? B.Atomic : !A.Writes && B.Writes;
  Verdict.First = Access(Swap ? B : A);
  Verdict.Second = Access(Swap ? A : B);
  return Verdict;
}

void DependenceAnalysis::evaluate() {
  Recorder.Occurrences = &Occurrences;
  Evaluator.setEarlier(Stored);
  Evaluator.evaluateBody();
  for (const CallInput &In : Inputs)
    Recorder.keep(In);
  buildSpace();
  replaceSizes();
  countValues(Space, Recorder, Evaluator, Ctx);
  Unfollowed =
      findUnfollowed(Loop, Evaluator.unfollowed(), Occurrences, Recorder);
  Merged = mergeEqual(Occurrences, FollowsLoads);
  if (FollowsLoads)
    keepUntold(Occurrences, Recorder, Loop, Ctx);
  findPathReads(Occurrences, Recorder);
}

DependenceVerdict DependenceAnalysis::run() {
  evaluate();
  DependenceVerdict Verdict;
  if (Evaluator.refused()) {
    Verdict.Obstacle = "goes through a pointer that is not known";
    Verdict.First.Loc = Evaluator.refused()->Loc;
  } else if (auto Effect = findOutsideEffect(Loop, Ctx)) {
    Verdict.Obstacle = Effect->What;
    Verdict.First.Loc = Effect->Loc;
  } else {
    Verdict.What = DependenceVerdict::Independent;
  }
  if (Unfollowed)
    return verdictOf(*Unfollowed);
  if (const auto *Drawn =
          findDrawn(Loop, Occurrences, Recorder, FollowsLoads, Ctx))
    return pair(DependenceVerdict::Drawn, *Drawn, *Drawn);
  if (const auto *Searched =
          findSearched(Loop, Occurrences, Recorder.model().Bases, Ctx))
    return pair(DependenceVerdict::Searched, *Searched, *Searched);
  llvm::SmallVector<std::string, 2> Overlaps;
  for (const ElementUpdate &Update : Loop.Updates)
    findTargets(Update, Ctx, Targets);
  if (auto Crowded = findCrowded(
          Loop, Occurrences, Recorder, Targets,
          [&](auto *E) { return isSettled(E, Loop); }, Ctx);
      Crowded && !FollowsLoads) {
    Verdict = pair(DependenceVerdict::Crowded, *Crowded->At, *Crowded->At);
    Verdict.Distance = Crowded->Places;
    return Verdict;
  }
  bool Wraps = false, Combined = false;
  llvm::SmallVector<SourceLocation, 4> Apart;
  // A function that is called may touch a thousand places: what one of them is
  // is asked once, not for each pair.
  const unsigned Own = Occurrences.size();
  llvm::SmallBitVector Asking(Own), Loaded(Own),
      Met(Recorder.model().Bases.size()), Synchronised(Met.size());
  for (unsigned I = 0; I != Own; ++I) {
    Asking[I] = FollowsLoads && asksForStored(Occurrences[I]);
    Loaded[I] = Recorder.namesLoad(Occurrences[I].Offset);
  }
  for (unsigned Base = 0; Base != Met.size(); ++Base)
    Synchronised[Base] =
        twofold::isSynchronised(Recorder.model().Bases[Base], Ctx);
  if (FollowsLoads)
    addUnasked();
  Occurrences.reserve(Occurrences.size() + MaxOpen);
  constexpr unsigned MaxPairs = 300;
  unsigned Pairs = 0, Tested = 0;
  for (unsigned I = 0; I != Own; ++I)
    for (unsigned J = 0; J <= I; ++J) {
      const Occurrence &A = Occurrences[J], &B = Occurrences[I];
      if ((!A.Writes && !B.Writes) || (A.Atomic && B.Atomic))
        continue;
      const bool Waits = waits(A, B);
      if (!Waits && (Synchronised.test(A.Base) || Synchronised.test(B.Base)))
        continue;
      if (A.Base != B.Base) {
        if (mayOverlap(baseOf(A), baseOf(B), Loop)) {
          auto [First, Second] = std::minmax(baseOf(A).Name, baseOf(B).Name);
          std::string Both =
              "'" + First + "' and '" + Second + "' do not overlap";
          if (!llvm::is_contained(Overlaps, Both))
            Overlaps.push_back(Both);
          leaveOpen(I, J);
        }
        continue;
      }
      PairVerdict One;
      if (!A.Unknown && !B.Unknown && !Loaded.test(I) && !Loaded.test(J) &&
          ++Pairs <= MaxPairs)
        One = testPair(Space, referenceOf(A), referenceOf(B), Loop.Dims.size(),
                       I == J);
      if (One.What != PairVerdict::Never || A.wraps() || B.wraps())
        Met.set(A.Base);
      const bool Carried =
          One.What == PairVerdict::Carried && !FollowsLoads &&
          meetInRows(Space, A, B, baseOf(A), Loop.Dims.size(), Ctx);
      if (Waits && !Carried) {
        // Whoever waits for another iteration does so in a loop.
        if (One.What != PairVerdict::Never && A.Around.empty() &&
            B.Around.empty())
          leaveOpen(I, J);
        continue;
      }
      if (One.What != PairVerdict::Never && A.Atomic != B.Atomic)
        return pair(DependenceVerdict::Mixed, A, B);
      // Updates are combined, unless somebody says wrongly that none meet.
      if (One.What != PairVerdict::Never && combine(A, B) &&
          !(Carried && Loop.Given.isIndependent(baseOf(A).Decl))) {
        Combined = true;
        continue;
      }
      auto IsLost = [](const Occurrence &O) { return O.Unknown && !O.Spread; };
      if (One.What != PairVerdict::Never && (IsLost(A) || IsLost(B)) &&
          isJumped() && !Loop.Given.isIndependent(baseOf(A).Decl))
        return pair(DependenceVerdict::Jumped, A, B);
      if (One.What != PairVerdict::Never && isGuarded(A) && isGuarded(B))
        return pair(DependenceVerdict::Meeting, A, B);
      if (One.What != PairVerdict::Never)
        leaveOpen(I, J);
      const bool Asks =
          One.What != PairVerdict::Never && (Asking.test(I) || Asking.test(J));
      auto Meet = [&](llvm::function_ref<void(Occurrence &)> As) {
        return meetUnderConditions(Space, A, B, Loop.Dims.size(), I == J,
                                   Tested, One, As);
      };
      const bool Guarded =
          FollowsLoads &&
          (Asks || (Untold && One.What == PairVerdict::Unknown)) &&
          !Loop.Given.isIndependent(baseOf(A).Decl) &&
          (Asks ? Meet([&](Occurrence &O) { unask(O, Recorder); })
                : Meet(nullptr));
      if (Guarded || Carried) {
        Verdict = pair(Guarded ? DependenceVerdict::Guarded
                               : DependenceVerdict::Carried,
                       A, B);
        Verdict.Induction = Loop.Dims[One.Axis].Induction;
        Verdict.Distance = One.Distance;
        return Verdict;
      }
      if (One.What == PairVerdict::Never) {
        Wraps |= A.wraps() || B.wraps();
        if (I == J)
          Apart.push_back(A.Loc);
      } else if (Verdict.What == DependenceVerdict::Independent)
        Verdict = pair(DependenceVerdict::Unknown, A, B);
    }
  Verdict.Apart = std::move(Apart);
  if (!Evaluator.refused())
    Verdict.Owned = ownedElements(Loop, Occurrences, Merged, Met, Ctx);
  Verdict.UpdatedBases = updatedBases(Loop, Occurrences, Merged, Ctx);
  if (!FollowsLoads && !Loop.Given.Independent &&
      (Untold || Evaluator.refused() ||
       llvm::any_of(Occurrences, [&](const Occurrence &O) {
         return Recorder.needsLoads(O, Targets.contains(O.Loc));
       }))) {
    const auto Moved = withElementVariables(Loop, Ctx);
    auto Follows =
        DependenceAnalysis(Moved ? *Moved : Loop, Ctx, Inputs, &Stored).run();
    if (Follows.What == DependenceVerdict::Drawn ||
        Follows.What == DependenceVerdict::Mixed ||
        Follows.What == DependenceVerdict::Unfollowed ||
        Follows.What == DependenceVerdict::Guarded)
      return Follows;
    Verdict.Conflicts = std::move(Follows.Conflicts);
  } else if (!Loop.Given.Independent) {
    Verdict.Conflicts = conflictsOf(
        Recorder.model(), Occurrences, Open,
        Verdict.Obstacle.empty() ? knownUpdates(Loop, Occurrences, Merged, Ctx)
                                 : llvm::SmallVector<unsigned, 4>(),
        copiedVariables(Loop, Ctx), Loop.Dims.size());
  }
  Verdict.Conflicts.Reorders |= Evaluator.reorders();
  if (Combined && Verdict.What == DependenceVerdict::Independent)
    Verdict.What = DependenceVerdict::Combined;
  if (Verdict.What == DependenceVerdict::Independent) {
    if (Wraps)
      Overlaps.push_back("no unsigned subscript wraps");
    Verdict.Assumption = llvm::join(Overlaps, ", ");
  }
  return Verdict;
}

DependenceVerdict findDependence(const ParallelLoop &Loop, ASTContext &Ctx,
                                 ArrayRef<CallInput> Inputs) {
  return DependenceAnalysis(Loop, Ctx, Inputs).run();
}

} // namespace twofold
