// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessReplays.cpp - what searches in a loop's body lead to ---------===//
//
// `for (j = 0; j < m; j++) if (key[j] == k) return j;` and `while (lo < hi)
// ...`: where numbers in memory are followed, variables that an inner loop
// moves are axes of their own, by which calls go through the loop: see
// TWOFOLD_NUMBER_STATE. What they are after it has a form then.
#include "access/LoopAdvances.h"
#include "access/NodeEvaluators.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// V, what Of may be, as one number; nothing where it is none.
MaybeForm LoopReplays::single(Value V, const ReplayedVariable &Of) {
  for (Arm &A : V) {
    A.Exact = true;
    if (!Of.From)
      continue;
    if (A.What == Arm::Null && Of.Bytes == 0) {
      A.What = Arm::Integer;
      continue;
    }
    if (A.What != Arm::Memory || A.Wild || A.Base != Of.From->Base)
      return std::nullopt;
    MaybeForm Moved = difference(A.Form, Of.From->Form);
    for (unsigned I = 0; Moved && Of.Bytes != 0 && I != Moved->size(); ++I)
      if ((*Moved)[I].Constant % Of.Bytes == 0)
        (*Moved)[I].Constant /= Of.Bytes;
      else
        return std::nullopt;
    if (!Moved)
      return std::nullopt;
    A.What = Arm::Integer;
    A.Form = std::move(*Moved);
  }
  V = Numbers.chosen(std::move(V));
  return V.size() == 1 && V[0].What == Arm::Integer ? MaybeForm(V[0].Form)
                                                    : std::nullopt;
}

/// What V is where its axis' number is Number.
Value LoopReplays::valueOf(const ReplayedVariable &V,
                           const AffineForm &Number) const {
  if (!V.From)
    return integerValue(Number);
  Arm A = *V.From;
  MaybeForm Moved = V.Bytes == 0 ? Number : scaled(Number, V.Bytes);
  Moved = Moved ? sum(A.Form, *Moved) : Moved;
  A.Wild = !Moved;
  A.Form = Moved.value_or(AffineForm());
  return {A};
}

/// V, which the loop changes, is Now before it. False: nothing is known of it.
/// Chases: it may go to wherever pointers in memory lead.
bool LoopReplays::addVariable(const VarDecl *V, Value Now, bool Chases,
                              Replay &To) {
  QualType T = V->getType();
  ReplayedVariable Out = {V, {}};
  if (T->isPointerType()) {
    MaybeForm Size = Values.sizeOf(T->getPointeeType());
    auto Bytes = Size ? constantOf(*Size) : std::nullopt;
    if (!Bytes || *Bytes <= 0 || Now.size() != 1)
      return false;
    Out.Bytes = *Bytes;
    if (auto Number = Chases ? Values.addressNumber(Now[0]) : std::nullopt) {
      Now[0] = *Number;
      Out.Bytes = 0;
    }
    Out.From = Now[0];
    if (Out.Bytes == 0)
      Out.From->Form.clear();
  } else if (!IntegerType::of(T, Ctx) && !Ranks.isRanked(T)) {
    return false;
  }
  const MaybeForm Start = single(Now, Out);
  if (!Start)
    return false;
  Out.Start = *Start;
  To.Variables.push_back(std::move(Out));
  return true;
}

/// The axis of a number that a loop moves on from Start.
int LoopReplays::addState(const AffineForm &Start) {
  Axis A;
  A.Virtual = A.Loaded = A.Unknown = true;
  A.Code = TWOFOLD_NUMBER_STATE;
  A.From = Start;
  return Recorder.addAxis(std::move(A));
}

/// A variable is given what is read from memory.
static bool chases(const VariableUses &Uses) {
  return llvm::any_of(Uses.Writes, [](const Expr *Write) {
    const auto *B = dyn_cast<BinaryOperator>(Write);
    const Expr *From = B ? B->getRHS()->IgnoreParenImpCasts() : nullptr;
    return From && B->getOpcode() == BO_Assign &&
           !isa<DeclRefExpr, BinaryOperator>(From);
  });
}

