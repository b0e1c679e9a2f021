// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessRounds.cpp - rounds of loops, one by one ---------------------===//
//
// A loop of a few rounds whose conditions are known while it is compiled is
// evaluated round by round where nothing else says what it leads to, as are the
// first rounds of others. Those of a loop with a step that varies are counted.
#include "access/LoopAdvances.h"
#include "access/NodeEvaluators.h"
#include "ast/Comparisons.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// What a loop adds to its variable in each round. None: no call can tell.
std::optional<Arm> LoopEvaluator::addedBy(const InnerLoop &L) {
  const Value V = Quiet.quietly(L.By);
  if (V.size() != 1 || V[0].What != Arm::Integer ||
      (namesAxes(V[0].Form) && !FollowsLoads))
    return std::nullopt;
  return exact(V[0], IntegerType::of(L.By->getType(), Ctx));
}

/// The axis of a loop that takes every By-th value up to Distance from the
/// first one: which round it is. Calls alone tell that By is positive.
void LoopEvaluator::countRounds(Axis &A, EnclosingLoop &Scope,
                                const AffineForm &Distance,
                                const AffineForm &By) {
  A.Lower = AffineForm();
  A.Upper = axisForm(
      namesAxes(By)
          ? Recorder.computedAxis(TWOFOLD_NUMBER_QUOTIENT, Distance, By)
          : Recorder.quotientAxis(Distance, By,
                                  Recorder.neverNegative(Distance)));
  Scope.Whole &= namesAxes(By);
  Scope.Exact = Scope.Divides = Scope.Regular = false;
}

/// Rounds of a loop that are evaluated one by one.
static constexpr unsigned MostRounds = 8;

/// Whether Left Op Right holds; nothing where that is not known. Places of one
/// array compare as their subscripts do.
static std::optional<bool> compare(BinaryOperatorKind Op, const Value &Left,
                                   const Value &Right) {
  if (Left.size() != 1 || Right.size() != 1 || Left[0].What != Right[0].What ||
      Left[0].Base != Right[0].Base || Left[0].Wild || Right[0].Wild ||
      !Left[0].Exact || !Right[0].Exact ||
      (Left[0].What != Arm::Integer && Left[0].What != Arm::Memory &&
       !LocalObjects::isObject(Left[0])))
    return std::nullopt;
  const auto A = constantOf(Left[0].Form), B = constantOf(Right[0].Form);
  if (!A || !B)
    return std::nullopt;
  switch (Op) {
  case BO_LT:
    return *A < *B;
  case BO_GT:
    return *A > *B;
  case BO_LE:
    return *A <= *B;
  case BO_GE:
    return *A >= *B;
  case BO_EQ:
    return *A == *B;
  case BO_NE:
    return *A != *B;
  default:
    return std::nullopt;
  }
}

/// Evaluates Condition. Whether it holds; nothing where that is not known.
std::optional<bool> LoopReplays::holdsHere(const Expr *Condition) {
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (const auto Both = comparisonIn(E)) {
    const Value Left = Expressions.rvalue(Both->Left),
                Right = Expressions.rvalue(Both->Right);
    // Unsigned numbers below 2^63 are in order.
    auto MayTurn = [&](const Value &V) {
      return llvm::any_of(
          V, [&](const Arm &A) { return constantOf(A.Form).value_or(0) < 0; });
    };
    const bool Turned = !Both->Left->getType()->isSignedIntegerType() &&
                        Both->Op != BO_EQ && Both->Op != BO_NE &&
                        (MayTurn(Left) || MayTurn(Right));
    return Turned ? std::nullopt : compare(Both->Op, Left, Right);
  }
  const Expr *Number = truthOf(Condition);
  if (const Expr *Denied = operandOf(Number->IgnoreParenImpCasts(), UO_LNot)) {
    const auto Holds = holdsHere(Denied);
    return Holds ? std::optional(!*Holds) : std::nullopt;
  }
  return !IntegerType::of(Number->getType(), Ctx)
             ? std::nullopt
             : compare(BO_NE, Expressions.rvalue(Number),
                       integerValue(AffineForm()));
}

