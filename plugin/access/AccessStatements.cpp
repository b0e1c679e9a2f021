// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessStatements.cpp - statements and loops ------------------------===//
#include "access/AccessEvaluator.h"

#include "access/InnerLoop.h"
#include "ast/BodyScan.h"
#include "ast/ColdPaths.h"
#include "model/ControlFlow.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

void AccessEvaluator::visit(const Stmt *S) {
  if (!S || (!State.Reachable && !hasEntry(S) && !isIrreducible()))
    return;
  // A kernel stops there, and its results do not count.
  if (ColdKind Cold = coldKind(S); Cold != ColdKind::None) {
    State.Ends |= Cold == ColdKind::Ends && State.Reachable;
    State.Reachable &= Cold != ColdKind::Ends;
    Recorder.model().Cold = true;
    return;
  }
  if (const auto *E = dyn_cast<Expr>(S))
    return effects(E);
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return visit(A->getSubStmt());
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return visitDeclaration(D);
  if (const auto *I = dyn_cast<IfStmt>(S))
    return visitIf(I);
  if (const auto *F = dyn_cast<ForStmt>(S)) {
    visit(F->getInit());
    return visitLoop(asUncounted(*F));
  }
  if (const auto *W = dyn_cast<WhileStmt>(S))
    return visitLoop({.Whole = S,
                      .Variable = W->getConditionVariableDeclStmt(),
                      .Condition = W->getCond(),
                      .Body = W->getBody()});
  if (const auto *D = dyn_cast<DoStmt>(S))
    return visitLoop({.Whole = S,
                      .Condition = D->getCond(),
                      .Body = D->getBody(),
                      .BodyFirst = true});
  if (const auto *R = dyn_cast<CXXForRangeStmt>(S))
    return visitRange(R);
  if (const auto *W = dyn_cast<SwitchStmt>(S))
    return visitSwitch(W);
  if (const auto *R = dyn_cast<ReturnStmt>(S))
    return visitReturn(R);
  if (isa<BreakStmt, ContinueStmt>(S)) {
    State.Reachable = false;
    return;
  }
  if (isa<CompoundStmt, LabelStmt>(S)) {
    for (const Stmt *Child : S->children())
      visit(Child);
    return;
  }
  if (isa<NullStmt>(S))
    return;
  // Assembly, try, SEH and what else there is: parts may run or not.
  llvm::SaveAndRestore More(Branches, Branches + 1);
  Inside Here(*this, PathStep());
  bool Assembly = isa<AsmStmt>(S);
  for (const Stmt *Child : S->children()) {
    if (const auto *E = dyn_cast_or_null<Expr>(Child); E && Assembly)
      escape(E);
    else
      visit(Child);
  }
}

void AccessEvaluator::visitIf(const IfStmt *I) {
  visit(I->getInit());
  if (I->getConditionVariableDeclStmt())
    visit(I->getConditionVariableDeclStmt());
  if (I->isConsteval())
    return visit(runBranch(*I));
  llvm::SaveAndRestore More(Improving, Improving + improves(I->getCond(), I));
  const bool Repeats = isIdle(I);
  llvm::SaveAndRestore Same(Idle, Repeats ? ++StepCount : 0);
  llvm::SaveAndRestore Decides(Guarding, Repeats);
  branch(
      I->getCond(),
      [&] {
        Guarding = false;
        visitWay(I->getThen());
      },
      [&] { visitWay(I->getElse()); });
  nameAssigned(I->getThen());
  nameAssigned(I->getElse());
}

void AccessEvaluator::visitRange(const CXXForRangeStmt *R) {
  for (const Stmt *Before :
       {R->getInit(), static_cast<const Stmt *>(R->getRangeStmt()),
        static_cast<const Stmt *>(R->getBeginStmt()),
        static_cast<const Stmt *>(R->getEndStmt())})
    visit(Before);
  UncountedLoop L;
  L.Whole = R;
  L.Condition = R->getCond();
  L.Element = R->getLoopVarStmt();
  L.Body = R->getBody();
  L.Increment = R->getInc();
  visitLoop(L);
}

