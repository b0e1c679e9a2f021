// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessLoops.cpp - loops inside the body ----------------------------===//
#include "access/LoopAdvances.h"
#include "access/NodeEvaluators.h"
#include "ast/BareLoops.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// The loop may be left before its end.
static bool isLeft(const Stmt *Body) {
  const Exits Out = exitsOf(Body);
  return Out.Break || Out.Return;
}

/// Evaluates one iteration of a loop on the axis Number and leaves the state
/// after the loop, in which everything that the loop assigns is unknown.
/// Partial: not every round that the axis has needs to be there.
void LoopEvaluator::inLoop(int Number, EnclosingLoop Scope, const Stmt *Body,
                           llvm::function_ref<void()> Evaluate, bool Partial) {
  const Exits Out = exitsOf(Body);
  const PathState Entry = State;
  if (In.Muted)
    Recorder.innerAxis(Number).Virtual = true; // no work of its own
  else if (Recorder.LoopAxes)
    if (auto [It, New] = Recorder.LoopAxes->try_emplace(Body, Number); !New)
      It->second = -1;
  // A hint before the loop inside is gone when kernels look at the nest.
  const ForStmt *Hinted = hintedLoop(const_cast<Stmt *>(Body));
  Recorder.innerAxis(Number).Body = In.Muted ? nullptr : Hinted ? Hinted : Body;
  Scope.Axis = Number;
  Scope.Regular &= !Partial;
  Scope.Whole &= !Partial;
  Path.Around.push_back(Scope);
  {
    llvm::SaveAndRestore More(Path.Branches, Path.Branches + Partial);
    const Axis &A = Recorder.innerAxis(Number);
    PathStep Step;
    Step.What = PathStep::Loop;
    Step.Axis = Number;
    Step.Whole = Scope.Whole && Scope.Exact && !A.Unknown;
    Step.Divides = Scope.Divides;
    Step.Counts = Scope.Exact && (!A.Unknown || A.Open);
    AccessPath::Inside Here(Path, Step);
    Evaluate();
  }
  Path.Around.pop_back();
  State = Entry;
  Variables.nameAssigned(Body);
  State.Skipped |= Out.Return;
  State.Untold |= Out.Return;
  if (Out.Return)
    State.Skips.push_back(Path.innermostScope());
}

UncountedLoop LoopEvaluator::asUncounted(const ForStmt &S) {
  return {.Whole = &S,
          .Variable = S.getConditionVariableDeclStmt(),
          .Condition = S.getCond(),
          .Body = S.getBody(),
          .Increment = S.getInc()};
}

