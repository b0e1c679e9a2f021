// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/LoopPhases.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "depend/Dependence.h"
#include "schedule/ItemLoops.h"
#include "schedule/IterationParts.h"
#include "schedule/RowGroups.h"
#include "schedule/SharedValues.h"

using namespace clang;

namespace twofold {
namespace {

/// How a phase has neighbours at neighbouring elements. Of several kinds none
/// can be one kernel.
enum class Kind { Any, Rows, Columns, Items, Turned };

class PhaseSearch {
  const ParallelLoop &Loop;
  ASTContext &Ctx;
  AstFactory Make;
  IterationParts Parts;

  struct Phase {
    SmallVector<unsigned, 4> Parts; ///< by number
    Kind Of;
    std::optional<LoopPhase> Made; ///< nothing: not of all of its parts yet
  };
  SmallVector<Phase, 4> Phases;

  bool isUpdate(const IterationPart &P) const;
  std::optional<Phase> phaseOf(ArrayRef<unsigned> Some);
  bool place(Phase Alone);
  void takeMemory(LoopPhase &Out) const;
  bool understand(LoopPhase &Out);
  std::optional<LoopPhase> inPlace(ArrayRef<unsigned> Some);
  std::optional<LoopPhase> turned(const IterationPart &P);
  std::optional<LoopPhase> make(Phase &P) {
    return P.Made ? std::move(P.Made) : inPlace(P.Parts);
  }

public:
  PhaseSearch(const ParallelLoop &Loop, ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx), Make(Ctx, Loop.Loc), Parts(Loop, Ctx) {}
  SmallVector<LoopPhase, 2> find();
};

/// It updates elements that iterations share.
bool PhaseSearch::isUpdate(const IterationPart &P) const {
  return llvm::any_of(Loop.Updates, [&](const ElementUpdate &U) {
    return llvm::any_of(P.Statements, [&](const Stmt *S) {
      return anyNode(S, [&](const Stmt *Sub) { return Sub == U.Whole; });
    });
  });
}

/// Leaves of the captures of memory those that the body names.
void PhaseSearch::takeMemory(LoopPhase &Out) const {
  const BodyUses Uses = collectUses(Out.Loop.Body);
  llvm::erase_if(Out.Loop.Captures, [&](const Capture &C) {
    const bool Named = C.Decl && Uses.Variables.contains(C.Decl);
    return (Out.Loop.dimOf(C.Decl) ||
            (!Named && (C.Kind != Sharing::Value ||
                        C.Type->isAnyPointerType() || C.Type->isRecordType())));
  });
  Out.Loop.Elements.clear();
  Out.Loop.Updates.clear();
}

bool PhaseSearch::understand(LoopPhase &Out) {
  AccessVerdict Accesses = analyzeAccesses(Out.Loop, Ctx);
  Out.Model = std::move(Accesses.Model);
  return !Accesses.Why && !Out.Model.Opaque &&
         mayRunInGroups(Out.Loop, Out.Model);
}

/// Some parts of all iterations.
std::optional<LoopPhase> PhaseSearch::inPlace(ArrayRef<unsigned> Some) {
  LoopPhase Out;
  Out.Loop = Loop;
  Out.Loop.Body = Parts.body(Some, Out.Written, Make);
  takeMemory(Out);
  if (!understand(Out))
    return std::nullopt;
  return Out;
}

/// `for (i = 0; i < Count; ++i)`, which counts the iterations as they are.
static bool countsFromZero(const LoopDim &Dim, const ASTContext &Ctx) {
  const auto First = Dim.Lower ? constantOf(Dim.Lower, Ctx) : std::nullopt;
  return Dim.What == LoopDim::Kind::Integer && isa<ForStmt>(Dim.Loop) &&
         First && First->isZero() && Dim.StepMagnitude == 1 &&
         !Dim.Decreasing && !Dim.SubtractStep && isNumber(Dim.Type, Ctx);
}

/// Updates of elements that iterations share, as sums of the rounds in which
/// each is updated.
std::optional<LoopPhase> PhaseSearch::turned(const IterationPart &P) {
  const LoopDim &Rows = Loop.Dims.front();
  const auto Counts =
      P.Loop ? countsForItems(*P.Loop, Loop, Ctx) : std::nullopt;
  const auto First = Counts ? constantOf(Counts->Init, Ctx) : std::nullopt;
  if (!First || !First->isZero() || Counts->Step != 1 || Counts->Ahead ||
      !isNumber(Counts->Induction->getType(), Ctx) ||
      !countsFromZero(Rows, Ctx))
    return std::nullopt;
  LoopPhase Out;
  Out.Turned = P.Loop;
  Out.Count = Loop.ArgCount;
  Out.Loop = Loop;
  Out.Loop.ArgCount = Out.Count + 1;
  LoopDim Columns;
  Columns.Loop = const_cast<ForStmt *>(P.Loop);
  Columns.Induction = const_cast<VarDecl *>(Counts->Induction);
  Columns.Type = Columns.Induction->getType().getUnqualifiedType();
  Columns.Lower = const_cast<Expr *>(Counts->Init);
  Columns.Bound = const_cast<Expr *>(Counts->Bound);
  Columns.Inclusive = Counts->inclusive();
  Columns.StepMagnitude = 1;
  Columns.DeclaredOutside = !isa<DeclStmt>(P.Loop->getInit());
  Out.Loop.Dims = {Columns};

  Capture Number;
  Number.Decl =
      Make.variable(Loop.Function, (Rows.Induction->getName() + "_count").str(),
                    Rows.Type, nullptr);
  Number.Type = Rows.Type;
  Number.Arg = Out.Count;
  Number.FirstUse = Loop.Loc;
  const auto *Written = cast<ForStmt>(Rows.Loop);
  auto *Round = Make.loop(
      const_cast<Stmt *>(Written->getInit()),
      Make.compare(BO_LT, Make.value(Rows.Induction), Make.value(Number.Decl)),
      const_cast<Expr *>(Written->getInc()),
      Make.compound(Parts.statements(P)));
  Out.Loop.Body = Make.compound({Round});
  Out.Loop.Captures.push_back(Number);
  if (Rows.DeclaredOutside) {
    Capture Counter;
    Counter.Decl = Rows.Induction;
    Counter.Type = Rows.Type;
    Counter.Kind = Sharing::Private;
    Counter.FirstUse = Loop.Loc;
    Out.Loop.Captures.push_back(Counter);
  }
  takeMemory(Out);
  if (!understand(Out))
    return std::nullopt;
  // The call knows no more of these iterations than that bases are apart.
  const DependenceVerdict Verdict = findDependence(Out.Loop, Ctx);
  const ConflictModel &Asks = Verdict.Conflicts;
  if (Verdict.What != DependenceVerdict::Independent ||
      !Asks.RowPairs.empty() || !Asks.LoadedPairs.empty() ||
      llvm::any_of(Asks.Pairs, [&](const OpenPair &O) {
        return Asks.References[O.First].Base == Asks.References[O.Second].Base;
      }))
    return std::nullopt;
  const auto Groups = findRowGroups(Out.Loop, Out.Model, Ctx);
  if (!Groups || !Groups->Across)
    return std::nullopt;
  return Out;
}

/// Some parts alone; nothing: they have no neighbours at neighbouring elements.
std::optional<PhaseSearch::Phase>
PhaseSearch::phaseOf(ArrayRef<unsigned> Some) {
  Phase Out = {SmallVector<unsigned, 4>(Some), Kind::Any, std::nullopt};
  const bool Updates =
      llvm::any_of(Some, [&](unsigned N) { return isUpdate(Parts.All[N]); });
  if (Updates) {
    Out.Of = Kind::Turned;
    if (Some.size() == 1)
      Out.Made = turned(Parts.All[Some.front()]);
    return Out.Made ? std::optional(std::move(Out)) : std::nullopt;
  }
  if (llvm::none_of(Some, [&](unsigned N) { return Parts.All[N].Loop; }))
    return Out;
  Out.Made = inPlace(Some);
  if (!Out.Made)
    return std::nullopt;
  std::optional<Refusal> Why;
  if (!findItemLoops(Out.Made->Loop, false, Out.Made->Model, Why, Ctx)
           .empty()) {
    Out.Of = Kind::Items;
    return Out;
  }
  const auto Groups = findRowGroups(Out.Made->Loop, Out.Made->Model, Ctx);
  if (!Groups)
    return std::nullopt;
  Out.Of = Groups->Across ? Kind::Columns : Kind::Rows;
  return Out;
}

/// Into the first phase that takes it, behind all that it waits for.
bool PhaseSearch::place(Phase Alone) {
  constexpr unsigned Most = 4;
  const Kind Of = Alone.Of;
  unsigned From = 0;
  for (unsigned P = 0; P != Phases.size(); ++P)
    if (llvm::any_of(Phases[P].Parts, [&](unsigned Earlier) {
          return llvm::any_of(
              Alone.Parts, [&](unsigned N) { return Parts.waits(N, Earlier); });
        }))
      From = P;
  for (unsigned P = From; P != Phases.size(); ++P) {
    Kind &Here = Phases[P].Of;
    if (Of == Kind::Turned || Here == Kind::Turned ||
        (Here != Of && Here != Kind::Any && Of != Kind::Any))
      continue;
    if (Here == Kind::Any)
      Here = Of;
    Phases[P].Parts.append(Alone.Parts);
    llvm::sort(Phases[P].Parts);
    Phases[P].Made.reset();
    return true;
  }
  Phases.push_back(std::move(Alone));
  return Phases.size() <= Most;
}

SmallVector<LoopPhase, 2> PhaseSearch::find() {
  if (!Parts.split())
    return {};
  for (const SmallVector<unsigned, 4> &Some : Parts.inseparable()) {
    auto Alone = phaseOf(Some);
    if (!Alone || !place(std::move(*Alone)))
      return {};
  }
  // One that stays as it is has what the loop has.
  if (Phases.empty() ||
      (Phases.size() == 1 && Phases.front().Of != Kind::Turned))
    return {};
  // Elements that iterations share are updated in the order of iterations, by
  // one part.
  for (unsigned E = 0; E != Loop.Elements.size(); ++E)
    if (llvm::count_if(Loop.Updates, [&](const ElementUpdate &U) {
          return U.Reduction == E;
        }) != 1)
      return {};
  SmallVector<LoopPhase, 2> Out;
  for (Phase &P : Phases) {
    auto Made = make(P);
    if (!Made)
      return {};
    Out.push_back(std::move(*Made));
  }
  return Out;
}

} // namespace

SmallVector<LoopPhase, 2> findPhases(const ParallelLoop &Loop,
                                     const AccessModel &Model,
                                     ASTContext &Ctx) {
  ParallelLoop Plain = Loop; // but for updates, of which it asks none
  Plain.Elements.clear();
  Plain.Updates.clear();
  if (Loop.Dims.size() != 1 || !mayRunInGroups(Plain, Model))
    return {};
  return PhaseSearch(Loop, Ctx).find();
}

} // namespace twofold