MaybeForm Replay::lastRound(bool Condition) const {
  MaybeForm Last = Condition ? Rounds : difference(Rounds, constantForm(1));
  for (const Exit &E : Exits)
    if (Last && !Condition)
      Last = sum(*Last, E.Taken);
  return Last;
}

/// Evaluates S, a part of a loop's body, up to where the loop may be left.
/// False: that is not understood.
bool LoopReplays::visitRound(const Stmt *S, Replay &Of) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Part) { return visitRound(Part, Of); });
  const Exits Out = exitsOf(S);
  if (Out.Continue)
    return false;
  if (!Out.Break && !Out.Return) {
    Statements.visit(S);
    return State.Reachable;
  }
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getInit() || If->getConditionVariableDeclStmt() ||
      If->isConsteval() || !changesNothing(If->getCond(), Ctx))
    return false;
  auto Leaves = [](const Stmt *Way) {
    const Exits Out = exitsOf(Way);
    return Out.Break || Out.Return;
  };
  const bool Truth = Leaves(If->getThen());
  if (Truth && Leaves(If->getElse()))
    return false;
  const std::optional<Arm> Holds = Conditions.holding(If->getCond(), Truth);
  if (!Holds)
    return false;
  // In a round that comes here and leaves.
  Replay::Exit Exit;
  Exit.Taken = axisForm(
      Recorder.computedAxis(TWOFOLD_NUMBER_PRODUCT, Of.GoesOn, Holds->Form));
  Of.GoesOn = axisForm(
      Recorder.computedAxis(TWOFOLD_NUMBER_PRODUCT, Of.GoesOn,
                            *difference(constantForm(1), Holds->Form)));
  const Stmt *Way = Truth ? If->getThen() : If->getElse();
  const auto Parts = statementsOf(Way);
  PathState Before = State;
  Exit.Before = State.Variables;
  for (const Stmt *Part : llvm::drop_end(Parts)) {
    if (Leaves(Part) || exitsOf(Part).Continue)
      return false;
    Statements.visit(Part);
    Exit.Parts.push_back(Part);
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(Parts.back())) {
    Exit.Returns = true;
    if (const Expr *E = Return->getRetValue())
      Exit.Returned =
          E->isGLValue() ? Places.addressOf(E) : Expressions.rvalue(E);
  } else if (!isa<BreakStmt>(Parts.back())) {
    return false;
  }
  Exit.Variables = State.Variables;
  State = std::move(Before);
  Of.Exits.push_back(std::move(Exit));
  const Stmt *Other = Truth ? If->getElse() : If->getThen();
  return !Other || visitRound(Other, Of);
}