/// Its initialisation has been evaluated.
void LoopEvaluator::visitFor(const ForStmt *S, const Replay *Known) {
  const AccessSearches::Searching Search(
      Searches, {S->getCond(), S->getBody(), S->getInc()});
  std::optional<InnerLoop> L =
      matchInnerLoop(S, Ctx, /*AnyStep=*/Recorder.Occurrences);
  const std::optional<Arm> By = L && L->By ? addedBy(*L) : std::nullopt;
  if (L && L->By && !By)
    L.reset();
  Value First = L && !Frames.escapes(L->Induction)
                    ? Variables.variable(L->Induction)
                    : unknownValue();
  LoopAdvances Moving(In, Values, Quiet);
  int Number = -1;
  std::optional<Replay> Inside;
  if (L && Known && !By && !In.Muted && First.size() == 1 &&
      First[0].What == Arm::Integer && (L->Step == 1 || L->Step == -1)) {
    Number = Recorder.addAxis(Axis());
    const MaybeForm Gone = difference(axisForm(Number), First[0].Form);
    const MaybeForm Round = Gone ? scaled(*Gone, L->Step) : Gone;
    Inside = Round ? Replays.replay(asUncounted(*S), &*Round) : std::nullopt;
  }
  if (L && State.Reachable) {
    Moving.find({S->getCond(), S->getBody(), S->getInc()}, S->getBody());
    Variables.forgetAssigned(S); // the bound, too, may change in the loop
    Moving.measure();
  }
  Value Last = L ? Quiet.quietly(L->Bound) : unknownValue();
  std::optional<Arm> Init, Bound;
  bool Guessed = false;   ///< to run as far as it may
  Value Starting, Ending; ///< what else bounds the induction variable
  if (L) {
    // Arms compare by their forms only where these are the numbers themselves.
    auto Settle = [](Value &V, IntegerType T) {
      for (Arm &A : V) {
        A = exact(std::move(A), T);
        if (V.size() > 1 && T.Unsigned && T.Width == 64)
          A.Checks.push_back({A.Form, T.min(), T.max()});
      }
    };
    Settle(First, L->Type);
    Settle(Last, L->Comparison);
    First = Numbers.chosen(Numbers.chosenByFlag(std::move(First)));
    Last = Numbers.chosen(Numbers.chosenByFlag(std::move(Last)));
    if (L->Relation != BO_NE && !In.isIrreducible()) {
      const size_t Ends = First.size() + Last.size();
      First = Numbers.outermost(std::move(First), L->decreasing());
      Last = Numbers.outermost(std::move(Last), !L->decreasing());
      Guessed = First.size() + Last.size() != Ends;
    }
    Init = boundOf(First, L->decreasing(), Starting);
    Bound = boundOf(Last, !L->decreasing(), Ending);
  }
  // What != runs to must not lie behind, whichever it is.
  bool Several = First.size() > 1 || Last.size() > 1;
  // For dependences it is worth something to know where a loop starts.
  bool Starts = Recorder.Occurrences && Init && !By && First.size() == 1 &&
                Init->Checks.empty() && !In.isIrreducible();
  // Where calls go through the loop the round in which it ends is known.
  MaybeForm Ends;
  if (Known && Init && !By && (!Bound || isLeft(S->getBody())))
    if (MaybeForm Round = Known->lastRound(/*Condition=*/false))
      if (MaybeForm Far = scaled(*Round, L->Step))
        Ends = sum(Init->Form, *Far);
  if (Starts && !Bound) {
    Axis A;
    A.Parent = Path.innermostAxis();
    A.Unknown = A.Open = !Ends;
    A.Step = L->Step;
    (L->decreasing() ? A.Upper : A.Lower) = Init->Form;
    if (Ends)
      (L->decreasing() ? A.Lower : A.Upper) = *Ends;
    EnclosingLoop Scope;
    Scope.Whole = Scope.Exact = true;
    Number = Recorder.addAxis(std::move(A), Number);
    return inLoop(
        Number, Scope, S->getBody(),
        [&] {
          Moving.moveOn(Number, {});
          Replays.enterRound(Inside);
          Expressions.effects(S->getCond());
          State.Variables[L->Induction] = integerValue(axisForm(Number));
          Statements.visit(S->getBody());
          State.Reachable = true; // after a continue
          Expressions.effects(S->getInc());
        },
        !Ends && isLeft(S->getBody()));
  }
  if (!Init || !Bound || (Several && L->Relation == BO_NE) ||
      In.isIrreducible()) {
    return visitUncounted(asUncounted(*S), Known);
  }

  Arm Induction;
  Induction.What = Arm::Integer;
  Arm From = exact(*Init, L->Type), To = exact(*Bound, L->Comparison);
  for (const Arm *End : {&From, &To})
    Induction.Checks.append(End->Checks.begin(), End->Checks.end());
  // False when Form is known to lie outside.
  auto Require = [&](MaybeForm Form, int64_t Min, int64_t Max) {
    if (!Form)
      return false;
    Induction.Checks.push_back({*Form, Min, Max});
    auto C = constantOf(*Form);
    return !C || (*C >= Min && *C <= Max);
  };
  int64_t Beyond = L->inclusive() ? 0 : L->decreasing() ? 1 : -1;
  MaybeForm End = sum(To.Form, constantForm(Beyond - L->Ahead));
  MaybeForm Next =
      End ? sum(*End, By ? By->Form : constantForm(L->Step)) : std::nullopt;
  bool Understood = End.has_value();
  if (By) {
    Induction.Checks.append(By->Checks.begin(), By->Checks.end());
    Understood &= Require(By->Form, 1, L->Type.max());
  }
  // 64 unsigned bits hold what a form takes for negative.
  if (L->Comparison.Unsigned && L->Comparison.Width == 64)
    Understood &= Require(To.Form, 0, INT64_MAX);
  if (L->Type.Unsigned && L->Type.Width == 64)
    Understood &= Require(From.Form, 0, INT64_MAX);
  if (L->Ahead != 0 && L->Comparison.Unsigned)
    Understood &=
        Require(sum(From.Form, constantForm(L->Ahead)), 0, L->Comparison.max());
  // The variable wraps where it steps over the end of its type.
  bool MayStepOver = L->inclusive() || L->Ahead != 0 || L->Step > 1 ||
                     L->Step < -1 || By || L->Comparison.Width > L->Type.Width;
  if (MayStepOver && (L->Type.Unsigned || L->Type.Width < 32))
    Understood &= Require(Next, L->Type.min(), L->Type.max());
  MaybeForm Trips = Understood ? L->decreasing() ? difference(From.Form, *End)
                                                 : difference(*End, From.Form)
                               : std::nullopt;
  // != misses a bound that lies behind it.
  if (L->Relation == BO_NE)
    Understood &= Require(Trips, -1, INT64_MAX);

  Axis A;
  A.Parent = Path.innermostAxis();
  A.Unknown = !Understood || !Trips;
  A.Several = Several;
  A.Step = L->Step;
  EnclosingLoop Scope;
  if (!A.Unknown) {
    A.Lower = L->decreasing() ? *End : From.Form;
    A.Upper = L->decreasing() ? From.Form : *End;
    bool Turns = L->Comparison.Unsigned && !L->Type.Unsigned;
    bool Same = !Several && (!Turns || Recorder.neverNegative(From.Form));
    // What does not name the axis does not bring its checks.
    Scope.NonEmpty = Same && Recorder.neverNegative(*Trips) &&
                     llvm::all_of(Induction.Checks, [&](const RangeCheck &C) {
                       return Recorder.holds(C);
                     });
    bool Divides = L->Step == 1 || L->Step == -1;
    if (auto C = constantOf(*Trips); C && !Divides && *C >= 0) {
      int64_t Rest = *C % L->Step;
      // The last value that is taken.
      if (auto Exact =
              sum(*End, constantForm(L->decreasing() ? Rest : -Rest))) {
        (L->decreasing() ? A.Lower : A.Upper) = *Exact;
        Divides = true;
      }
    }
    Scope.Whole = Same;
    Scope.Exact =
        Same && llvm::all_of(Induction.Checks, [&](const RangeCheck &C) {
          return Recorder.holdsInReach(C);
        });
    Scope.Divides = Divides;
    Scope.Regular =
        Same && Divides && !namesAxes(A.Lower) && !namesAxes(A.Upper);
  }
  if (By && !A.Unknown)
    countRounds(A, Scope, *Trips, By->Form);
  if (Ends && !A.Unknown) {
    (L->decreasing() ? A.Lower : A.Upper) = *Ends;
    Scope.NonEmpty = Scope.Regular = false;
  } else {
    Ends.reset();
  }
  bool Counts = !A.Unknown;
  Number = Recorder.addAxis(std::move(A), Number);
  auto Within = [&](const Value &Ends, bool Upper, int64_t More) {
    for (const Arm &Each : Ends) {
      MaybeForm Last = sum(Each.Form, constantForm(More));
      MaybeForm Room = !Last   ? Last
                       : Upper ? difference(*Last, Induction.Form)
                               : difference(Induction.Form, *Last);
      if (Room && State.Facts.size() < MaxFacts)
        State.Facts.push_back({std::move(*Room), Each.Checks});
    }
  };
  auto Round = [&] {
    if (Counts)
      Moving.moveOn(Number, Induction.Checks);
    Replays.enterRound(Inside);
    Expressions.effects(S->getCond());
    Induction.Form = axisForm(Number);
    if (By && Counts) {
      MaybeForm Steps = product(By->Form, axisForm(Number));
      if (!Steps && FollowsLoads) // `for (j = i; j < n; j += i)`
        Steps = axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_PRODUCT,
                                               axisForm(Number), By->Form));
      MaybeForm Taken = Steps ? sum(From.Form, *Steps) : std::nullopt;
      Counts = Taken.has_value();
      Induction.Form = Counts ? *Taken : AffineForm();
    }
    if (Counts) {
      State.Variables[L->Induction] = {Induction};
      if (First.size() > 1)
        Within(Starting, L->decreasing(), 0);
      if (Last.size() > 1)
        Within(Ending, !L->decreasing(), Beyond - L->Ahead);
    }
    this->Ends.round([&] { Statements.visit(S->getBody()); });
    State.Reachable = true; // after a continue
    Expressions.effects(S->getInc());
  };
  llvm::SaveAndRestore More(Path.Branches, Path.Branches + Guessed);
  inLoop(Number, Scope, S->getBody(), Round, !Ends && isLeft(S->getBody()));
}

