// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessEvaluator.cpp - variables, branches, facts -------------------===//
#include "access/AccessEvaluator.h"

#include "ast/BodyScan.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

void AccessEvaluator::evaluateBody() {
  auto Own = std::make_unique<Frame>();
  Own->Uses = collectUses(Loop.Body, Ctx);
  Own->Irreducible = twofold::isIrreducible(Loop.Body);
  Frames.push_back(std::move(Own));
  // Range loops declare their variable outside the body proper.
  visit(Loop.Body);
}

void AccessEvaluator::count(unsigned Ops) {
  if (Muted || InClause)
    return;
  if (Around.empty())
    Recorder.model().Ops += Ops;
  else
    Recorder.innerAxis(Around.back().Axis).Ops += Ops;
}

bool AccessEvaluator::escapes(const VarDecl *D) const {
  return llvm::any_of(Frames, [&](const std::unique_ptr<Frame> &F) {
    auto It = F->Uses.Variables.find(const_cast<VarDecl *>(D));
    return It != F->Uses.Variables.end() && It->second.Escapes;
  });
}

Value AccessEvaluator::variable(const VarDecl *D) {
  if (!isIrreducible() && !escapes(D))
    if (auto It = State.Variables.find(D); It != State.Variables.end())
      return It->second;
  return forgotten(D);
}

Value AccessEvaluator::forgotten(const VarDecl *D) {
  if (!D->getType()->isPointerType())
    return unknownValue();
  Value Out;
  llvm::SmallPtrSet<const VarDecl *, 8> Visited;
  addCandidates(D, Out, Visited);
  return Out.empty() ? addressValue(Arm::Null) : Out;
}

void AccessEvaluator::assign(const VarDecl *D, Value V) {
  QualType T = D->getType();
  if (!T->isPointerType() && !IntegerType::of(T, Ctx) &&
      !(FollowsLoads && T->isRealFloatingType()))
    return;
  Value &Known = State.Variables[D];
  // With gotos about, what was assigned before may come back.
  Known = isIrreducible() ? either(std::move(Known), wild(V)) : std::move(V);
}

void AccessEvaluator::forgetAssigned(const Stmt *S) {
  if (!S)
    return;
  BodyUses Uses = collectUses(const_cast<Stmt *>(S), Ctx);
  for (auto &[D, U] : Uses.Variables)
    if (const auto *V = dyn_cast<VarDecl>(D); V && !U.Writes.empty())
      if (!V->getType()->isReferenceType())
        assign(V, forgotten(V));
}

/// V as the value of a variable of type T: two uses of it are one number, if
/// nobody knows which.
Value AccessEvaluator::named(Value V, QualType T) {
  IntegerType Type = IntegerType::of(T, Ctx);
  if (!NamesNumbers || !Type || Type.Width > 64 || InClause ||
      isIrreducible() || (V.size() == 1 && V[0].What == Arm::Integer))
    return V;
  Axis A;
  A.Virtual = true;
  A.Unknown = Type.Width == 64;
  if (!A.Unknown) {
    A.Lower = constantForm(Type.min());
    A.Upper = constantForm(Type.max());
  }
  Value Name = integerValue(axisForm(Recorder.addAxis(std::move(A))));
  if (Type.Unsigned && Type.Width == 64)
    Name[0].Checks.push_back({Name[0].Form, 0, INT64_MAX});
  return Name;
}

/// S, which assigned variables, has been left.
void AccessEvaluator::nameAssigned(const Stmt *S) {
  if (!NamesNumbers || !S || isIrreducible())
    return;
  BodyUses Uses = collectUses(const_cast<Stmt *>(S), Ctx);
  for (auto &[D, U] : Uses.Variables)
    if (const auto *V = dyn_cast<VarDecl>(D); V && !U.Writes.empty())
      if (auto It = State.Variables.find(V);
          It != State.Variables.end() && !V->getType()->isReferenceType())
        It->second = named(std::move(It->second), V->getType());
}

/// Everywhere that D may point to, whichever assignments have run.
void AccessEvaluator::addCandidates(const VarDecl *D, Value &Out,
                                    Seen &Visited) {
  if (!Visited.insert(D).second)
    return;
  if (auto It = State.Variables.find(D); It != State.Variables.end())
    Out = either(std::move(Out), wild(It->second));
  else if (isa<ParmVarDecl>(D))
    Out = either(std::move(Out), addressValue(Arm::Nowhere));
  if (escapes(D)) // assigned through its address
    Out = either(std::move(Out), addressValue(Arm::Nowhere));
  addMentioned(D->getInit(), Out, Visited);
  for (const std::unique_ptr<Frame> &F : Frames) {
    auto It = F->Uses.Variables.find(const_cast<VarDecl *>(D));
    if (It == F->Uses.Variables.end())
      continue;
    for (const Expr *Write : It->second.Writes)
      if (const auto *B = dyn_cast<BinaryOperator>(Write);
          B && B->getOpcode() == BO_Assign)
        addMentioned(B->getRHS(), Out, Visited);
  }
}

