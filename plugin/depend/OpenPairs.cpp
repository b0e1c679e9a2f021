// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenPairs.cpp - pairs of accesses that only a call can tell --------===//

#include "access/KeptConditions.h"
#include "ast/Nodes.h"
#include "depend/DependenceAnalysis.h"
#include "depend/OwnedElements.h"

using namespace clang;

namespace twofold {

/// Whether C goes by a loaded number that Is so, or by one that such a number
/// leads to.
static bool goesBy(const RangeCheck &C, const AccessRecorder &Recorder,
                   llvm::function_ref<bool(int)> Is) {
  llvm::SmallVector<int, 8> Asked;
  auto Add = [&](const AffineForm &Form) {
    for (const Monomial &M : Form)
      if (M.Axis >= Recorder.rank() && !llvm::is_contained(Asked, M.Axis))
        Asked.push_back(M.Axis);
  };
  Add(C.Form);
  for (size_t I = 0; I != Asked.size(); ++I) {
    const Axis &Read = Recorder.innerAxis(Asked[I]);
    if (Read.Loaded && Read.Bytes != 0 && Is(Asked[I]))
      return true;
    Add(Read.From);
    Add(Read.Than);
  }
  return false;
}

bool StoredAxes::holds(int Number, llvm::ArrayRef<Occurrence> Occurrences,
                       const AccessRecorder &Recorder) {
  const auto [It, New] = Known.try_emplace(Number, false);
  if (!New)
    return It->second;
  const Axis &Read = Recorder.innerAxis(Number);
  auto Stores = [&](const Occurrence &Write) {
    if (!Write.Writes || Write.Unknown || Write.Base != Read.Base)
      return false;
    const AffineForm By = axisPart(Write.Offset);
    if (By.size() != 1 || By[0].Axis >= Recorder.rank() ||
        !By[0].Values.empty())
      return false;
    const MaybeForm Apart = difference(Write.Offset, Read.From);
    const auto Bytes = Apart ? constantOf(*Apart) : std::nullopt;
    return Bytes && *Bytes % By[0].Constant == 0;
  };
  return It->second = llvm::any_of(Occurrences, Stores);
}

void keepUntold(llvm::MutableArrayRef<Occurrence> Occurrences,
                const AccessRecorder &Recorder, const ParallelLoop &Loop,
                const ASTContext &Ctx) {
  auto Changes = [&](const RangeCheck &C) {
    return goesBy(C, Recorder, [&](int Number) {
      const Axis &Loaded = Recorder.innerAxis(Number);
      return Loaded.Inside || Loaded.Stores != 0;
    });
  };
  auto Improves = [&](const Occurrence &Write) {
    return anyNode(Loop.Body, [&](const Stmt *S) {
      const auto *If = dyn_cast<IfStmt>(S);
      return If && improves(If, Loop, Ctx) &&
             anyNode(If, [&](const Stmt *Part) { return Part == Write.By; });
    });
  };
  for (Occurrence &O : Occurrences)
    O.Keeps |=
        O.Writes && O.By && llvm::any_of(O.Conditions, Changes) && Improves(O);
}

/// C reads an element that some iteration stores to, so that no call can tell
/// ahead whether it holds, or a sample at the call may miss the few elements
/// for which it does: `if (a[i] == 0) a[i] = a[i - 1];`. Of: one of this base.
bool DependenceAnalysis::asksForStored(const RangeCheck &C,
                                       std::optional<unsigned> Of) const {
  return goesBy(C, Recorder, [&](int Number) {
    const unsigned Base = Recorder.innerAxis(Number).Base;
    return Base == Of.value_or(Base) &&
           StoredTo.holds(Number, Occurrences, Recorder);
  });
}

/// Calls ask about accesses as if such conditions on their own array held.
void DependenceAnalysis::addUnasked() {
  for (unsigned I = 0, N = Occurrences.size(); I != N; ++I) {
    Occurrence Free = Occurrences[I];
    auto Asks = [&](const RangeCheck &C) {
      return asksForStored(C, Free.Base);
    };
    if (llvm::none_of(Free.Conditions, Asks))
      continue;
    const auto Kept = keptConditions(Occurrences[I].Conditions,
                                     [&](llvm::ArrayRef<RangeCheck> One) {
                                       return llvm::none_of(One, Asks);
                                     });
    Free.Conditions.assign(Kept.begin(), Kept.end());
    Freed[I] = Occurrences.size();
    Occurrences.push_back(std::move(Free));
  }
}

void unask(Occurrence &O, const AccessRecorder &Recorder) {
  O.Told = O.Perhaps = false;
  llvm::erase_if(O.Facts, [&](const AffineForm &Fact) {
    return Recorder.namesLoad(Fact);
  });
}

/// goto leads around what the body does. Of try blocks and the like the same is
/// known, but there the way that is taken is the plain one.
bool DependenceAnalysis::isJumped() const {
  return holdsNode<GotoStmt, IndirectGotoStmt>(Loop.Body);
}

/// Two stores at indices in memory that may meet: the same is there afterwards.
bool DependenceAnalysis::mayRepeat(const Occurrence &A, const Occurrence &B) {
  if (!Recorder.namesLoad(A.Offset) || !Recorder.namesLoad(B.Offset) ||
      A.Base != B.Base || !A.Stores || !B.Stores || A.Reads || B.Reads)
    return false;
  return storeTheSame(
      {A.Stores, A.By}, {B.Stores, B.By}, Loop, Ctx, [&](const ValueDecl *D) {
        return llvm::none_of(Occurrences, [&](const Occurrence &O) {
          return O.Writes && baseOf(O).Decl == D;
        });
      });
}

/// Of different bases that begin at one address nothing may be left to ask.
void DependenceAnalysis::leaveOpen(unsigned I, unsigned J) {
  const Occurrence &A = Occurrences[J], &B = Occurrences[I];
  const bool Said = Loop.Given.isIndependent(baseOf(A).Decl) &&
                    Loop.Given.isIndependent(baseOf(B).Decl);
  Untold |= !Said && (!A.Told || !B.Told);
  // Where loops end nobody knows, but they begin where their conditions hold.
  // Of arrays that overlap those are not known either.
  auto Begins = [&](const Occurrence &O) {
    return O.Told || O.Perhaps ||
           (!O.Unknown &&
            (A.Base != B.Base || llvm::any_of(O.Around, [&](int Axis) {
               return Recorder.innerAxis(Axis).Unknown;
             })));
  };
  // Of conditions that goto makes of them nothing is known.
  auto Matter = [&] {
    if (A.Base == B.Base || A.Unknown || B.Unknown || !A.Around.empty() ||
        !B.Around.empty() || !isJumped())
      return FollowsLoads ? Begins(A) && Begins(B) && orderMatters(A, B)
                          : mayMatter(A, B, /*Perhaps=*/false);
    return orderMatters(A, B);
  };
  if (Said || Open.size() == MaxOpen || mayRepeat(A, B))
    return;
  for (bool Turned : {false, true}) {
    const Occurrence &Old = Turned ? B : A, &New = Turned ? A : B;
    auto Write = FollowsLoads ? overwriting(Old, New, Recorder) : std::nullopt;
    if (!Write)
      continue;
    Occurrence Read = Old;
    Read.Awaits.reset();
    if (mayMatter(Read, *Write, /*Perhaps=*/true)) {
      Open.push_back({Turned ? I : J, unsigned(Occurrences.size()), false});
      Occurrences.push_back(std::move(*Write));
    }
    return;
  }
  if (!Matter())
    return;
  bool Equal = A.Base != B.Base && sameForm(A.Offset, B.Offset) &&
               testPair(Space, referenceOf(A), referenceOf(B), Loop.Dims.size(),
                        /*Same=*/false)
                       .What == PairVerdict::Never;
  auto Ask = [&](unsigned Number) {
    const auto It = Freed.find(Number);
    return It == Freed.end() ? Number : It->second;
  };
  Open.push_back({Ask(J), Ask(I), Equal});
}

} // namespace twofold
