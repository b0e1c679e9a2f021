// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessStatements.cpp - statements, and ways after conditions -------===//
#include "access/NodeEvaluators.h"
#include "ast/ColdPaths.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "model/ControlFlow.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// `do { ... } while (0)`, which is what many macros are.
static bool runsOnce(const DoStmt &S, const ASTContext &Ctx) {
  const auto Again = constantOf(S.getCond(), Ctx);
  const Exits Out = exitsOf(S.getBody());
  return Again && *Again == 0 && !Out.Break && !Out.Continue;
}

void StatementEvaluator::visit(const Stmt *S) {
  if (!S || (!State.Reachable && !hasEntry(S) && !In.isIrreducible()))
    return;
  const llvm::scope_exit End(
      [&, Temporaries = Path.Temporaries.size(), Others = Path.Living.size()] {
        Ends.endTemporaries(Temporaries);
        if (!isa<DeclStmt, LabelStmt, AttributedStmt>(S))
          Ends.endBlock(Others);
      });
  // A kernel stops there, and its results do not count.
  if (ColdKind Cold = coldKind(S); Cold != ColdKind::None) {
    State.Ends |= Cold == ColdKind::Ends && State.Reachable;
    State.Reachable &= Cold != ColdKind::Ends;
    Recorder.model().Cold = true;
    return;
  }
  if (const auto *E = dyn_cast<Expr>(S))
    return Expressions.effects(E);
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return visit(A->getSubStmt());
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return visitDeclaration(D);
  if (const auto *I = dyn_cast<IfStmt>(S))
    return visitIf(I);
  if (const auto *F = dyn_cast<ForStmt>(S)) {
    visit(F->getInit());
    const UncountedLoop L = LoopEvaluator::asUncounted(*F);
    return visitOnce(L) ? void() : Loops.visitLoop(L);
  }
  if (const auto *W = dyn_cast<WhileStmt>(S)) {
    const UncountedLoop L = {.Whole = S,
                             .Variable = W->getConditionVariableDeclStmt(),
                             .Condition = W->getCond(),
                             .Body = W->getBody()};
    return visitOnce(L) ? void() : Loops.visitLoop(L);
  }
  if (const auto *D = dyn_cast<DoStmt>(S); D && runsOnce(*D, Ctx))
    return visit(D->getBody());
  if (const auto *D = dyn_cast<DoStmt>(S))
    return Loops.visitLoop({.Whole = S,
                            .Condition = D->getCond(),
                            .Body = D->getBody(),
                            .BodyFirst = true});
  if (const auto *R = dyn_cast<CXXForRangeStmt>(S))
    return visitRange(R);
  if (const auto *W = dyn_cast<SwitchStmt>(S))
    return visitSwitch(W);
  if (const auto *T = dyn_cast<CXXTryStmt>(S))
    return visitTry(T);
  if (const auto *R = dyn_cast<ReturnStmt>(S))
    return visitReturn(R);
  if (isa<BreakStmt, ContinueStmt>(S)) {
    Ends.leave(isa<BreakStmt>(S) ? Path.Broken : Path.Continued);
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
  llvm::SaveAndRestore More(Path.Branches, Path.Branches + 1);
  AccessPath::Inside Here(Path, PathStep());
  bool Assembly = isa<AsmStmt>(S);
  for (const Stmt *Child : S->children()) {
    if (const auto *E = dyn_cast_or_null<Expr>(Child); E && Assembly)
      Places.escape(E);
    else
      visit(Child);
  }
}

void StatementEvaluator::visitIf(const IfStmt *I) {
  visit(I->getInit());
  if (I->getConditionVariableDeclStmt())
    visit(I->getConditionVariableDeclStmt());
  if (I->isConsteval())
    return visit(runBranch(*I));
  llvm::SaveAndRestore More(Touches.Here.Improving,
                            Touches.Here.Improving + Touches.improves(I));
  const bool Repeats = Touches.isIdle(I);
  llvm::SaveAndRestore Same(Touches.Here.Idle, Repeats ? ++Path.StepCount : 0);
  llvm::SaveAndRestore Decides(Touches.Here.Guarding, Repeats);
  branch(
      I->getCond(),
      [&] {
        Touches.Here.Guarding = false;
        Searches.along(I->getThen(), [&] { visit(I->getThen()); });
      },
      [&] { Searches.along(I->getElse(), [&] { visit(I->getElse()); }); });
  Variables.nameAssigned(I->getThen());
  Variables.nameAssigned(I->getElse());
}

/// A loop whose body always ends with `break` has one round or none.
bool StatementEvaluator::visitOnce(const UncountedLoop &L) {
  const auto *Body = dyn_cast<CompoundStmt>(L.Body);
  if (!L.Condition || L.Variable || !Body || Body->body_empty() ||
      !isa<BreakStmt>(Body->body_back()) || Ends.areIn(L.Whole))
    return false;
  const llvm::ArrayRef<Stmt *> Round(Body->body_begin(), Body->size() - 1);
  if (llvm::any_of(Round, [](const Stmt *S) {
        const Exits Out = exitsOf(S);
        return Out.Break || Out.Continue;
      }))
    return false;
  branch(
      cast<Expr>(L.Condition),
      [&] {
        for (const Stmt *S : Round)
          visit(S);
      },
      [] {});
  Variables.nameAssigned(Body);
  return true;
}

void StatementEvaluator::visitRange(const CXXForRangeStmt *R) {
  for (const Stmt *Before :
       {R->getInit(), static_cast<const Stmt *>(R->getRangeStmt()),
        static_cast<const Stmt *>(R->getBeginStmt()),
        static_cast<const Stmt *>(R->getEndStmt())})
    visit(Before);
  if (visitList(R))
    return;
  UncountedLoop L;
  L.Whole = R;
  L.Condition = R->getCond();
  L.Element = R->getLoopVarStmt();
  L.Body = R->getBody();
  L.Increment = R->getInc();
  Loops.visitLoop(L);
}

Value StatementEvaluator::block(const StmtExpr *E) {
  const QualType T = E->getType();
  const CompoundStmt *Block = E->getSubStmt();
  const auto *Last =
      T->isScalarType() ? dyn_cast<Expr>(Block->body_back()) : nullptr;
  for (const Stmt *Part : llvm::drop_end(Block->body(), Last ? 1 : 0))
    visit(Part);
  if (Last)
    return Expressions.rvalue(Last);
  return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
}

void StatementEvaluator::visitDeclaration(const DeclStmt *S) {
  for (const VarDecl *D : variablesIn(*S)) {
    if (D->isStaticLocal())
      continue;
    State.Variables.erase(D);
    const bool Object = !D->getType()->isScalarType();
    if (Object)
      Objects.begin(Objects.addressOf(D));
    if (!D->hasInit()) {
      // Nothing yet: where paths meet it is what one of them has made it.
      if (D->getType()->isIntegralOrEnumerationType() && !In.isIrreducible())
        State.Variables[D] = Value();
      continue;
    }
    if (D->getType()->isReferenceType())
      State.Variables[D] = Places.addressOf(D->getInit());
    else if (Object)
      Places.initialise(Objects.addressOf(D), D->getInit());
    else
      Variables.assign(
          D, Variables.named(Expressions.rvalue(D->getInit()), D->getType()));
    Ends.begin(*D);
    Searches.found(D, D->getInit());
    // `auto [a, b] = pair`: each part is a reference that a function returns.
    if (const auto *Parts = dyn_cast<DecompositionDecl>(D))
      for (const BindingDecl *B : Parts->bindings())
        if (const VarDecl *Part = B->getHoldingVar(); Part && Part->getInit())
          State.Variables[Part] = Places.addressOf(Part->getInit());
  }
}

void StatementEvaluator::visitReturn(const ReturnStmt *S) {
  CallFrame &F = Frames.innermost();
  if (const Expr *E = S->getRetValue()) {
    F.Found |= Searches.foundBy(E);
    Value V = E->isGLValue() ? Places.addressOf(E) : Ends.kept(E);
    assume(V,
           llvm::ArrayRef(State.Facts)
               .drop_front(std::min(F.OuterFacts, State.Facts.size())),
           comesByFacts());
    F.Returned =
        F.Returns ? either(std::move(F.Returned), V, /*More=*/true) : V;
  }
  Ends.leave(F.OuterLiving);
  if (F.AtEntry) {
    PathState Here = State;
    // In some round of a loop.
    if (Path.Around.size() > F.OuterLoops) {
      Objects.takeNumbers(Here, PathState());
      takeObjects(Here, PathState());
    }
    F.Ends.push_back({std::move(Here), comesByFacts()});
  }
  F.Returns = true;
  State.Reachable = false;
}

void StatementEvaluator::branch(const Expr *Condition,
                                llvm::function_ref<void()> Then,
                                llvm::function_ref<void()> Else) {
  Touches.await(Condition, Quiet);
  const Expr *Number = truthOf(Condition);
  Value Is;
  if (Number->isGLValue())
    Expressions.effects(Number);
  else
    Is = Expressions.rvalue(Number);
  const bool Changes = !Is.empty() && !changesNothing(Number, Ctx);
  Touches.Here.Compared = nullptr;
  bool Always;
  if (!Condition->isValueDependent() && !hasEntry(Condition) &&
      Condition->EvaluateAsBooleanCondition(Always, Ctx)) {
    Always ? Then() : Else();
    return;
  }
  PathState Before = State;
  const unsigned Fork = ++Path.StepCount;
  ++Path.Branches;
  const bool Ended = Ends.endBehind(Condition);
  bool Forgets = false; ///< facts by which some have left the iteration
  auto Take = [&](bool Truth, llvm::function_ref<void()> Way) {
    const bool Tells =
        (!Ended && Conditions.assumeCondition(Condition, Truth)) ||
        (Changes && Conditions.assumeValue(Is, Number->getType(), Truth));
    Path.Told += Tells;
    PathStep Step;
    Step.Whole = Tells;
    Step.Fork = Fork;
    Step.First = Truth;
    AccessPath::Inside Here(Path, Step);
    const size_t Known = State.Facts.size();
    Way();
    Forgets |= State.Reachable && State.Facts.size() > Known;
    Path.Told -= Tells;
    return Tells;
  };
  const bool Yes = Take(true, Then);
  PathState After = std::move(State);
  State = Before;
  const bool No = Take(false, Else);
  --Path.Branches;
  // Where one part ends the iteration, the other's facts go on.
  bool Untold = After.Reachable && State.Reachable
                    ? After.Untold || State.Untold
                : After.Reachable ? After.Untold || !Yes
                                  : State.Untold || !No;
  const bool Left = After.Reachable == State.Reachable
                        ? After.Reachable && Forgets
                        : !(After.Reachable ? Yes : No) &&
                              !(After.Reachable ? State : After).Ends;
  State = join(Before, std::move(After), std::move(State), Yes, No);
  State.Untold = Untold;
  if (Left)
    State.Skips.push_back(Path.innermostScope());
}

bool twofold::jumpsAround(const Stmt *S) {
  if (!S || !isIrreducible(S))
    return false;
  if (!holdsNode<CXXTryStmt>(S) ||
      !isa<CompoundStmt, IfStmt, CXXTryStmt, CXXCatchStmt, ForStmt, WhileStmt,
           DoStmt, CXXForRangeStmt, AttributedStmt>(S))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    const auto *E = dyn_cast_or_null<Expr>(Child);
    const bool Throws = E && isa<CXXThrowExpr>(seeThrough(E));
    return (isLoop(*S) && hasEntry(Child)) || (!Throws && jumpsAround(Child));
  });
}

