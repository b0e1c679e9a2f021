// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessConditions.cpp - what conditions tell ------------------------===//
//
// Floating-point numbers are compared as integers that are in the same order:
// see TWOFOLD_NUMBER_FLOATING.
#include "access/NodeEvaluators.h"
#include "ast/ObjectAssignments.h"
#include "twofold/abi.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// The rank of E, a floating-point number.
std::optional<Arm> AccessConditions::rank(const Expr *E) {
  Value V = Numbers.chosen(Quiet.quietly(E));
  return V.size() == 1 && V[0].What == Arm::Integer ? std::optional(V[0])
                                                    : std::nullopt;
}

/// Wherever Left Op Right is Truth, of floating-point numbers: of what is none
/// no negation says the opposite. No Right: 0.
bool AccessConditions::assumeRanks(BinaryOperatorKind Op, bool Truth,
                                   const Expr *Left, const Expr *Right) {
  if (!FollowsLoads || !changesNothing(Left, Ctx) ||
      (Right && !changesNothing(Right, Ctx)) || State.Facts.size() >= MaxFacts)
    return false;
  std::optional<Arm> A = rank(Left),
                     B = Right ? rank(Right) : integerValue(AffineForm())[0];
  if (!A || !B || !BinaryOperator::isComparisonOp(Op))
    return false;
  if (Op == BO_LT || Op == BO_LE)
    std::swap(A, B);
  const bool Equal = Op == BO_EQ || Op == BO_NE;
  const AffineForm Holds = axisForm(Recorder.computedAxis(
      Equal                        ? TWOFOLD_NUMBER_EQUALS
      : Op == BO_GT || Op == BO_LT ? TWOFOLD_NUMBER_ABOVE
                                   : TWOFOLD_NUMBER_AT_LEAST,
      A->Form, B->Form));
  Guard Fact = {Truth == (Op != BO_NE) ? *difference(Holds, constantForm(1))
                                       : *difference(AffineForm(), Holds),
                A->Checks};
  Fact.Checks.append(B->Checks.begin(), B->Checks.end());
  State.Facts.push_back(std::move(Fact));
  return true;
}

/// Wherever Left Op Right holds, of numbers whose difference may be none of 64
/// bits.
bool AccessConditions::assumeNumbers(BinaryOperatorKind Op, const Arm &Left,
                                     const Arm &Right) {
  const AffineForm &L = Left.Form, &R = Right.Form;
  auto Make = [&](unsigned Code, const AffineForm &From,
                  const AffineForm &Than) {
    return axisForm(Recorder.computedAxis(Code, From, Than));
  };
  const AffineForm One = constantForm(1);
  AffineForm Holds;
  switch (Op) {
  case BO_GE:
  case BO_LT:
    Holds = Make(TWOFOLD_NUMBER_REACHED, L, R);
    break;
  case BO_LE:
  case BO_GT:
    Holds = Make(TWOFOLD_NUMBER_REACHED, R, L);
    break;
  case BO_EQ:
  case BO_NE:
    Holds = Make(TWOFOLD_NUMBER_DIFFERS, L, R);
    break;
  default:
    return false;
  }
  const bool Turned = Op == BO_LT || Op == BO_GT || Op == BO_EQ;
  Guard Fact = {Turned ? *difference(AffineForm(), Holds)
                       : *difference(Holds, One),
                Left.Checks};
  Fact.Checks.append(Right.Checks.begin(), Right.Checks.end());
  State.Facts.push_back(std::move(Fact));
  return true;
}

/// Either part of E has the truth value: a number that is 1 for each part says
/// so.
bool AccessConditions::assumeEither(const BinaryOperator *E, bool Truth) {
  if (!FollowsLoads || !changesNothing(E, Ctx) ||
      State.Facts.size() >= MaxFacts)
    return false;
  std::optional<Arm> Left = holding(E->getLHS(), Truth),
                     Right = holding(E->getRHS(), Truth);
  if (!Left || !Right)
    return false;
  MaybeForm Sum = sum(Left->Form, Right->Form);
  if (Sum)
    Sum = difference(*Sum, constantForm(1));
  if (!Sum)
    return false;
  Left->Checks.append(Right->Checks.begin(), Right->Checks.end());
  State.Facts.push_back({std::move(*Sum), std::move(Left->Checks)});
  return true;
}

/// 1 where the condition has that truth value, else 0; nothing where no fact
/// says which.
std::optional<Arm> AccessConditions::holding(const Expr *Condition,
                                             bool Truth) {
  PathState Before = State;
  State.Facts.clear();
  const bool Tells = assumeCondition(Condition, Truth);
  Guards Facts = std::move(State.Facts);
  State = std::move(Before);
  return Tells && !Facts.empty() ? Numbers.holding(Facts) : std::nullopt;
}

