// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "native/RowLengths.h"

using namespace clang;

namespace twofold {

/// Of variables that the loop has captured; null: it has not captured all.
Expr *RowLengths::product(const SettledLength &Settled,
                          const BodyRewriter &Variables) {
  Expr *Out = nullptr;
  for (const VarDecl *Factor : Settled.Factors) {
    const Capture *C = Loop.capture(Factor);
    VarDecl *V =
        C && C->Kind == Sharing::Value ? Variables.variable(Factor) : nullptr;
    if (!V)
      return nullptr;
    // As clang makes a size of it.
    QualType T = V->getType().getUnqualifiedType();
    if (T->isSignedIntegerType())
      T = Ctx.getCorrespondingUnsignedType(T);
    Expr *Number = Make.convert(Make.convert(Make.value(V), T), Make.I64);
    Out = Out ? Make.binary(BO_Mul, Out, Number, Make.I64) : Number;
  }
  return Settled.Whole == 1
             ? Out
             : Make.binary(BO_Mul, Out, Make.integer(Settled.Whole, Make.I64),
                           Make.I64);
}

/// The entry of args that points to the length, which the caller fills.
unsigned RowLengths::arg(QualType Array) {
  QualType Element = BodyRewriter::flatElement(Ctx, Array);
  // A kernel counts in other elements where rows of constant length are inside.
  auto Known = llvm::find_if(Layout.Lengths, [&](const ArrayLength &Other) {
    return Other.Array.getTypePtr() == Array.getTypePtr() &&
           Ctx.hasSameUnqualifiedType(Other.Element, Element);
  });
  if (Known != Layout.Lengths.end())
    return Known->Arg;
  Layout.Lengths.push_back({Array, Element, Layout.ArgCount++});
  return Layout.Lengths.back().Arg;
}

Expr *RowLengths::of(QualType Array, const BodyRewriter &Variables) {
  if (!Uses)
    Uses = collectUses(Loop.Function->getBody());
  const SettledLength Settled =
      settledLength(Array, *Loop.Function, *Uses, Ctx);
  if (!Settled.Factors.empty()) {
    if (Expr *Product = product(Settled, Variables))
      return Make.paren(Product);
    for (const auto &[Known, Local] : Locals)
      if (Known == Settled)
        return Make.value(Local);
  }
  const unsigned Arg = arg(Array);
  VarDecl *Local =
      Make.variable(Run, "length" + std::to_string(Arg), Make.I64,
                    Make.load(Args.lvalue(Arg, Make.I64)), Prologue);
  if (!Settled.Factors.empty())
    Locals.push_back({Settled, Local});
  return Make.value(Local);
}

} // namespace twofold