/// Evaluates a round of L, which is about to be evaluated, quietly. Nothing:
/// calls cannot go through the loop.
std::optional<Replay> LoopReplays::replay(const UncountedLoop &L,
                                          const AffineForm *Before) {
  if (!FollowsLoads || In.InClause || In.isIrreducible() || !State.Reachable ||
      L.Variable || L.Element || Made > 1 || Ends.areIn(L.Whole) ||
      Recorder.model().Axes.size() + (Before ? Room / 2 : Room) > 48)
    return std::nullopt;
  const Exits Leaves = exitsOf(L.Body);
  if (Leaves.Return && Frames.size() == 1)
    return std::nullopt;
  const auto *For = dyn_cast<ForStmt>(L.Whole);
  const auto Counted =
      For ? matchInnerLoop(For, Ctx, /*AnyStep=*/true) : std::nullopt;
  BodyUses Uses = collectUses(L.Whole);
  Replay Out;
  bool Wanted = Leaves.Break || Leaves.Return;
  for (auto &[D, U] : Uses.Variables) {
    const auto *V = dyn_cast<VarDecl>(D);
    auto It = State.Variables.find(V);
    if (!V || U.Writes.empty() || Frames.escapes(V) ||
        It == State.Variables.end() || V->getType()->isReferenceType() ||
        !addVariable(V, It->second, chases(U), Out))
      continue;
    Wanted |= (!Counted || Counted->Induction != V) &&
              !V->getType()->isRealFloatingType();
  }
  for (const auto &[V, Now] : movedByNames(L.Whole))
    if (llvm::none_of(Out.Variables, [&, D = V](const ReplayedVariable &Known) {
          return Known.Is == D;
        }))
      Wanted |= addVariable(V, Now, /*Chases=*/false, Out);
  if (!Wanted || Out.Variables.empty() || Out.Variables.size() > 5)
    return std::nullopt;
  llvm::SaveAndRestore Deeper(Made, Made + 1);
  llvm::SaveAndRestore InRounds(In.Replays, In.Replays + 1);
  llvm::SaveAndRestore Silent(In.Muted, In.Muted + 1);
  llvm::SaveAndRestore Outside(State);
  llvm::SaveAndRestore Here(Searches.ended());
  Variables.forgetAssigned(L.Whole);
  for (ReplayedVariable &V : Out.Variables) {
    V.Axis = addState(V.Start);
    State.Variables[V.Is] = valueOf(V, axisForm(V.Axis));
  }
  const int Rounds = addState(AffineForm());
  Out.Rounds = axisForm(Rounds);
  auto Note = [&] { // what the variables are where the loop may end
    for (ReplayedVariable &V : Out.Variables)
      if (MaybeForm Is = single(State.Variables[V.Is], V))
        V.AtEnd = std::move(*Is);
      else
        return false;
    return true;
  };
  std::optional<Arm> First;
  if (L.Condition && !L.BodyFirst)
    First = goesOn(L.Condition);
  else // `for (;;)`
    First = integerValue(constantForm(1))[0];
  if (!L.BodyFirst && !Note())
    return std::nullopt;
  if (!First && Counted && Counted->Ahead == 0) {
    // A length that has become unsigned is what it was.
    Value Last = Numbers.chosen(Quiet.quietly(Counted->Bound));
    Arm Number = Variables.variable(Counted->Induction)[0];
    if (Last.size() == 1 && Last[0].What == Arm::Integer &&
        Number.What == Arm::Integer) {
      Last[0].Exact = Number.Exact = true;
      First = Numbers.holding(factsOf(
          Counted->Relation, Number, Last[0], IntegerType{64, false, false},
          [](const AffineForm &) { return false; }));
    }
  }
  if (!First || First->Form.empty())
    return std::nullopt;
  Out.GoesOn = First->Form;
  if (Before) {
    const int More = Recorder.computedAxis(TWOFOLD_NUMBER_REACHED, *Before,
                                           *sum(Out.Rounds, constantForm(1)));
    Out.GoesOn = axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_PRODUCT,
                                                axisForm(More), Out.GoesOn));
  }
  // `if (...) continue;` leads around the rest of the round.
  auto Visit = [&](const auto &Self,
                   llvm::ArrayRef<const Stmt *> Parts) -> bool {
    for (; !Parts.empty(); Parts = Parts.drop_front()) {
      if (const auto *Last = dyn_cast<CompoundStmt>(Parts.back());
          Last && Parts.size() == 1)
        return Self(Self, statementsOf(Last));
      const auto *If = dyn_cast<IfStmt>(Parts.front());
      const auto Then = statementsOf(If ? If->getThen() : Parts.front());
      if (!If || If->getElse() || Then.size() != 1 ||
          !isa<ContinueStmt>(Then[0])) {
        if (!visitRound(Parts.front(), Out))
          return false;
        continue;
      }
      const auto Skips = changesNothing(If->getCond(), Ctx)
                             ? Conditions.holding(If->getCond(), true)
                             : std::nullopt;
      if (!Skips)
        return false;
      const AffineForm Before = Out.GoesOn;
      auto Times = [&](const AffineForm &Number) {
        return axisForm(
            Recorder.computedAxis(TWOFOLD_NUMBER_PRODUCT, Before, Number));
      };
      bool Known = false;
      Statements.branch(
          If->getCond(), [] {},
          [&] {
            Out.GoesOn = Times(*difference(constantForm(1), Skips->Form));
            Known = Self(Self, Parts.drop_front());
          });
      Out.GoesOn = *sum(Times(Skips->Form), Out.GoesOn);
      return Known;
    }
    return true;
  };
  if (!Visit(Visit, statementsOf(L.Body)))
    return std::nullopt;
  if (L.Increment)
    Expressions.effects(L.Increment);
  if (L.BodyFirst) {
    const std::optional<Arm> Again = goesOn(L.Condition);
    if (!Again || !Note())
      return std::nullopt;
    Out.GoesOn = axisForm(
        Recorder.computedAxis(TWOFOLD_NUMBER_PRODUCT, Out.GoesOn, Again->Form));
  }
  // An axis of its own, which all variables name.
  const int Goes = Recorder.computedAxis(TWOFOLD_NUMBER_REACHED, Out.GoesOn,
                                         constantForm(1));
  auto Begin = [&](int State, AffineForm Next) {
    Axis &A = Recorder.innerAxis(State);
    A.Than = std::move(Next);
    A.Goes = Goes;
  };
  for (ReplayedVariable &V : Out.Variables) {
    const MaybeForm Next = single(State.Variables[V.Is], V);
    if (!Next)
      return std::nullopt;
    Begin(V.Axis, *Next);
  }
  Begin(Rounds, *sum(Out.Rounds, constantForm(1)));
  return Recorder.isFull() ? std::nullopt : std::optional(std::move(Out));
}

