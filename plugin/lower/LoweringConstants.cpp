// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringConstants.cpp - what is known once bodies are inlined ------===//
//
// A rank, an extent or an index of a view is a parameter in the functions that
// compute with it, and a literal after they were inlined.
//
//===----------------------------------------------------------------------===//

#include "ast/VariableUses.h"
#include "lower/Lowering.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

/// The literal that Code, an integer, always is; null: it is none, or one that
/// does more than to be computed.
Expr *Lowering::literal(Expr *Code) {
  QualType T = Code->getType();
  if (!Code->isPRValue() || !T->isIntegralOrEnumerationType() ||
      Code->isValueDependent() || Ctx.getIntWidth(T) > 64)
    return nullptr;
  Expr::EvalResult R;
  if (!Code->EvaluateAsInt(R, Ctx) || mayWrite(Code))
    return nullptr;
  QualType Plain = T->isBooleanType() || T->isEnumeralType()
                       ? Ctx.getIntTypeForBitwidth(64, true)
                       : T.getUnqualifiedType();
  return Make.convert(
      Make.integer(R.Val.getInt().extOrTrunc(64).getZExtValue(), Plain), T);
}

Place Lowering::folded(Place P) {
  if (P.is(Kind::Value) && !isa<IntegerLiteral>(P.Code->IgnoreCasts()))
    if (Expr *Known = literal(P.Code))
      P.Code = Known;
  return P;
}

/// What a condition is, after lowering.
std::optional<bool> Lowering::settled(Expr *Condition) {
  Expr *Known = Failed ? nullptr : literal(Make.convert(Condition, Ctx.BoolTy));
  bool Result;
  if (!Known || !Known->EvaluateAsBooleanCondition(Result, Ctx))
    return std::nullopt;
  return Result;
}

/// V, a variable of an inlined function, is only ever the literal that it
/// starts as.
bool Lowering::staysLiteral(const VarDecl &V, const Expr *Code) {
  if (Frames.size() == 1 || !V.getType()->isIntegralOrEnumerationType() ||
      V.getType().isVolatileQualified() ||
      !isa<IntegerLiteral>(Code->IgnoreCasts()))
    return false;
  BodyUses In = collectUses(Frames.back().Function->getBody(), Ctx);
  const VariableUses &Own = In.Variables[const_cast<VarDecl *>(&V)];
  return Own.Writes.empty() && !Own.Escapes;
}

} // namespace twofold