void AccessEvaluator::visitDeclaration(const DeclStmt *S) {
  for (const Decl *Declared : S->decls()) {
    const auto *D = dyn_cast<VarDecl>(Declared);
    if (!D || D->isStaticLocal())
      continue;
    State.Variables.erase(D);
    if (!D->hasInit())
      continue;
    if (D->getType()->isReferenceType())
      State.Variables[D] = addressOf(place(D->getInit()));
    else
      assign(D, named(rvalue(D->getInit()), D->getType()));
    found(D, D->getInit());
    noteCopy(D);
  }
}

void AccessEvaluator::visitReturn(const ReturnStmt *S) {
  Frame &F = *Frames.back();
  if (const Expr *E = S->getRetValue()) {
    F.Found |= foundBy(E);
    Value V = E->isGLValue() ? addressOf(place(E)) : rvalue(E);
    assume(V,
           llvm::ArrayRef(State.Facts)
               .drop_front(std::min(F.OuterFacts, State.Facts.size())),
           comesByFacts());
    F.Returned = F.Returns ? either(std::move(F.Returned), V) : V;
  }
  F.Returns = true;
  State.Reachable = false;
}

/// Evaluates one iteration of a loop on the axis Number and leaves the state
/// after the loop, in which everything that the loop assigns is unknown.
void AccessEvaluator::inLoop(int Number, EnclosingLoop Scope, const Stmt *Body,
                             llvm::function_ref<void()> Evaluate) {
  Exits Out = exitsOf(Body);
  bool Partial = Out.Break || Out.Return;
  const PathState Entry = State;
  if (Muted)
    Recorder.innerAxis(Number).Virtual = true; // no work of its own
  Scope.Axis = Number;
  Scope.Regular &= !Partial;
  Scope.Whole &= !Partial;
  Around.push_back(Scope);
  {
    llvm::SaveAndRestore More(Branches, Branches + Partial);
    const Axis &A = Recorder.innerAxis(Number);
    PathStep Step;
    Step.What = PathStep::Loop;
    Step.Axis = Number;
    Step.Whole = Scope.Whole && Scope.Exact && !A.Unknown;
    Step.Divides = Scope.Divides;
    Step.Counts = Scope.Exact && (!A.Unknown || A.Open);
    Inside Here(*this, Step);
    Evaluate();
  }
  Around.pop_back();
  State = Entry;
  nameAssigned(Body);
  State.Skipped |= Out.Return;
  State.Untold |= Out.Return;
  if (Out.Return)
    State.Skips.push_back(innermostScope());
}

/// Of a value that is one of several: the arm that is never below (Upper) or
/// above all others, by the facts they come with. Each arm of a minimum is an
/// upper bound of it; one that names no axis is the better.
/// Others gets each that is such an arm.
static std::optional<Arm> boundOf(const Value &V, bool Upper, Value &Others) {
  std::optional<Arm> Found;
  for (const Arm &Candidate : V) {
    Arm Bound = Candidate;
    bool Bounds = llvm::all_of(V, [&](const Arm &Other) {
      if (Other.What != Arm::Integer || Candidate.What != Arm::Integer)
        return false;
      if (&Other == &Candidate)
        return true;
      MaybeForm Distance = Upper ? difference(Candidate.Form, Other.Form)
                                 : difference(Other.Form, Candidate.Form);
      const Guard *Fact = llvm::find_if(Other.Facts, [&](const Guard &G) {
        MaybeForm More = Distance ? difference(*Distance, G.Form) : Distance;
        auto C = More ? constantOf(*More) : std::nullopt;
        return C && *C >= 0;
      });
      if (Fact == Other.Facts.end())
        return false;
      Bound.Checks.append(Other.Checks.begin(), Other.Checks.end());
      Bound.Checks.append(Fact->Checks.begin(), Fact->Checks.end());
      return true;
    });
    if (Bounds)
      Others.push_back(Bound);
    if (Bounds && (!Found || namesAxes(Found->Form)))
      Found = std::move(Bound);
  }
  return Found;
}

