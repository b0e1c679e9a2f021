// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/InnerLoop.h"
#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

Expr *ValueRanges::widened(const Expr *E) {
  Expr *Code = nullptr;
  bool Clean = Emit.quietly([&] { Code = scalar(E); }) && !Facts.writesIn(Code);
  return Clean ? Make.convert(Code, Make.I64) : nullptr;
}

Expr *ValueRanges::moved(Expr *E, int64_t By) {
  return By == 0 ? E
                 : Make.paren(Make.binary(BO_Add, E, Make.integer(By, Make.I64),
                                          Make.I64));
}

void ValueRanges::noteRange(const LoopDim &Dim) {
  if (Dim.What != LoopDim::Kind::Integer || !Dim.Lower || !Dim.Bound)
    return;
  Expr *From = widened(Dim.Lower), *To = widened(Dim.Bound);
  if (!From || !To)
    return;
  if (!Dim.Inclusive)
    To = moved(To, Dim.Decreasing ? 1 : -1);
  Ranges[Dim.Induction] =
      Dim.Decreasing ? std::pair(To, From) : std::pair(From, To);
}

const ValueDecl *ValueRanges::noteRange(const ForStmt &S) {
  auto Inner = matchInnerLoop(&S, Ctx);
  if (!Inner)
    return nullptr;
  const Place *At = Frames.find(Inner->Induction);
  const ValueDecl *D = At && At->is(Kind::Device) ? namedIn(At->Code) : nullptr;
  if (!D)
    D = Inner->Induction;
  Expr *From = widened(Inner->Init), *To = widened(Inner->Bound);
  if (!From || !To || Ranges.contains(D))
    return nullptr;
  To = moved(To, -Inner->Ahead);
  if (!Inner->inclusive())
    To = moved(To, Inner->decreasing() ? 1 : -1);
  Ranges[D] = Inner->decreasing() ? std::pair(To, From) : std::pair(From, To);
  return D;
}

std::optional<std::pair<Expr *, Expr *>> ValueRanges::rangeOf(const Expr *E) {
  const QualType I64 = Make.I64;
  E = E->IgnoreParens();
  if (!E->getType()->isIntegerType() || Ctx.getIntWidth(E->getType()) > 64)
    return std::nullopt;
  if (auto Known = constantOf(E, Ctx)) {
    Expr *Same = Make.integer(Known->extOrTrunc(64).getZExtValue(), I64);
    return std::pair(Same, Same);
  }
  if (Derived.isInvariant(E)) {
    Expr *Same = Make.convert(const_cast<Expr *>(E), I64);
    return std::pair(Same, Same);
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_LValueToRValue) {
      auto It = Ranges.find(namedIn(C->getSubExpr()));
      if (It == Ranges.end())
        return std::nullopt;
      auto Limits = It->second;
      auto Least = rangeOf(Limits.first), Most = rangeOf(Limits.second);
      if (!Least || !Most)
        return std::nullopt;
      return std::pair(Least->first, Most->second);
    }
    const QualType From = C->getSubExpr()->getType();
    if ((C->getCastKind() == CK_IntegralCast || C->getCastKind() == CK_NoOp) &&
        Ctx.getIntWidth(E->getType()) >= std::min(32u, Ctx.getIntWidth(From)))
      return rangeOf(C->getSubExpr());
    return std::nullopt;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !(B->isAdditiveOp() || B->getOpcode() == BO_Mul))
    return std::nullopt;
  auto L = rangeOf(B->getLHS()), R = rangeOf(B->getRHS());
  if (!L || !R)
    return std::nullopt;
  auto Combined = [&](Expr *A, Expr *Z) {
    return Make.paren(Make.binary(B->getOpcode(), A, Z, I64));
  };
  if (B->getOpcode() == BO_Add)
    return std::pair(Combined(L->first, R->first),
                     Combined(L->second, R->second));
  if (B->getOpcode() == BO_Sub)
    return std::pair(Combined(L->first, R->second),
                     Combined(L->second, R->first));
  if (L->first == L->second && constantOf(L->first, Ctx))
    std::swap(L, R);
  auto Factor = constantOf(R->first, Ctx);
  if (!Factor || R->first != R->second || Factor->isNegative())
    return std::nullopt;
  return std::pair(Combined(L->first, R->first), Combined(L->second, R->first));
}

std::optional<std::pair<uint64_t, uint64_t>>
ValueRanges::fewValues(const Expr *E) {
  auto Constant = [&](const Expr *Part) -> std::optional<uint64_t> {
    auto Known = constantOf(Part, Ctx);
    if (!Known || Known->isNegative() || Known->getActiveBits() > 31)
      return std::nullopt;
    return Known->getZExtValue();
  };
  const Expr *Plain = E->IgnoreParenCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(Plain))
    if (auto Right = Constant(B->getRHS())) {
      if (B->getOpcode() == BO_And)
        return std::pair(uint64_t(0), *Right);
      if (B->getOpcode() == BO_Rem && *Right != 0 &&
          B->getType()->isUnsignedIntegerType())
        return std::pair(uint64_t(0), *Right - 1);
    }
  auto Range = rangeOf(E);
  if (!Range)
    return std::nullopt;
  auto First = Constant(Range->first), Last = Constant(Range->second);
  if (!First || !Last || *First > *Last)
    return std::nullopt;
  return std::pair(*First, *Last);
}

} // namespace twofold
