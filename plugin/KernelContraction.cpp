// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelContraction.cpp - sums of products that the host fuses -------===//

#include "KernelFunction.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {
namespace {

/// The product that clang's code generator would see as the operand: nothing
/// between it and the sum but parentheses and at most one minus.
const BinaryOperator *productIn(const Expr *E, bool &Negated,
                                const ASTContext &Ctx) {
  auto Peel = [](const Expr *E) {
    while (true) {
      E = E->IgnoreParens();
      const auto *Cast = dyn_cast<CastExpr>(E);
      if (!Cast || Cast->getCastKind() != CK_NoOp)
        return E;
      E = Cast->getSubExpr();
    }
  };
  Negated = false;
  E = Peel(E);
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Minus) {
    Negated = true;
    E = Peel(U->getSubExpr());
  }
  const auto *Product = dyn_cast<BinaryOperator>(E);
  // A product of constants is folded before anything could be fused.
  return Product && Product->getOpcode() == BO_Mul &&
                 !Product->isEvaluatable(Ctx)
             ? Product
             : nullptr;
}

} // namespace

bool KernelFunction::contracts(const BinaryOperator &E) const {
  return Unit.Options.HostFma &&
         E.getFPFeaturesInEffect(Ctx.getLangOpts()).getFPContractMode() ==
             LangOptions::FPM_On;
}

/// Whether `a op= b` is fused.
bool KernelFunction::fuses(const CompoundAssignOperator &E) const {
  bool Negated;
  return E.getComputationResultType()->hasFloatingRepresentation() &&
         !E.getComputationResultType()->isAnyComplexType() && contracts(E) &&
         productIn(E.getRHS(), Negated, Ctx);
}

/// Mirrors clang's code generation for -ffp-contract=on: a sum whose left, or
/// else right, operand is a product becomes one operation.
std::optional<Text> KernelFunction::fused(const BinaryOperator &E,
                                          bool Subtract, const Text *Left) {
  if (!contracts(E) || (!Left && (!E.getType()->hasFloatingRepresentation() ||
                                  E.getType()->isAnyComplexType())))
    return std::nullopt;
  bool Negated = false;
  const BinaryOperator *Product =
      Left ? nullptr : productIn(E.getLHS(), Negated, Ctx);
  std::string Addend;
  if (Product) {
    Text Right = expression(E.getRHS());
    Addend = Subtract ? (Right.Binds < Strength::Unary || Right.Code[0] == '-'
                             ? "-(" + Right.Code + ")"
                             : "-" + Right.Code)
                      : Right.Code;
  } else {
    Product = productIn(E.getRHS(), Negated, Ctx);
    if (!Product)
      return std::nullopt;
    Negated ^= Subtract;
    Addend = Left ? Left->Code : expression(E.getLHS(), Strength::Assign);
  }
  std::string Factor = expression(Product->getLHS(),
                                  Negated ? Strength::Unary : Strength::Assign);
  if (Negated)
    Factor = Factor.front() == '-' ? "-(" + Factor + ")" : "-" + Factor;
  return Text{"fma(" + Factor + ", " +
              expression(Product->getRHS(), Strength::Assign) + ", " + Addend +
              ")"};
}

} // namespace twofold
