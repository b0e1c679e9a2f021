// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessConditions.cpp - conditions that numbers in memory tell ------===//
//
// Floating-point numbers are compared as integers that are in the same order:
// see TWOFOLD_NUMBER_FLOATING. Nothing is told of what compares with none.
//
//===----------------------------------------------------------------------===//
#include "access/AccessEvaluator.h"

#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// The rank of E, a floating-point number.
std::optional<Arm> AccessEvaluator::rank(const Expr *E) {
  Value V = chosen(quietly(E));
  return V.size() == 1 && V[0].What == Arm::Integer ? std::optional(V[0])
                                                    : std::nullopt;
}

/// Wherever Left Op Right holds, of floating-point numbers. No Right: 0.
bool AccessEvaluator::assumeRanks(BinaryOperatorKind Op, const Expr *Left,
                                  const Expr *Right) {
  if (!FollowsLoads || Left->HasSideEffects(Ctx) ||
      (Right && Right->HasSideEffects(Ctx)) || State.Facts.size() >= MaxFacts)
    return false;
  const std::optional<Arm> A = rank(Left),
                           B = Right ? rank(Right)
                                     : integerValue(AffineForm())[0];
  if (!A || !B)
    return false;
  const AffineForm &L = A->Form, &R = B->Form;
  // The difference of two ranks may be no number of 64 bits.
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
                A->Checks};
  Fact.Checks.append(B->Checks.begin(), B->Checks.end());
  State.Facts.push_back(std::move(Fact));
  return true;
}

/// Either part of E has the truth value: a number that is 1 for each part says
/// so.
bool AccessEvaluator::assumeEither(const BinaryOperator *E, bool Truth) {
  if (!FollowsLoads || E->HasSideEffects(Ctx) || State.Facts.size() >= MaxFacts)
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