/// A loop of an unknown number of iterations.
void LoopEvaluator::visitUncounted(const UncountedLoop &L,
                                   const Replay *Known) {
  std::optional<AccessSearches::Searching> Search;
  if (!isa<ForStmt>(L.Whole)) // which has begun with it
    Search.emplace(Searches, std::initializer_list<const Stmt *>{
                                 L.Condition, L.Body, L.Increment});
  LoopAdvances Moving(In, Values, Quiet);
  Moving.find({L.Condition, L.Body, L.Increment}, L.Body);
  int Number = -1;
  std::optional<Replay> Inside;
  if (Known && !In.Muted) {
    // What the variables are in a round names it.
    Number = Recorder.addAxis(Axis());
    const AffineForm Round = axisForm(Number);
    Inside = Replays.replay(L, &Round);
  }
  // What has run ahead of the loop changes nothing any more.
  for (const Stmt *Part :
       {L.Variable, static_cast<const Stmt *>(L.Condition), L.Element, L.Body,
        static_cast<const Stmt *>(L.Increment)})
    Variables.forgetAssigned(Part);
  Moving.measure();
  Axis A;
  A.Unknown = true;
  A.Open = !Moving.empty(); // counts its rounds
  A.Parent = Path.innermostAxis();
  EnclosingLoop Scope;
  Scope.NonEmpty = L.BodyFirst;
  Scope.Exact = A.Open;
  llvm::SmallVector<RangeCheck, 2> Checks;
  if (!L.BodyFirst && L.Condition)
    if (auto Last = Moving.lastRound(L.Condition, Scope.Whole, Checks)) {
      A.Upper = std::move(*Last);
      A.Unknown = A.Open = false;
      Scope.Divides = true;
    }
  bool Partial = isLeft(L.Body);
  if (Known && (A.Unknown || Partial || !Scope.Whole))
    if (auto Last = Known->lastRound(/*Condition=*/true)) {
      A.Upper = std::move(*Last);
      A.Unknown = A.Open = Partial = false;
      Scope.Whole = Scope.Exact = true;
    }
  Number = Recorder.addAxis(std::move(A), Number);
  auto Parts = [&] {
    Moving.moveOn(Number, Checks);
    Replays.enterRound(Inside);
    if (!L.BodyFirst) {
      if (L.Variable)
        Statements.visit(L.Variable);
      if (L.Condition) {
        const Expr *Number = truthOf(L.Condition);
        const bool Changes = FollowsLoads && !changesNothing(Number, Ctx);
        const Value Is = Changes ? Expressions.rvalue(Number) : Value();
        if (!Changes)
          Expressions.effects(L.Condition);
        if ((Ends.endBehind(L.Condition) ||
             !Conditions.assumeCondition(L.Condition, true)) &&
            Changes)
          Conditions.assumeValue(Is, Number->getType(), true);
      }
      if (L.Element)
        Statements.visit(L.Element);
    }
    Statements.visit(L.Body);
  };
  auto Evaluate = [&] {
    Ends.round(Parts);
    State.Reachable = true; // after a continue
    if (L.BodyFirst)
      Expressions.effects(L.Condition);
    if (L.Increment)
      Expressions.effects(L.Increment);
  };
  inLoop(Number, Scope, L.Body, Evaluate, Partial);
}

void LoopEvaluator::visitLoop(const UncountedLoop &L) {
  // A loop that calls go through takes room, and may find none.
  Replays.firstRounds(L, 0);
  const std::optional<Replay> Known = Replays.replay(L);
  if (!Known && Replays.unroll(L))
    return;
  if (!Known)
    Replays.firstRounds(L, 1);
  CallFrame &F = Frames.innermost();
  const Value Returned = F.Returned;
  const bool Returns = F.Returns, Untold = State.Untold;
  if (const auto *For = dyn_cast<ForStmt>(L.Whole))
    visitFor(For, Known ? &*Known : nullptr);
  else
    visitUncounted(L, Known ? &*Known : nullptr);
  if (!Known)
    return;
  F.Returned = Returned;
  F.Returns = Returns;
  State.Untold = Untold;
  Replays.leave(*Known, Untold);
}