/// A round of the loop begins, up to which Of goes, and its evaluation knows
/// less.
void LoopReplays::enterRound(const std::optional<Replay> &Of) {
  if (!Of)
    return;
  for (const ReplayedVariable &V : Of->Variables) {
    const Value &Known = State.Variables[V.Is];
    if (Known.size() != 1 || Known[0].Wild ||
        (Known[0].What != Arm::Integer && Known[0].What != Arm::Memory))
      State.Variables[V.Is] = valueOf(V, axisForm(V.Axis));
  }
}

/// The loop has been left, and its evaluation knows less than Of.
void LoopReplays::leave(const Replay &Of, bool Untold) {
  for (const ReplayedVariable &V : Of.Variables) {
    const Value &Known = State.Variables[V.Is];
    if (Known.size() == 1 && !Known[0].Wild &&
        (Known[0].What == Arm::Integer || Known[0].What == Arm::Memory))
      continue;
    const AffineForm AtEnd = V.AtEnd;
    MaybeForm Is = AtEnd;
    for (const Replay::Exit &Exit : Of.Exits) {
      auto It = Exit.Variables.find(V.Is);
      const MaybeForm There = Exit.Returns ? AtEnd
                              : It != Exit.Variables.end()
                                  ? single(It->second, V)
                                  : std::nullopt;
      const MaybeForm More = There ? difference(*There, AtEnd) : std::nullopt;
      if (Is && More && !More->empty())
        Is = sum(*Is, axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_PRODUCT,
                                                     Exit.Taken, *More)));
      else if (!More)
        Is = std::nullopt;
    }
    if (Is)
      State.Variables[V.Is] = valueOf(V, *Is);
  }
  CallFrame &F = Frames.innermost();
  for (const Replay::Exit &Exit : Of.Exits) {
    // Where its parts store, seen from behind the loop.
    if (!Exit.Parts.empty() && State.Facts.size() < MaxFacts) {
      const PathState Here = State;
      State.Variables = Exit.Before;
      State.Facts.push_back({*difference(Exit.Taken, constantForm(1)), {}});
      for (const Stmt *Part : Exit.Parts)
        Statements.visit(Part);
      State = Here;
    }
    if (!Exit.Returns)
      continue;
    Value V = Exit.Returned;
    const Guard Taken = {*difference(Exit.Taken, constantForm(1)), {}};
    assume(V, llvm::ArrayRef(State.Facts)
                  .drop_front(std::min(F.OuterFacts, State.Facts.size())));
    for (Arm &A : V)
      A.Exact = true;
    assume(V, {Taken}, /*Tells=*/!Untold && comesByFacts());
    F.Returned =
        F.Returns ? either(std::move(F.Returned), V, /*More=*/true) : V;
    F.Returns = true;
    if (State.Facts.size() < MaxFacts)
      State.Facts.push_back({*difference(AffineForm(), Exit.Taken), {}});
  }
}