/// All that S leaves its loop by is `if (...) break;`.
bool LoopReplays::leavesByConditions(const Stmt *S) const {
  if (!S || !exitsOf(S).Break || isa<BreakStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(), [&](const Stmt *Part) {
      return leavesByConditions(Part);
    });
  const auto *If = dyn_cast<IfStmt>(S);
  return If && !If->getInit() && !If->getConditionVariableDeclStmt() &&
         !If->isConsteval() && leavesByConditions(If->getThen()) &&
         leavesByConditions(If->getElse());
}

/// Evaluates S, which leaves its loop by conditions alone. Whether the loop
/// goes on; nothing where that is not known.
std::optional<bool> LoopReplays::knownRound(const Stmt *S) {
  if (S && isa<BreakStmt>(S))
    return false;
  if (!S || !exitsOf(S).Break) {
    Statements.visit(S);
    return State.Reachable ? std::optional(true) : std::nullopt;
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    const auto Holds = holdsHere(If->getCond());
    return Holds ? knownRound(*Holds ? If->getThen() : If->getElse()) : Holds;
  }
  for (const Stmt *Part : S->children()) {
    const auto GoesOn = knownRound(Part);
    if (!GoesOn || !*GoesOn)
      return GoesOn;
  }
  return true;
}

/// Evaluates L round by round. False: not all of its rounds are known.
bool LoopReplays::allRounds(const UncountedLoop &L) {
  for (unsigned Round = 0;; ++Round) {
    if (!L.BodyFirst || Round != 0) {
      const auto Holds = L.Condition ? holdsHere(L.Condition) : true;
      if (!Holds || !*Holds)
        return Holds.has_value();
    }
    if (Round == MostRounds || Recorder.isFull())
      return false;
    if (L.Element)
      Statements.visit(L.Element);
    const auto GoesOn = knownRound(L.Body);
    if (!GoesOn || !*GoesOn)
      return GoesOn.has_value();
    if (L.Increment)
      Expressions.effects(L.Increment);
  }
}

/// `for (int o : {1, 2, 3})`, `while (*c++)` along an array of the iteration's
/// own, `while (m-- > 0)` of a constant.
bool LoopReplays::unroll(const UncountedLoop &L) {
  constexpr unsigned MaxRepetitions = 2000;
  const Exits Out = exitsOf(L.Body);
  // What counts its rounds has an axis, by which questions at run time go.
  if (const auto *For = dyn_cast<ForStmt>(L.Whole);
      For && matchInnerLoop(For, Ctx, /*AnyStep=*/true))
    return false;
  if (!FollowsLoads || In.InClause || In.isIrreducible() || !State.Reachable ||
      L.Variable || !leavesByConditions(L.Body) || Out.Continue || Out.Return ||
      Ends.areIn(L.Whole) || Made > 0 ||
      (In.Repetitions += 10) > MaxRepetitions)
    return false;
  llvm::SaveAndRestore Deeper(Made, Made + 1);
  const PathState Before = State;
  bool Known;
  {
    llvm::SaveAndRestore Silent(In.Muted, In.Muted + 1);
    llvm::SaveAndRestore Here(Searches.ended());
    Known = allRounds(L);
    State = Before;
  }
  return Known && allRounds(L);
}

/// 1 where Condition holds, of which the effects are seen from here on, else 0;
/// nothing where that is not known.
std::optional<Arm> LoopReplays::goesOn(const Expr *Condition) {
  if (changesNothing(Condition, Ctx))
    return Conditions.holding(Condition, true);
  const Expr *Number = truthOf(Condition);
  const Value Is = Expressions.rvalue(Number);
  Guards Facts;
  std::swap(Facts, State.Facts);
  const bool Tells = Conditions.assumeValue(Is, Number->getType(), true);
  std::swap(Facts, State.Facts);
  return Tells && !Facts.empty() ? Numbers.holding(Facts) : std::nullopt;
}