std::optional<Arm> AccessConditions::within(const Arm &A, int64_t Low,
                                            int64_t High, IntegerType T) {
  Guards Facts;
  std::swap(Facts, State.Facts);
  const Arm From = integerValue(constantForm(Low))[0],
            To = integerValue(constantForm(High))[0];
  const bool Tells = Low == High ? assumeFacts(BO_EQ, A, From, T)
                                 : assumeFacts(BO_GE, A, From, T) &&
                                       assumeFacts(BO_LE, A, To, T);
  std::swap(Facts, State.Facts);
  return Tells && !Facts.empty() ? Numbers.holding(Facts) : std::nullopt;
}

bool AccessConditions::assumeCondition(const Expr *Condition, bool Truth) {
  llvm::SaveAndRestore Inside(In.InCondition, true);
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (In.isIrreducible())
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
    return assumeRanks(BO_NE, Truth, E, nullptr);
  const bool Compares = B && B->isComparisonOp();
  return (Compares && assumeComparison(B, Truth)) ||
         assumeFlag(Condition, Truth) ||
         (!Compares && assumeNumber(Condition, Truth));
}

bool AccessConditions::assumeFacts(BinaryOperatorKind Op, Arm L, Arm R,
                                   IntegerType T) {
  Numbers.uncheck(L, T);
  Numbers.uncheck(R, T);
  // Numbers of 64 bits are the same one where their forms are, signed or not,
  // unless one of these may have wrapped.
  const bool Same = (Op == BO_EQ || Op == BO_NE) && T.Width == 64;
  T.Unsigned = Same ? !L.Exact || !R.Exact : T.Unsigned;
  if (Same)
    L.Exact = R.Exact = true;
  if (Numbers.compareLoaded(L, R, T))
    return State.Facts.size() < MaxFacts && assumeNumbers(Op, L, R);
  T.Unsigned &= !Same;
  auto Proof = [&](const AffineForm &F) { return Recorder.neverNegative(F); };
  Guards Facts = factsOf(Op, L, R, T, Proof);
  if (Op == BO_NE && Facts.empty() && FollowsLoads)
    Facts = Numbers.differing(L, R);
  // What no call can compute would keep it from what it can.
  if (State.Facts.size() + Facts.size() > MaxFacts ||
      (FollowsLoads && llvm::any_of(Facts, [&](const Guard &G) {
         return !Recorder.isComputable(G.Form);
       })))
    return false;
  State.Facts.append(Facts.begin(), Facts.end());
  return Facts.size() == (Op == BO_EQ ? 2 : 1);
}

/// Wherever Left Op Right holds, of two pointers into one array, or of pointers
/// that are known as numbers. No Right: the null pointer.
bool AccessConditions::assumeAddresses(BinaryOperatorKind Op, const Expr *Left,
                                       const Expr *Right) {
  if (!FollowsLoads || !changesNothing(Left, Ctx) ||
      (Right && !changesNothing(Right, Ctx)))
    return false;
  return assumePlaces(Op, Quiet.quietly(Left),
                      Right ? Quiet.quietly(Right) : addressValue(Arm::Null));
}

bool AccessConditions::assumePlaces(BinaryOperatorKind Op, const Value &Left,
                                    const Value &Right) {
  Value L = Numbers.chosenPlace(Left), R = Numbers.chosenPlace(Right);
  if (L.size() != 1 || R.size() != 1)
    return false;
  auto IsNumber = [&](const Arm &A) {
    return A.What == Arm::Null ||
           (A.What == Arm::Memory && !A.Wild &&
            Recorder.model().Bases[A.Base].Arg == Base::Anywhere);
  };
  const bool Together = L[0].What == Arm::Memory && R[0].What == Arm::Memory &&
                        !L[0].Wild && !R[0].Wild && L[0].Base == R[0].Base;
  if (!Together && !(IsNumber(L[0]) && IsNumber(R[0])))
    return false;
  L[0].What = R[0].What = Arm::Integer;
  return assumeFacts(Op, L[0], R[0], IntegerType{64, false, false});
}

static bool isLocal(const Expr *E, const VarDecl *&D) {
  D = variableIn(E->IgnoreParenCasts());
  return D != nullptr;
}

