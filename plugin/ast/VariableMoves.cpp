// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/VariableMoves.h"
#include "ast/Nodes.h"

using namespace clang;

namespace twofold {

std::optional<Move> matchMove(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return std::nullopt;
  E = E->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->isIncrementDecrementOp() && variableIn(U->getSubExpr())
               ? std::optional(Move{variableIn(U->getSubExpr()), nullptr,
                                    U->isDecrementOp()})
               : std::nullopt;
  const auto *B = dyn_cast<BinaryOperator>(E);
  const VarDecl *V = B ? variableIn(B->getLHS()) : nullptr;
  if (!V)
    return std::nullopt;
  if (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign)
    return Move{V, B->getRHS(), B->getOpcode() == BO_SubAssign};
  const auto *Sum =
      dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
  if (B->getOpcode() != BO_Assign || !Sum || !Sum->isAdditiveOp())
    return std::nullopt;
  const bool Back = Sum->getOpcode() == BO_Sub;
  if (variableIn(Sum->getLHS()->IgnoreParenImpCasts()) == V)
    return Move{V, Sum->getRHS(), Back};
  if (!Back && variableIn(Sum->getRHS()->IgnoreParenImpCasts()) == V)
    return Move{V, Sum->getLHS(), false};
  return std::nullopt;
}

void splitCommas(Expr *E, SmallVectorImpl<Expr *> &To) {
  auto *B = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!B || B->getOpcode() != BO_Comma)
    return To.push_back(E);
  splitCommas(B->getLHS(), To);
  splitCommas(B->getRHS(), To);
}

} // namespace twofold
