// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/LoopOrder.h"
#include "access/AccessRecorder.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "depend/Dependence.h"
#include "depend/OwnedElements.h"
#include "lower/LoweredLoop.h"
#include "order/MixedAtomics.h"
#include "order/PointedCalls.h"
#include "order/SharedStores.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

/// What is right for what the two accesses do.
std::string wayOut(const DependenceVerdict &V) {
  const StringRef First = V.First.Does, Second = V.Second.Does;
  if (First == "updated" && Second == "updated")
    return "reduce to a variable, or give each iteration elements of its own";
  if (V.Single && Second == "read")
    return "give each iteration its own, inside the loop, or add up there what "
           "iterations find, as a reduction does";
  if (First != "written" || Second != "written")
    return "write to another array if iterations are to read what was there "
           "before the loop";
  // What nothing reads here is what the loop is for.
  if (!V.Read)
    return "have each of them write elements of its own";
  // A copy of a pointer leads to the same elements.
  const bool Copied = V.Named && !V.Named->getType()->isAnyPointerType();
  return "give each iteration its own, inside the loop" +
         (Copied ? " or with private(" + V.Variable + ")" : "");
}

/// Why iterations run in order; nothing where they may run in any.
std::optional<Refusal> orderedBy(const DependenceVerdict &V) {
  const std::string Independent =
      V.Named ? "independent(" + V.Variable + ")" : "independent";
  const SourceLocation Loc = V.First.Loc;
  switch (V.What) {
  case DependenceVerdict::Carried:
    return Refusal{diag::Id::CarriedDependence,
                   Loc,
                   {V.Variable, V.First.Does, V.Second.Does,
                    counted(V.Distance, "iteration"),
                    V.Induction->getNameAsString(), wayOut(V)}};
  case DependenceVerdict::Guarded:
    return Refusal{diag::Id::GuardedDependence,
                   Loc,
                   {V.Variable, V.First.Does, V.Second.Does,
                    counted(V.Distance, "iteration"),
                    V.Induction->getNameAsString(), wayOut(V), Independent}};
  case DependenceVerdict::Mixed:
    return Refusal{diag::Id::MixedAtomic, Loc, {V.Variable, V.Second.Does}};
  case DependenceVerdict::Drawn:
    return Refusal{diag::Id::DrawnElement, Loc, {V.Variable}};
  case DependenceVerdict::Meeting:
    return Refusal{diag::Id::MeetingElement, Loc, {V.Variable}};
  case DependenceVerdict::Searched:
    return Refusal{diag::Id::SearchedElement, Loc, {V.Variable, Independent}};
  case DependenceVerdict::Jumped:
    return Refusal{diag::Id::JumpedPlace, Loc, {V.Variable, Independent}};
  case DependenceVerdict::Unfollowed:
    return Refusal{diag::Id::UnfollowedCall, Loc, {V.Variable, V.Obstacle}};
  case DependenceVerdict::Crowded:
    if (V.Distance == 0)
      return Refusal{diag::Id::FoundElement, Loc, {V.Variable, Independent}};
    return Refusal{diag::Id::CrowdedElements,
                   Loc,
                   {V.Variable, std::to_string(V.Distance), Independent}};
  default:
    return std::nullopt;
  }
}

void report(const ParallelLoop &Loop, const DependenceVerdict &V,
            const SourceManager &Sources, Diagnostics &Diags) {
  const DependentAccess &First = V.First, &Second = V.Second;
  auto Other = [&] {
    if (First.Loc != Second.Loc)
      Diags.note(Second.Loc, diag::Id::OtherAccess, {V.Variable, Second.Does});
  };
  // In a system header nobody would see it.
  const bool Unseen = Sources.isInSystemHeader(First.Loc);
  const SourceLocation Shown = Unseen ? Loop.Shown : First.Loc;
  if (const auto Why = orderedBy(V)) {
    Diags.warn(Shown, Why->Reason, Why->Arguments);
    if (V.Induction && !Unseen)
      Other();
  } else if (V.What == DependenceVerdict::Independent) {
    if (V.Assumption.empty())
      Diags.analysis(Loop.Loc, diag::Id::Independent, {});
    else
      Diags.analysis(Loop.Loc, diag::Id::IndependentIf, {V.Assumption});
  } else if (V.What == DependenceVerdict::Unknown &&
             !Sources.isInSystemHeader(Loop.Loc)) {
    // What a library's own loops do is the library's affair.
    if (!V.Obstacle.empty())
      Diags.analysis(Shown, diag::Id::DependenceObstacle, {V.Obstacle});
    else if (Diags.analysis(Shown, diag::Id::DependenceUnknown,
                            {V.Variable, First.Does, Second.Does}) &&
             !Unseen)
      Other();
  }
}