/// The way that is taken is the plain one. Handlers come behind any part of it.
void StatementEvaluator::visitTry(const CXXTryStmt *S) {
  PathState Before = State;
  visit(S->getTryBlock());
  for (unsigned I = 0; I != S->getNumHandlers(); ++I) {
    State = Before;
    Variables.forgetAssigned(S->getTryBlock());
    llvm::SaveAndRestore More(Path.Branches, Path.Branches + 1);
    AccessPath::Inside Here(Path, PathStep());
    visit(S->getHandler(I)->getHandlerBlock());
  }
  const Exits Out = exitsOf(S);
  State = std::move(Before);
  Variables.forgetAssigned(S);
  State.Skipped |= Out.Continue || Out.Return;
  State.Untold |= Out.Continue || Out.Return;
  if (Out.Continue || Out.Return)
    State.Skips.push_back(Path.innermostScope());
}

void StatementEvaluator::visitSwitch(const SwitchStmt *S) {
  visit(S->getInit());
  if (S->getConditionVariableDeclStmt())
    visit(S->getConditionVariableDeclStmt());
  if (visitCases(S, Expressions.rvalue(S->getCond())))
    return;
  llvm::SaveAndRestore Behind(Path.Broken, Path.Living.size());
  Exits Out = exitsOf(S->getBody());
  Variables.forgetAssigned(S->getBody());
  const PathState Entry = State;
  {
    // A case may be come to from the top or from the case above.
    llvm::SaveAndRestore More(Path.Branches, Path.Branches + 1);
    State.Reachable = false;
    // What one case does another may do without.
    AccessPath::Inside Here(Path, PathStep());
    auto Walk = [&](auto &&Self, const Stmt *Part) -> void {
      if (const auto *Case = dyn_cast_or_null<SwitchCase>(Part)) {
        Path.Steps.back().Id = ++Path.StepCount;
        State = Entry;
        Self(Self, Case->getSubStmt());
      } else if (Part && isa<CompoundStmt>(Part)) {
        for (const Stmt *Child : Part->children())
          Self(Self, Child);
      } else if (Part && hasEntry(Part)) {
        // A case inside an if or the like.
        Path.Steps.back().Id = ++Path.StepCount;
        State = Entry;
        for (const Stmt *Child : Part->children())
          Self(Self, Child);
      } else {
        visit(Part);
      }
    };
    Walk(Walk, S->getBody());
  }
  State = Entry;
  State.Skipped |= Out.Continue || Out.Return;
  State.Untold |= Out.Continue || Out.Return;
  if (Out.Continue || Out.Return)
    State.Skips.push_back(Path.innermostScope());
}