void AccessEvaluator::addMentioned(const Stmt *S, Value &Out, Seen &Visited) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  auto Add = [&](Value V) { Out = either(std::move(Out), wild(V)); };
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *D = dyn_cast<VarDecl>(Ref->getDecl());
    if (!D)
      return;
    QualType T = D->getType();
    if (auto Base = Recorder.baseOf(D)) {
      Arm A;
      A.What = Arm::Memory;
      A.Base = *Base;
      Add({A});
    } else if (T->isReferenceType()) {
      auto It = State.Variables.find(D);
      Add(It != State.Variables.end() ? It->second
                                      : addressValue(Arm::Nowhere));
    } else if (T->isPointerType()) {
      addCandidates(D, Out, Visited);
    } else {
      Add(addressValue(Arm::Private));
    }
    return;
  }
  if (const auto *C = dyn_cast<CastExpr>(S)) {
    bool FromMemory = C->getCastKind() == CK_LValueToRValue &&
                      C->getType()->isPointerType() &&
                      !isa<DeclRefExpr>(C->getSubExpr()->IgnoreParens());
    if (FromMemory || C->getCastKind() == CK_IntegralToPointer ||
        C->getCastKind() == CK_BaseToDerived)
      Add(addressValue(Arm::Nowhere));
  } else if (isa<CXXThisExpr>(S)) {
    Add(rvalue(cast<Expr>(S)));
  } else if (const auto *C = dyn_cast<CallExpr>(S);
             C && C->getType()->isPointerType()) {
    Add(addressValue(Arm::Nowhere));
  }
  for (const Stmt *Child : S->children())
    addMentioned(Child, Out, Visited);
}

Value AccessEvaluator::mentioned(const Stmt *S) {
  Value Out;
  llvm::SmallPtrSet<const VarDecl *, 8> Visited;
  addMentioned(S, Out, Visited);
  return Out;
}

Value AccessEvaluator::quietly(const Expr *E) {
  // Conditions within conditions would repeat each other without end.
  constexpr unsigned MaxRepetitions = 20000;
  if (++Repetitions > MaxRepetitions)
    return unknownValue();
  llvm::SaveAndRestore Quiet(Muted, Muted + 1);
  PathState Before = State;
  Value V = rvalue(E);
  State = std::move(Before);
  return V;
}

void AccessEvaluator::branch(const Expr *Condition,
                             llvm::function_ref<void()> Then,
                             llvm::function_ref<void()> Else) {
  await(Condition);
  effects(Condition);
  Compared = nullptr;
  bool Always;
  if (!Condition->isValueDependent() && !hasEntry(Condition) &&
      Condition->EvaluateAsBooleanCondition(Always, Ctx)) {
    Always ? Then() : Else();
    return;
  }
  PathState Before = State;
  const unsigned Fork = ++StepCount;
  ++Branches;
  auto Take = [&](bool Truth, llvm::function_ref<void()> Way) {
    const bool Tells = assumeCondition(Condition, Truth);
    Told += Tells;
    PathStep Step;
    Step.Whole = Tells;
    Step.Fork = Fork;
    Step.First = Truth;
    Inside Here(*this, Step);
    Way();
    Told -= Tells;
    return Tells;
  };
  const bool Yes = Take(true, Then);
  PathState After = std::move(State);
  State = Before;
  const bool No = Take(false, Else);
  --Branches;
  // Where one part ends the iteration, the other's facts go on.
  bool Untold = After.Reachable && State.Reachable
                    ? After.Untold || State.Untold
                : After.Reachable ? After.Untold || !Yes
                                  : State.Untold || !No;
  const bool Left = After.Reachable != State.Reachable &&
                    !(After.Reachable ? Yes : No) &&
                    !(After.Reachable ? State : After).Ends;
  State = join(Before, std::move(After), std::move(State), Yes, No);
  State.Untold = Untold;
  if (Left)
    State.Skips.push_back(innermostScope());
}

/// The loop or call around that `continue` or `return` ends a part of.
unsigned AccessEvaluator::innermostScope() const {
  for (const PathStep &Step : llvm::reverse(Steps))
    if (Step.What != PathStep::Way)
      return Step.Id;
  return 0;
}

bool AccessEvaluator::assumeCondition(const Expr *Condition, bool Truth) {
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (isIrreducible())
    return false;
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot)
    return assumeCondition(Not->getSubExpr(), !Truth);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->getOpcode() == (Truth ? BO_LAnd : BO_LOr)) {
    bool Left = assumeCondition(B->getLHS(), Truth);
    return assumeCondition(B->getRHS(), Truth) && Left;
  }
  if (B && B->isLogicalOp())
    return assumeFlag(Condition, Truth) || assumeEither(B, Truth);
  if (E->getType()->isRealFloatingType())
    return assumeRanks(Truth ? BO_NE : BO_EQ, E, nullptr);
  const bool Compares = B && B->isComparisonOp();
  return (Compares && assumeComparison(B, Truth)) ||
         assumeFlag(Condition, Truth) ||
         (!Compares && assumeNumber(Condition, Truth));
}