AccessEvaluator::UncountedLoop AccessEvaluator::asUncounted(const ForStmt &S) {
  return {.Whole = &S,
          .Variable = S.getConditionVariableDeclStmt(),
          .Condition = S.getCond(),
          .Body = S.getBody(),
          .Increment = S.getInc()};
}

/// Its initialisation has been evaluated.
void AccessEvaluator::visitFor(const ForStmt *S) {
  const Searching Search(*this, {S->getCond(), S->getBody(), S->getInc()});
  std::optional<InnerLoop> L =
      matchInnerLoop(S, Ctx, /*AnyStep=*/Recorder.Occurrences);
  const std::optional<Arm> By = L && L->By ? addedBy(*L) : std::nullopt;
  if (L && L->By && !By)
    L.reset();
  Value First =
      L && !escapes(L->Induction) ? variable(L->Induction) : unknownValue();
  Advances Moving;
  if (L && State.Reachable) {
    Moving =
        advancesIn({S->getCond(), S->getBody(), S->getInc()}, S->getBody());
    forgetAssigned(S); // the bound, too, may change in the loop
    measure(Moving);
  }
  Value Last = L ? quietly(L->Bound) : unknownValue();
  std::optional<Arm> Init, Bound;
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
    First = chosen(std::move(First));
    Last = chosen(std::move(Last));
    Init = boundOf(First, L->decreasing(), Starting);
    Bound = boundOf(Last, !L->decreasing(), Ending);
  }
  // What != runs to must not lie behind, whichever it is.
  bool Several = First.size() > 1 || Last.size() > 1;
  // For dependences it is worth something to know where a loop starts.
  bool Starts = Recorder.Occurrences && Init && !By && First.size() == 1 &&
                Init->Checks.empty() && !isIrreducible();
  if (Starts && !Bound) {
    Axis A;
    A.Parent = Around.empty() ? -1 : Around.back().Axis;
    A.Unknown = A.Open = true;
    A.Step = L->Step;
    (L->decreasing() ? A.Upper : A.Lower) = Init->Form;
    EnclosingLoop Scope;
    Scope.Whole = Scope.Exact = true;
    int Number = Recorder.addAxis(std::move(A));
    return inLoop(Number, Scope, S->getBody(), [&] {
      moveOn(Moving, Number, {});
      effects(S->getCond());
      State.Variables[L->Induction] = integerValue(axisForm(Number));
      visit(S->getBody());
      State.Reachable = true; // after a continue
      effects(S->getInc());
    });
  }
  if (!Init || !Bound || (Several && L->Relation == BO_NE) || isIrreducible()) {
    return visitUncounted(asUncounted(*S));
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
  A.Parent = Around.empty() ? -1 : Around.back().Axis;
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
  bool Known = !A.Unknown;
  int Number = Recorder.addAxis(std::move(A));
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
  inLoop(Number, Scope, S->getBody(), [&] {
    if (Known)
      moveOn(Moving, Number, Induction.Checks);
    effects(S->getCond());
    Induction.Form = axisForm(Number);
    if (By && Known) {
      MaybeForm Steps = product(By->Form, axisForm(Number));
      MaybeForm Taken = Steps ? sum(From.Form, *Steps) : std::nullopt;
      Known = Taken.has_value();
      Induction.Form = Known ? *Taken : AffineForm();
    }
    if (Known) {
      State.Variables[L->Induction] = {Induction};
      if (First.size() > 1)
        Within(Starting, L->decreasing(), 0);
      if (Last.size() > 1)
        Within(Ending, !L->decreasing(), Beyond - L->Ahead);
    }
    visit(S->getBody());
    State.Reachable = true; // after a continue
    effects(S->getInc());
  });
}
