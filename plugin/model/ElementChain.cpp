// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementChain.cpp ---------------------------------------------------===//

#include "model/ElementChain.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "model/ReductionForms.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {
namespace {

struct Term {
  Expr *Value;
  BinaryOperatorKind Kind;
  bool Negative;
};

/// The terms beside the target, which is one itself.
bool collect(Expr *E, const Expr *Target, ReductionOp Op,
             SmallVectorImpl<Term> &Terms, const ASTContext &Ctx) {
  if (sameExpression(E, Target, Ctx))
    return true;
  auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || reductionOf(B->getOpcode()) != Op)
    return false;
  // Rounding to fewer bits on the way is no part of the sum.
  QualType T = E->getType(), Inner = B->getType();
  if (!B->isLogicalOp() && T->isIntegerType() != Inner->isIntegerType())
    return false;
  bool Minus = B->getOpcode() == BO_Sub;
  bool Left = mentions(B->getLHS(), Target, Ctx);
  if (!Left && Minus)
    return false;
  Expr *Other = Left ? B->getRHS() : B->getLHS();
  if (mentions(Other, Target, Ctx) ||
      !collect(Left ? B->getLHS() : B->getRHS(), Target, Op, Terms, Ctx))
    return false;
  Terms.push_back({Other, B->getOpcode(), Minus});
  return true;
}

} // namespace

bool mentions(const Expr *E, const Expr *Target, const ASTContext &Ctx) {
  if (sameExpression(E, Target, Ctx))
    return true;
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && mentions(Part, Target, Ctx);
  });
}

std::optional<ElementChain> matchChain(BinaryOperator &Value,
                                       const Expr *Target, ReductionOp Op,
                                       ASTContext &Ctx) {
  SmallVector<Term, 4> Terms;
  if (!collect(&Value, Target, Op, Terms, Ctx) || Terms.size() < 2)
    return std::nullopt;
  if (Value.isLogicalOp() && llvm::any_of(Terms, [&](const Term &T) {
        return T.Value->HasSideEffects(Ctx, /*IncludePossibleEffects=*/false);
      }))
    return std::nullopt;
  AstFactory Make(Ctx, Value.getExprLoc());
  QualType Work = Value.getType();
  // Terms alone may overflow where the whole does not.
  if ((Op == ReductionOp::Add || Op == ReductionOp::Mul) &&
      Work->isSignedIntegerType() && !Work->isBitIntType())
    Work = Ctx.getCorrespondingUnsignedType(Work);
  auto Number = [&](const Term &T) {
    Expr *E = T.Value;
    if (E->isGLValue())
      E = Make.load(E);
    if (Value.isLogicalOp() || Ctx.hasSameUnqualifiedType(E->getType(), Work))
      return E;
    return Make.convert(E, Work);
  };
  ElementChain Chain;
  // Starting at a positive term saves a negation, which zeros would show.
  auto First = llvm::find_if(Terms, [](const Term &T) { return !T.Negative; });
  Chain.Negated = First == Terms.end();
  if (Chain.Negated)
    First = Terms.begin();
  std::rotate(Terms.begin(), First, First + 1);
  Chain.Operand = Number(Terms.front());
  for (const Term &T : llvm::drop_begin(Terms)) {
    BinaryOperatorKind Kind = T.Kind;
    if (Op == ReductionOp::Add)
      Kind = T.Negative && !Chain.Negated ? BO_Sub : BO_Add;
    Chain.Operand =
        Make.paren(Value.isLogicalOp()
                       ? Make.compare(Kind, Chain.Operand, Number(T))
                       : Make.binary(Kind, Chain.Operand, Number(T), Work));
  }
  return Chain;
}

} // namespace twofold