std::string ownWay(const std::string &Name, bool Copyable) {
  return Copyable
             ? "declare it inside the loop, or name it in private(" + Name + ")"
             : "declare it inside the loop, or give each iteration its own";
}

Refusal repeated(const RepeatedStore &S) {
  return {diag::Id::RepeatedStore,
          S.Loc,
          {S.Name, S.ReadFirst || !S.Read
                       ? "have each of them change elements of its own"
                       : ownWay(S.Name, S.Copyable)}};
}

/// The call in the body by which iterations come to the loop's function again.
/// Its variables would be taken for those of the loop's own call.
std::optional<Refusal> comesAgain(const ParallelLoop &Loop) {
  constexpr unsigned Most = 256; // so that compilation ends
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  auto Leads = [&](auto &&Again, const Stmt *S) -> const CallExpr * {
    return findNode<CallExpr>(S, [&](const CallExpr *Call) {
      const FunctionDecl *F = Call->getDirectCallee(), *Definition = nullptr;
      if (!F || !F->hasBody(Definition))
        return false;
      return Definition == Loop.Function ||
             (Seen.size() < Most && Seen.insert(Definition).second &&
              Again(Again, Definition->getBody()));
    });
  };
  if (Loop.Given.Independent)
    return std::nullopt;
  const CallExpr *Call = Leads(Leads, Loop.Body);
  if (!Call)
    return std::nullopt;
  return Refusal{diag::Id::ComesAgain,
                 Call->getExprLoc(),
                 {Call->getDirectCallee()->getNameAsString()}};
}

/// A member is not to be named in a clause.
SmallVector<std::string, 2> shared(const ElementReduction &E) {
  bool Named = E.Base && E.Base->getName() == E.Name;
  return {E.Name, Named ? "independent(" + E.Name + ")" : "independent"};
}

/// Nothing where iterations may run in any order.
std::string reasonOf(const DependenceVerdict &V, const Diagnostics &Diags) {
  const auto Why = orderedBy(V);
  return Why ? Diags.text(Why->Reason, Why->Arguments) : std::string();
}

} // namespace

LoopOrder settleOrder(const ParallelLoop &Loop, Sema &S, Diagnostics &Diags,
                      ShownAt Shown) {
  ASTContext &Ctx = S.Context;
  LoopOrder Order;
  static_cast<LoopVerdict &>(Order) = Loop.Order;
  Order.PackedWrite = findPackedWrite(Loop, S);
  Order.InOrder |= Order.PackedWrite != nullptr;
  if (Loop.Exit) // which writes nothing
    return Order;
  SharedStores Stores = findSharedStores(Loop, Ctx, Diags);
  Order.Synchronised = Stores.Synchronised;
  if (Stores.Failed) {
    Order.Failed = true;
    Order.Stays = !Stores.CopyReason.empty();
    Order.Reason = Stores.CopyReason;
    return Order;
  }
  const auto Again = comesAgain(Loop);
  // The lengths of a slice, which this does not know, keep its rows apart.
  DependenceVerdict Verdict = Loop.Given.Sliced || Again
                                  ? DependenceVerdict()
                                  : findDependence(Loop, Ctx);
  Order.Owned = std::move(Verdict.Owned);
  // Of bits that share their bytes a reason of its own tells.
  const bool Tells = !Loop.Given.Sliced && !Order.PackedWrite;
  const bool Plainer = Stores.Order && Stores.Plainer;
  std::string Reason =
      Order.PackedWrite || Plainer ? std::string() : reasonOf(Verdict, Diags);
  bool Locked = Stores.Synchronised && !Reason.empty();
  if (!Locked && Tells && !Again && !Plainer)
    report(Loop, Verdict, Ctx.getSourceManager(), Diags);
  auto Warn = [&](const Refusal &Why) {
    Diags.warn(Shown(Why.Loc), Why.Reason, Why.Arguments);
    Reason = Diags.text(Why.Reason, Why.Arguments);
  };
  if (Again)
    Warn(*Again);
  if (Reason.empty() && !Stores.Synchronised && !Loop.Given.Atomics && Tells)
    if (const auto Mixed = findMixedAtomic(Loop))
      Warn(*Mixed);
  if (Reason.empty() && !Stores.Synchronised && Tells)
    if (const auto Pointed = findPointedCall(Loop, Ctx))
      Warn(*Pointed);
  if (Reason.empty() && Stores.Repeated && Tells && !Plainer &&
      !llvm::is_contained(Verdict.Apart, Stores.Repeated->Target))
    Warn(repeated(*Stores.Repeated));
  if (Stores.Searched && Reason.empty() && !Stores.Order && Tells)
    Warn(*Stores.Searched);
  if (const auto &A = Stores.Handed; A && Reason.empty() && Tells)
    Warn({diag::Id::HandedArray,
          A->Loc,
          {A->Name, A->Function, ownWay(A->Name, A->Copyable),
           A->Named ? "independent(" + A->Name + ")" : "independent"}});
  if (!Locked && !Reason.empty()) {
    Order.Reason = std::move(Reason);
  } else if (const auto &Why = Stores.Order; Why && !Order.InOrder) {
    Diags.missed(Shown(Why->Loc), Why->Reason, Why->Arguments);
    Order.Reason = Diags.text(Why->Reason, Why->Arguments);
  }
  Order.InOrder |= !Order.Reason.empty();
  if (!Order.InOrder && !Stores.Synchronised)
    Order.Conflicts = std::move(Verdict.Conflicts);
  // In order, too, a copy does not show what is stored by another name.
  if (!Order.Reason.empty() &&
      llvm::any_of(Loop.Captures, [](auto &C) { return C.Aliased; }))
    Order.Failed = Order.Stays = true;
  return Order;
}

