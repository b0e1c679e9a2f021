// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/DrawnElements.h"
#include "depend/FormProofs.h"
#include "depend/OwnedElements.h"

#include "llvm/ADT/SmallSet.h"

using namespace clang;

namespace twofold {

const Occurrence *findDrawn(const ParallelLoop &Loop,
                            llvm::ArrayRef<Occurrence> Occurrences,
                            AccessRecorder &Recorder, bool FollowsLoads,
                            ASTContext &Ctx) {
  llvm::SmallPtrSet<const Expr *, 8> Used;
  findUsedUpdates(Loop.Body, Ctx, Used);
  const auto *Drawn = llvm::find_if(Occurrences, [&](const Occurrence &O) {
    return O.Writes && (FollowsLoads || O.Unknown) && Recorder.isAnywhere(O) &&
           Used.contains(O.By) &&
           !isSynchronised(Recorder.model().Bases[O.Base], Ctx);
  });
  return Drawn == Occurrences.end() ? nullptr : Drawn;
}

const Occurrence *findSearched(const ParallelLoop &Loop,
                               llvm::ArrayRef<Occurrence> Occurrences,
                               llvm::ArrayRef<Base> Bases, ASTContext &Ctx) {
  const auto *Found = llvm::find_if(Occurrences, [&](const Occurrence &O) {
    return O.Searched && !isSynchronised(Bases[O.Base], Ctx) &&
           !Loop.Given.isIndependent(Bases[O.Base].Decl);
  });
  return Found == Occurrences.end() ? nullptr : Found;
}

/// How many elements a place that is a masked number may be; nothing: it may be
/// more, or be the iteration's own.
static std::optional<uint64_t> placesOf(const AffineForm &Offset, int Rank,
                                        const AccessModel &Model) {
  uint64_t Places = 1;
  bool Folded = false;
  for (const Monomial &M : Offset) {
    if (M.Axis == -1)
      continue;
    if (M.Axis < Rank)
      return std::nullopt;
    const Axis &A = Model.Axes[M.Axis - Rank];
    auto Lower = constantOf(A.Lower), Upper = constantOf(A.Upper);
    if (!A.Virtual) { // each iteration goes through the same rounds
      if (A.Unknown || namesAxes(A.Lower) || namesAxes(A.Upper))
        return std::nullopt;
      continue;
    }
    constexpr int64_t Most = int64_t(1) << 31;
    if (!A.Folded || !Lower || !Upper || *Upper - *Lower >= Most ||
        Places > uint64_t(Most))
      return std::nullopt;
    Places *= uint64_t(*Upper - *Lower + 1);
    Folded = true;
  }
  return Folded ? std::optional(Places) : std::nullopt;
}

/// The same of a place that each iteration chooses among constant ones.
static std::optional<uint64_t>
choicesOf(const Occurrence &O, llvm::ArrayRef<Occurrence> Occurrences) {
  if (!O.Steps.empty() || !O.Skips.empty())
    return std::nullopt;
  llvm::SmallSet<int64_t, 4> Places;
  for (const Occurrence &Other : Occurrences) {
    if (!Other.Writes || Other.Loc != O.Loc || Other.Stores != O.Stores)
      continue;
    const auto Place = constantOf(Other.Offset);
    if (Other.Unknown || Other.Base != O.Base || !Place)
      return std::nullopt;
    Places.insert(*Place);
  }
  return Places.size() > 1 ? std::optional<uint64_t>(Places.size())
                           : std::nullopt;
}

/// The value of E, an integer from outside the loop.
static std::optional<int64_t>
constantValue(const Expr *E, llvm::function_ref<bool(const Expr *)> IsSettled,
              ASTContext &Ctx) {
  for (unsigned Depth = 0; E && Depth < 8; ++Depth) {
    Expr::EvalResult R;
    if (E->isValueDependent())
      break;
    if (E->EvaluateAsInt(R, Ctx))
      return R.Val.getInt().tryExtValue();
    E = E->IgnoreParenImpCasts();
    const VarDecl *V = variableIn(E);
    E = V && IsSettled(E) ? V->getInit() : nullptr;
  }
  return std::nullopt;
}

/// The iterations of all parallel dimensions; nothing: any number.
static std::optional<uint64_t>
tripsOf(const ParallelLoop &Loop,
        llvm::function_ref<bool(const Expr *)> IsSettled, ASTContext &Ctx) {
  uint64_t Trips = 1;
  for (const LoopDim &Dim : Loop.Dims) {
    auto First = constantValue(Dim.Lower, IsSettled, Ctx),
         Last = constantValue(Dim.Bound, IsSettled, Ctx);
    uint64_t Own = 0;
    constexpr int64_t Far = int64_t(1) << 40;
    if (First && Last && std::abs(*First / 2) < Far &&
        std::abs(*Last / 2) < Far && Dim.What == LoopDim::Kind::Integer) {
      const int64_t Length =
          (Dim.Decreasing ? *First - *Last : *Last - *First) + Dim.Inclusive;
      const auto Step =
          int64_t(std::max<uint64_t>(Dim.StepMagnitude.value_or(1), 1));
      Own = Length <= 0 ? 0 : uint64_t((Length + Step - 1) / Step);
    } else if (Dim.What == LoopDim::Kind::Integer &&
               Ctx.getIntWidth(Dim.Type) <= 16) {
      Own = uint64_t(1) << Ctx.getIntWidth(Dim.Type);
    } else {
      return std::nullopt;
    }
    if (__builtin_mul_overflow(Trips, Own, &Trips))
      return std::nullopt;
  }
  return Trips;
}

std::optional<CrowdedStore>
findCrowded(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
            AccessRecorder &Recorder,
            const llvm::DenseSet<SourceLocation> &Targets,
            llvm::function_ref<bool(const Expr *)> IsSettled, ASTContext &Ctx) {
  const auto &Bases = Recorder.model().Bases;
  auto IsRead = [&](const ValueDecl *D) {
    return llvm::none_of(Occurrences, [&](const Occurrence &O) {
      return O.Writes && Bases[O.Base].Decl == D;
    });
  };
  for (const Occurrence &O : Occurrences) {
    if (!O.Writes || !O.Stores || O.Reads || Targets.contains(O.Loc))
      continue;
    const auto Places =
        O.Led      ? std::optional<uint64_t>(0)
        : O.Always ? placesOf(O.Offset, Recorder.rank(), Recorder.model())
        : Loop.Exits.empty() ? choicesOf(O, Occurrences)
                             : std::nullopt;
    const StoredValue Value = {O.Stores, O.By};
    if (!Places || Loop.Given.isIndependent(Bases[O.Base].Decl) ||
        isSynchronised(Bases[O.Base], Ctx) ||
        storeTheSame(Value, Value, Loop, Ctx, IsRead))
      continue;
    const auto Trips = O.Led ? std::nullopt : tripsOf(Loop, IsSettled, Ctx);
    if (!Trips || *Trips > *Places)
      return CrowdedStore{&O, int64_t(*Places)};
  }
  return std::nullopt;
}

} // namespace twofold