bool AccessConditions::assumeComparison(const BinaryOperator *B, bool Truth) {
  if (B->getOpcode() == BO_Cmp)
    return false;
  BinaryOperatorKind Op = B->getOpcode();
  if (B->getLHS()->getType()->isRealFloatingType())
    return assumeRanks(Op, Truth, B->getLHS(), B->getRHS());
  if (!Truth)
    Op = BinaryOperator::negateComparisonOp(Op);
  if (B->getLHS()->getType()->isPointerType())
    return assumeAddresses(Op, B->getLHS(), B->getRHS());
  IntegerType T = IntegerType::of(B->getLHS()->getType(), Ctx);
  if (!T || (FollowsLoads ? !changesNothing(B, Ctx) : B->HasSideEffects(Ctx)))
    return false;
  Value Left = Numbers.chosen(Quiet.quietly(B->getLHS())),
        Right = Numbers.chosen(Quiet.quietly(B->getRHS()));
  auto Proof = [&](const AffineForm &F) { return Recorder.neverNegative(F); };
  if (Left.size() == 1 && Right.size() == 1)
    return assumeFacts(Op, Left[0], Right[0], T);
  // What the comparison tells of each arm of a variable holds for that arm.
  bool Swapped = Left.size() == 1;
  if (Swapped)
    std::swap(Left, Right);
  const VarDecl *D;
  if (Right.size() != 1 || !isLocal(Swapped ? B->getRHS() : B->getLHS(), D) ||
      Frames.escapes(D))
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

Value AccessConditions::truth(const Expr *E) {
  if (MaybeForm Known = Values.flag(E))
    return integerValue(*Known);
  std::optional<Arm> Known =
      FollowsLoads && changesNothing(E, Ctx) ? holding(E, true) : std::nullopt;
  return Known ? Value{*Known} : Numbers.between(0, 1);
}

bool AccessConditions::assumeValue(const Value &Is, QualType T, bool Truth) {
  const IntegerType Type = IntegerType::of(T, Ctx);
  const Value V = Numbers.chosen(Is);
  return FollowsLoads && !In.isIrreducible() && Type && V.size() == 1 &&
         V[0].What == Arm::Integer &&
         assumeFacts(Truth ? BO_NE : BO_EQ, V[0], integerValue(AffineForm())[0],
                     Type);
}

Value AccessConditions::compared(const BinaryOperator *E, const Value &Left,
                                 const Value &Right) {
  const IntegerType Type = IntegerType::of(E->getLHS()->getType(), Ctx);
  // What changes nothing can be evaluated again.
  const bool Addresses = E->getLHS()->getType()->isPointerType();
  if (!FollowsLoads || In.isIrreducible() || (!Type && !Addresses) ||
      changesNothing(E, Ctx))
    return truth(E);
  const Value L = Addresses ? Left : Numbers.chosen(Left),
              R = Addresses ? Right : Numbers.chosen(Right);
  Guards Facts;
  std::swap(Facts, State.Facts);
  const bool Tells = Addresses
                         ? assumePlaces(E->getOpcode(), L, R)
                         : L.size() == 1 && R.size() == 1 &&
                               assumeFacts(E->getOpcode(), L[0], R[0], Type);
  std::swap(Facts, State.Facts);
  const std::optional<Arm> Known =
      Tells && !Facts.empty() ? Numbers.holding(Facts) : std::nullopt;
  return Known ? Value{*Known} : Numbers.between(0, 1);
}

/// A condition that no form says: where iterations meet under it is for the
/// calls to tell.
bool AccessConditions::assumeFlag(const Expr *E, bool Truth) {
  MaybeForm Holds =
      State.Facts.size() < MaxFacts ? Values.flag(E) : std::nullopt;
  MaybeForm Fact = !Holds  ? Holds
                   : Truth ? difference(*Holds, constantForm(1))
                           : difference(AffineForm(), *Holds);
  if (Fact)
    State.Facts.push_back({*Fact, {}});
  return Fact.has_value();
}

/// E is a number and means whether that is 0.
bool AccessConditions::assumeNumber(const Expr *E, bool Truth) {
  E = truthOf(E);
  if (E->getType()->isPointerType())
    return assumeAddresses(Truth ? BO_NE : BO_EQ, E, nullptr);
  IntegerType T = IntegerType::of(E->getType(), Ctx);
  if (!T || E->isValueDependent() ||
      (FollowsLoads ? !changesNothing(E, Ctx) : E->HasSideEffects(Ctx)))
    return false;
  Value V = Numbers.chosen(Quiet.quietly(E));
  return V.size() == 1 && assumeFacts(Truth ? BO_NE : BO_EQ, V[0],
                                      integerValue(AffineForm())[0], T);
}
