// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/BoundedPaths.h"
#include "ast/Nodes.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace twofold {

static bool isZero(const Expr *E) {
  const auto *Literal = dyn_cast<IntegerLiteral>(E->IgnoreParenCasts());
  return Literal && Literal->getValue() == 0;
}

static bool isCondition(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenCasts());
  return B && (B->isComparisonOp() || B->isLogicalOp());
}

/// The condition that E has the value of, without what changes nothing but its
/// type. Holds is turned around where E is true if that is not.
static const Expr *conditionOf(const Expr *E, bool &Holds) {
  for (;;) {
    E = E->IgnoreParenCasts();
    const auto *Call = dyn_cast<CallExpr>(E);
    if (const Expr *Negated = operandOf(E, UO_LNot)) {
      Holds = !Holds;
      E = Negated;
    } else if (Call &&
               Call->getBuiltinCallee() == Builtin::BI__builtin_expect) {
      E = Call->getArg(0);
    } else if (const auto *B = dyn_cast<BinaryOperator>(E);
               B && B->getOpcode() == BO_NE && isZero(B->getRHS()) &&
               isCondition(B->getLHS())) {
      E = B->getLHS();
    } else {
      return E;
    }
  }
}

static bool isRare(const Expr *Cond) {
  const auto *Call = dyn_cast<CallExpr>(Cond->IgnoreParenCasts());
  return Call && Call->getBuiltinCallee() == Builtin::BI__builtin_expect &&
         isZero(Call->getArg(1));
}

/// What S, a statement or a block, begins with.
static const Stmt *firstOf(const Stmt *S) {
  while (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    if (Block->body_empty())
      break;
    S = Block->body_front();
  }
  return S;
}

std::optional<Bounds> BoundedPaths::settled(Bounds B, QualType From,
                                            QualType To) {
  auto Within = [&](QualType Type) {
    const auto Above =
        Polynomial::sum(B.Least, -1, Polynomial(BoundsTable::least(Type, Ctx)));
    const auto Below = Polynomial::sum(
        Polynomial(BoundsTable::greatest(Type, Ctx)), -1, B.Greatest);
    if (!Above || !Below)
      return false;
    for (const Polynomial &Need : {*Above, *Below})
      if (!Table.surely(Need, 1))
        B.Needs.push_back(Need);
    return true;
  };
  if (!B.Exact && !Within(From))
    return std::nullopt;
  B.Exact = true;
  const bool Holds =
      BoundsTable::least(To, Ctx) <= BoundsTable::least(From, Ctx) &&
      BoundsTable::greatest(To, Ctx) >= BoundsTable::greatest(From, Ctx);
  if (!Holds && !Within(To))
    return std::nullopt;
  return B;
}

std::optional<Bounds> BoundedPaths::settled(const Expr *E) {
  auto B = boundsOf(E);
  return B ? settled(std::move(*B), E->getType(), E->getType()) : std::nullopt;
}

std::optional<Bounds> BoundedPaths::boundsOf(const Expr *E) {
  E = E->IgnoreParens();
  const QualType Type = E->getType();
  if (!Here || !Type->isIntegerType() || Ctx.getIntWidth(Type) > 64)
    return std::nullopt;
  if (auto Value = constantOf(E, Ctx)) {
    const Wide Number = Value->isSigned() ? Wide(Value->getSExtValue())
                                          : Wide(Value->getZExtValue());
    return Bounds{Polynomial(Number), Polynomial(Number), {}, true};
  }
  if (const Expr *Loaded = operandOf(E, CK_LValueToRValue)) {
    if (const VarDecl *V = variableIn(Loaded))
      if (const auto Known = Here->Of.find(V); Known != Here->Of.end())
        return Known->second;
    if (!IsFixed(E))
      return std::nullopt;
    const Polynomial Value = Table.fixed(E);
    return Bounds{Value, Value, {}, true};
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const QualType From = Cast->getSubExpr()->getType();
    if (Cast->getCastKind() != CK_NoOp &&
        Cast->getCastKind() != CK_IntegralCast)
      return std::nullopt;
    auto B = boundsOf(Cast->getSubExpr());
    const bool Same =
        B && BoundsTable::least(From, Ctx) == BoundsTable::least(Type, Ctx) &&
        BoundsTable::greatest(From, Ctx) == BoundsTable::greatest(Type, Ctx);
    return Same || !B ? B : settled(std::move(*B), From, Type);
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  const Expr *Negated = operandOf(E, UO_Minus);
  const auto Left = Negated ? Bounds{{}, {}, {}, true}
                    : Op    ? boundsOf(Op->getLHS())
                            : std::nullopt;
  const auto Right =
      Left ? boundsOf(Negated ? Negated : Op->getRHS()) : std::nullopt;
  if (!Right || (Op && !Op->isAdditiveOp() && Op->getOpcode() != BO_Mul))
    return std::nullopt;
  auto Out = Op && Op->getOpcode() == BO_Mul
                 ? product(*Left, *Right)
                 : sum(*Left, Op && Op->getOpcode() == BO_Add ? 1 : -1, *Right);
  // Nothing is added, or it is multiplied by 1.
  if (Out)
    for (const Bounds *Side : {&*Left, &*Right})
      Out->Exact |= Side->Exact && Side->Least == Out->Least &&
                    Side->Greatest == Out->Greatest;
  return Out;
}

std::optional<BoundedPaths::Compared> BoundedPaths::compared(const Expr *E,
                                                             bool Holds) {
  E = conditionOf(E, Holds);
  if (const VarDecl *V = variableIn(E); V && Here)
    if (const Expr *Result = Here->Results.lookup(V))
      E = conditionOf(Result, Holds);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isComparisonOp() || !B->getLHS()->getType()->isIntegerType() ||
      B->getOpcode() == BO_Cmp)
    return std::nullopt;
  auto Left = settled(B->getLHS()), Right = settled(B->getRHS());
  if (!Left || !Right)
    return std::nullopt;
  const BinaryOperatorKind Op =
      Holds ? B->getOpcode()
            : BinaryOperator::negateComparisonOp(B->getOpcode());
  const bool Turned = Op == BO_GT || Op == BO_GE || Op == BO_NE;
  return Compared{Turned ? B->getRHS() : B->getLHS(),
                  Turned ? B->getLHS() : B->getRHS(),
                  Op,
                  Turned ? *Right : *Left,
                  Turned ? *Left : *Right,
                  Op == BO_LT || Op == BO_GT || Op == BO_NE};
}