bool AccessEvaluator::assumeFacts(BinaryOperatorKind Op, const Arm &L,
                                  const Arm &R, IntegerType T) {
  auto Proof = [&](const AffineForm &F) { return Recorder.neverNegative(F); };
  Guards Facts = factsOf(Op, L, R, T, Proof);
  if (Op == BO_NE && Facts.empty() && FollowsLoads)
    Facts = differing(L, R);
  // What no call can compute would keep it from what it can.
  if (State.Facts.size() + Facts.size() > MaxFacts ||
      (FollowsLoads && llvm::any_of(Facts, [&](const Guard &G) {
         return llvm::any_of(G.Form, [&](const Monomial &M) {
           return M.Axis >= Recorder.rank() &&
                  Recorder.innerAxis(M.Axis).Virtual &&
                  !Recorder.innerAxis(M.Axis).Loaded &&
                  Recorder.innerAxis(M.Axis).Divisor.empty();
         });
       })))
    return false;
  State.Facts.append(Facts.begin(), Facts.end());
  return Facts.size() == (Op == BO_EQ ? 2 : 1);
}

/// Wherever Left Op Right holds, of two pointers into one array.
bool AccessEvaluator::assumeAddresses(BinaryOperatorKind Op, const Expr *Left,
                                      const Expr *Right) {
  if (!FollowsLoads || Left->HasSideEffects(Ctx) || Right->HasSideEffects(Ctx))
    return false;
  Value L = quietly(Left), R = quietly(Right);
  for (Value *V : {&L, &R}) {
    if (V->size() != 1 || (*V)[0].What != Arm::Memory || (*V)[0].Wild ||
        (*V)[0].Base != L[0].Base)
      return false;
  }
  L[0].What = R[0].What = Arm::Integer;
  return assumeFacts(Op, L[0], R[0], IntegerType{64, false, false});
}

static bool isLocal(const Expr *E, const VarDecl *&D) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  D = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return D != nullptr;
}

bool AccessEvaluator::assumeComparison(const BinaryOperator *B, bool Truth) {
  if (B->getOpcode() == BO_Cmp)
    return false;
  BinaryOperatorKind Op = B->getOpcode();
  if (!Truth)
    Op = BinaryOperator::negateComparisonOp(Op);
  if (B->getLHS()->getType()->isRealFloatingType())
    return assumeRanks(Op, B->getLHS(), B->getRHS());
  if (B->getLHS()->getType()->isPointerType())
    return assumeAddresses(Op, B->getLHS(), B->getRHS());
  IntegerType T = IntegerType::of(B->getLHS()->getType(), Ctx);
  if (!T || B->HasSideEffects(Ctx))
    return false;
  Value Left = chosen(quietly(B->getLHS())),
        Right = chosen(quietly(B->getRHS()));
  auto Proof = [&](const AffineForm &F) { return Recorder.neverNegative(F); };
  if (Left.size() == 1 && Right.size() == 1)
    return assumeFacts(Op, Left[0], Right[0], T);
  // What the comparison tells of each arm of a variable holds for that arm.
  bool Swapped = Left.size() == 1;
  if (Swapped)
    std::swap(Left, Right);
  const VarDecl *D;
  if (Right.size() != 1 || !isLocal(Swapped ? B->getRHS() : B->getLHS(), D) ||
      escapes(D))
    return false;
  auto It = State.Variables.find(D);
  if (It == State.Variables.end() || It->second.size() != Left.size())
    return false;
  for (auto [Known, Arm] : llvm::zip(It->second, Left)) {
    Guards Facts = Swapped ? factsOf(Op, Right[0], Arm, T, Proof)
                           : factsOf(Op, Arm, Right[0], T, Proof);
    if (Known.Facts.size() + Facts.size() <= MaxFacts)
      Known.Facts.append(Facts.begin(), Facts.end());
  }
  return false;
}

void AccessEvaluator::visitSwitch(const SwitchStmt *S) {
  visit(S->getInit());
  if (S->getConditionVariableDeclStmt())
    visit(S->getConditionVariableDeclStmt());
  effects(S->getCond());
  Exits Out = exitsOf(S->getBody());
  forgetAssigned(S->getBody());
  const PathState Entry = State;
  {
    // A case may be come to from the top or from the case above.
    llvm::SaveAndRestore More(Branches, Branches + 1);
    State.Reachable = false;
    // What one case does another may do without.
    Inside Here(*this, PathStep());
    auto Walk = [&](auto &&Self, const Stmt *Part) -> void {
      if (const auto *Case = dyn_cast_or_null<SwitchCase>(Part)) {
        Steps.back().Id = ++StepCount;
        State = Entry;
        Self(Self, Case->getSubStmt());
      } else if (Part && isa<CompoundStmt>(Part)) {
        for (const Stmt *Child : Part->children())
          Self(Self, Child);
      } else if (Part && hasEntry(Part)) {
        // A case inside an if or the like.
        Steps.back().Id = ++StepCount;
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
    State.Skips.push_back(innermostScope());
}