void reportShared(const ParallelLoop &Loop, Diagnostics &Diags, ShownAt Shown) {
  for (const ElementReduction &E : Loop.Elements)
    Diags.slowed(Shown(E.Loc), diag::Id::SharedElements, shared(E));
}

/// Adds to Found, which takes the rows of Loop for apart, what the pointers to
/// them tell.
static void addRows(ConflictModel Own, ConflictModel &Found,
                    const ParallelLoop &Loop, ASTContext &Ctx) {
  AccessRecorder Recorder(Loop, Ctx);
  const auto &Bases = Recorder.model().Bases;
  Found.addLedByPointers(
      std::move(Own), unsigned(Loop.Dims.size()), [&](unsigned Base) -> Expr * {
        AstFactory Make(Ctx, Loop.Loc);
        Expr *Address =
            Base < Bases.size() ? addressOf(Bases[Base], Loop, Make) : nullptr;
        return Address ? Make.convert(Address, Make.I64) : nullptr;
      });
}

bool asksCalls(const LoweredLoop &Lowered, ASTContext &Ctx) {
  const DependenceVerdict Verdict =
      findDependence(Lowered.Loop, Ctx, Lowered.Inputs);
  return orderedBy(Verdict) || !Verdict.Conflicts.empty();
}

LoopOrder settleLowered(const ParallelLoop &Loop, LoopOrder Order,
                        LoweredLoop &Lowered, ASTContext &Ctx,
                        Diagnostics &Diags) {
  ConflictModel Own = std::exchange(Order.Conflicts, {});
  if (Loop.Given.Sliced || Loop.Exit || Order.InOrder || Order.Synchronised)
    return Order;
  DependenceVerdict Verdict = findDependence(Lowered.Loop, Ctx, Lowered.Inputs);
  for (auto [E, Base] : llvm::zip(Lowered.Loop.Elements, Verdict.UpdatedBases))
    E.Lowered = Base;
  Lowered.Loop = withoutElements(std::move(Lowered.Loop), Verdict.Owned);
  Lowered.Owned = std::move(Verdict.Owned);
  std::string Reason = reasonOf(Verdict, Diags);
  const SourceManager &Sources = Ctx.getSourceManager();
  auto Repeated = Reason.empty() ? findRepeatedStore(Lowered.Loop, Ctx, Diags)
                                 : std::optional<RepeatedStore>();
  if (Repeated && !llvm::is_contained(Verdict.Apart, Repeated->Target)) {
    const Refusal Why = repeated(*Repeated);
    Reason = Diags.text(Why.Reason, Why.Arguments);
    Diags.warn(Sources.isInSystemHeader(Repeated->Loc) ? Loop.Shown
                                                       : Repeated->Loc,
               Why.Reason, Why.Arguments);
  } else if (Reason.empty()) {
    Order.Conflicts = std::move(Verdict.Conflicts);
    if (!Lowered.Rows.empty() || Own.Reorders)
      addRows(std::move(Own), Order.Conflicts, Loop, Ctx);
    return Order;
  } else {
    report(Loop, Verdict, Sources, Diags);
  }
  Order.Reason = std::move(Reason);
  Order.InOrder = true;
  Order.Conflicts = std::move(Verdict.Conflicts).ofCopies();
  return Order;
}

std::string toString(const LoopOrder &Order) {
  if (Order.Failed || Order.Stays)
    return "in its place: " + Order.Reason;
  if (Order.InOrder)
    return "in order: " + Order.Reason;
  size_t Pairs = Order.Conflicts.Pairs.size();
  return "in any order" + (Pairs
                               ? ", if a call finds " + counted(Pairs, "pair") +
                                     " of references apart"
                               : std::string());
}

} // namespace twofold