std::optional<bool> BoundedPaths::known(const Expr *Cond) {
  if (auto Value = constantOf(Cond, Ctx))
    return !Value->isZero();
  for (bool Holds : {true, false}) {
    const auto C = compared(Cond, Holds);
    if (!C || !C->Lesser.Needs.empty() || !C->Larger.Needs.empty())
      return std::nullopt;
    const auto Apart = difference(C->Larger.Least, C->Lesser.Greatest, 0);
    const auto Other = difference(C->Lesser.Least, C->Larger.Greatest, 0);
    const auto By = Apart ? Apart->constant() : std::nullopt;
    if (C->Op == BO_EQ ? By == 0 && Other && Other->constant() == 0
        : C->Op == BO_NE
            ? (By && *By > 0) || (Other && Other->constant() > Wide(0))
            : Apart && Table.surely(
                           *difference(*Apart, Polynomial(), C->Distance), 1))
      return Holds;
  }
  return std::nullopt;
}

bool BoundedPaths::neverHolds(const Expr *Cond, const IfStmt &If) {
  bool Whole = true;
  if (const auto *B = dyn_cast<BinaryOperator>(conditionOf(Cond, Whole));
      B && Whole && B->getOpcode() == BO_LAnd)
    return neverHolds(B->getLHS(), If) || neverHolds(B->getRHS(), If);
  const auto C = compared(Cond, false);
  if (!C || C->Op == BO_EQ)
    return false;
  const Stmt *First = firstOf(If.getThen());
  const auto *Assigned = dyn_cast<BinaryOperator>(First);
  const bool Constant = Assigned && Assigned == If.getThen() &&
                        Assigned->getOpcode() == BO_Assign &&
                        constantOf(Assigned->getRHS(), Ctx);
  const bool BackIntoRange = C->Op == BO_GE && Assigned &&
                             Assigned->getOpcode() == BO_AddAssign &&
                             C->Lesser.Greatest.constant() == Wide(0) &&
                             variableIn(Assigned->getLHS()) &&
                             variableIn(Assigned->getLHS()) ==
                                 variableIn(C->Right->IgnoreParenImpCasts());
  if (!BackIntoRange && !(isRare(Cond) && (Constant || Fails(If.getThen()))))
    return false;
  const auto Apart =
      difference(C->Larger.Least, C->Lesser.Greatest, C->Distance);
  if (!Apart || Table.surely(*Apart, -1))
    return false;
  for (const Bounds *Side : {&C->Lesser, &C->Larger})
    for (const Polynomial &Need : Side->Needs)
      if (Table.surely(Need, -1))
        return false;
  for (const Bounds *Side : {&C->Lesser, &C->Larger})
    for (const Polynomial &Need : Side->Needs)
      Table.claim(Need);
  Table.claim(*Apart);
  return true;
}

/// What holds of variables where Cond does, or does not.
void BoundedPaths::refine(const Expr *Cond, bool Holds) {
  if (!Here)
    return;
  bool Whole = Holds;
  const auto *B = dyn_cast<BinaryOperator>(conditionOf(Cond, Whole));
  if (B && B->getOpcode() == (Whole ? BO_LAnd : BO_LOr)) {
    refine(B->getLHS(), Whole);
    return refine(B->getRHS(), Whole);
  }
  const auto C = compared(Cond, Holds);
  if (!C || C->Op == BO_EQ || C->Op == BO_NE)
    return;
  auto Narrow = [&](const Expr *E, bool FromAbove, const Bounds &Own,
                    const Bounds &By) {
    const VarDecl *V = variableIn(E->IgnoreParenImpCasts());
    const auto Known = V ? Here->Of.find(V) : Here->Of.end();
    // It is compared as it is.
    if (Known == Here->Of.end() || !Known->second.Exact ||
        Own.Needs != Known->second.Needs)
      return;
    Polynomial &End = FromAbove ? Known->second.Greatest : Known->second.Least;
    const auto New =
        Polynomial::sum(FromAbove ? By.Greatest : By.Least,
                        FromAbove ? -C->Distance : C->Distance, Polynomial(1));
    const auto Gain = New ? Polynomial::sum(End, -1, *New) : std::nullopt;
    const auto Constant = Gain ? Gain->constant() : std::nullopt;
    if (!Gain || (Constant && (FromAbove ? *Constant <= 0 : *Constant >= 0)))
      return;
    End = *New;
    Known->second.Needs.append(By.Needs);
  };
  Narrow(C->Left, true, C->Lesser, C->Larger);
  Narrow(C->Right, false, C->Larger, C->Lesser);
}

} // namespace twofold