/// The numbers that S may change by other names, as they are before it.
llvm::SmallVector<std::pair<const VarDecl *, Value>, 2>
LoopReplays::movedByNames(const Stmt *S) {
  const PathState Before = State;
  Objects.forgetChanged(S);
  llvm::SmallVector<std::pair<const VarDecl *, Value>, 2> Moved;
  for (const auto &[D, Is] : Before.Variables)
    if (Objects.followsNumber(D) && !Is.empty() && !State.Variables.count(D))
      Moved.emplace_back(D, Is);
  State = Before;
  return Moved;
}

/// S stores to memory, or calls what may.
static bool changesMemory(const Stmt *S) {
  return anyNode(S, [](const Stmt *Part) {
    const Expr *Target = assignedBy(Part);
    return isa<CallExpr>(Part) || (Target && !namedIn(Target));
  });
}

/// A round of L, to which its condition leads or which comes Surely, and More
/// that may follow.
void LoopReplays::round(const UncountedLoop &L, unsigned More, bool Surely) {
  const unsigned Untold = Path.untold();
  auto Body = [&] {
    llvm::SaveAndRestore Guessed(In.Guesses,
                                 In.Guesses + Path.untold() - Untold);
    Ends.round([&] {
      if (L.Element)
        Statements.visit(L.Element);
      Statements.visit(L.Body);
    });
    if (L.Increment && State.Reachable)
      Expressions.effects(L.Increment);
    if (More != 0 && State.Reachable)
      round(L, More - 1, !L.Condition);
  };
  Surely ? Body() : Statements.branch(L.Condition, Body, [] {});
}

/// `while (j != 0) { y[j] = x; j = next[j]; }`: where later rounds store has no
/// form, but where the first ones do may have, and iterations whose ways cross
/// often begin at one place, or one step apart.
void LoopReplays::firstRounds(const UncountedLoop &L, unsigned More) {
  if (!FollowsLoads || In.Muted || In.InClause || In.isIrreducible() ||
      !State.Reachable || L.Variable || Made > 0 || !changesMemory(L.Body))
    return;
  if (Recorder.model().Axes.size() + Room > 48) {
    // What is looked at before the first one takes little room.
    if (More == 0 && L.Condition && !L.BodyFirst && !Recorder.isFull() &&
        changesNothing(L.Condition, Ctx))
      Expressions.effects(L.Condition);
    return;
  }
  const auto *For = dyn_cast<ForStmt>(L.Whole);
  const auto Counted =
      For ? matchInnerLoop(For, Ctx, /*AnyStep=*/true) : std::nullopt;
  LoopAdvances Moving(In, Values, Quiet);
  Moving.find({L.Condition, L.Body, L.Increment}, L.Body);
  const BodyUses Uses = collectUses(L.Whole);
  const BodyUses Asked = collectUses(L.Condition);
  if (llvm::none_of(Uses.Variables, [&](const auto &Use) {
        const auto *V = dyn_cast<VarDecl>(Use.first);
        if (V && V->getType()->isRecordType() &&
            (Asked.Variables.empty() || Asked.Variables.count(Use.first)))
          return Use.second.Changed || !Use.second.Writes.empty();
        return V && !Use.second.Writes.empty() &&
               State.Variables.count(V) != 0 &&
               (!Counted || Counted->Induction != V) && !Moving.moves(V);
      }))
    return;
  llvm::SaveAndRestore Deeper(Made, Made + 1);
  llvm::SaveAndRestore Before(State);
  llvm::SaveAndRestore Here(Searches.ended());
  CallFrame &F = Frames.innermost();
  llvm::SaveAndRestore Returned(F.Returned);
  llvm::SaveAndRestore Returns(F.Returns);
  llvm::SaveAndRestore Found(F.Found);
  const size_t Ends = F.Ends.size();
  round(L, More, L.BodyFirst || !L.Condition);
  F.Ends.truncate(Ends);
}
