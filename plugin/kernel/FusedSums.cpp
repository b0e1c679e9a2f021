// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "dialect/LibraryFunctions.h"
#include "kernel/ExpressionPrinter.h"

using namespace clang;

namespace twofold {
namespace {

/// The number itself, or the part of a complex one.
enum class Part { Whole, Re, Im };

/// What clang's code generator multiplies last to get a number, but for one
/// change of sign. It looks at its own output, so whatever emits nothing is
/// looked through.
struct Product {
  const Expr *Left, *Right;
  Part OfLeft, OfRight;
  bool Negated = false;
  /// Evaluated first, for their effects.
  llvm::SmallVector<const Expr *, 1> Before;
};

class ProductFinder {
  const ASTContext &Ctx;
  llvm::SmallVector<const Expr *, 1> Before;

public:
  explicit ProductFinder(const ASTContext &Ctx) : Ctx(Ctx) {}
  std::optional<Product> find(const Expr *E, Part P);

private:
  std::optional<Product> multiplication(const BinaryOperator &B, Part P);
  std::optional<Product> negated(const Expr *E, Part P) {
    auto Found = find(E, P);
    if (!Found || Found->Negated)
      return std::nullopt;
    Found->Negated = true;
    return Found;
  }
  void effects(const Expr *E) {
    if (E->HasSideEffects(Ctx))
      Before.push_back(E);
  }
};

std::optional<Product> ProductFinder::multiplication(const BinaryOperator &B,
                                                     Part P) {
  // A product of constants is folded before anything could be fused.
  if (B.isEvaluatable(Ctx))
    return std::nullopt;
  const Expr *Left = B.getLHS(), *Right = B.getRHS();
  bool LeftReal = !Left->getType()->isAnyComplexType();
  bool RightReal = !Right->getType()->isAnyComplexType();
  if (!LeftReal && !RightReal)
    return std::nullopt; // ends in a sum
  return Product{Left,
                 Right,
                 LeftReal ? Part::Whole : P,
                 RightReal ? Part::Whole : P,
                 false,
                 std::move(Before)};
}

std::optional<Product> ProductFinder::find(const Expr *E, Part P) {
  E = seeThrough(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_NoOp: // an implicit one: see CallLowering::rounded
      return isa<ImplicitCastExpr>(Cast) ? std::nullopt : find(Sub, P);
    case CK_FloatingComplexToReal:
      return find(Sub, Part::Re);
    case CK_FloatingRealToComplex:
      return P == Part::Re ? find(Sub, Part::Whole) : std::nullopt;
    default:
      return std::nullopt;
    }
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    const Expr *Sub = U->getSubExpr();
    bool Complex = Sub->getType()->isAnyComplexType();
    switch (U->getOpcode()) {
    case UO_Plus:
      return find(Sub, P);
    case UO_Minus:
      return negated(Sub, P);
    case UO_Not:
      return P == Part::Im ? negated(Sub, P) : find(Sub, P);
    case UO_Real:
      return find(Sub, Complex ? Part::Re : Part::Whole);
    case UO_Imag:
      return Complex ? find(Sub, Part::Im) : std::nullopt;
    default:
      return std::nullopt;
    }
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    const Expr *Left = B->getLHS(), *Right = B->getRHS();
    switch (B->getOpcode()) {
    case BO_Mul:
      return multiplication(*B, P);
    case BO_Comma:
      effects(Left);
      return find(Right, P);
    case BO_Add:
    case BO_Sub: {
      // A real operand leaves the imaginary part alone.
      bool LeftReal = !Left->getType()->isAnyComplexType();
      if (P != Part::Im || LeftReal == !Right->getType()->isAnyComplexType())
        return std::nullopt;
      effects(LeftReal ? Left : Right);
      return !LeftReal                  ? find(Left, P)
             : B->getOpcode() == BO_Sub ? negated(Right, P)
                                        : find(Right, P);
    }
    default:
      return std::nullopt;
    }
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call || !Call->getBuiltinCallee())
    return std::nullopt;
  const MathRule *Rule = findMathRule(*Call->getDirectCallee());
  if (!Rule || Rule->Form != MathForm::Complex)
    return std::nullopt;
  if (Rule->Kernel == "re" || Rule->Kernel == "im")
    return find(Call->getArg(0), Rule->Kernel == "re" ? Part::Re : Part::Im);
  if (Rule->Kernel == "conj")
    return P == Part::Im ? negated(Call->getArg(0), P)
                         : find(Call->getArg(0), P);
  if (Rule->Kernel == "make") {
    effects(Call->getArg(P == Part::Re));
    return find(Call->getArg(P != Part::Re), Part::Whole);
  }
  return std::nullopt;
}

std::optional<Product> productIn(const Expr *E, const ASTContext &Ctx) {
  return ProductFinder(Ctx).find(E, Part::Whole);
}

} // namespace

bool FusedSums::contracts(const BinaryOperator &E) const {
  return Unit.Options.HostFma &&
         E.getFPFeaturesInEffect(Ctx.getLangOpts()).getFPContractMode() ==
             LangOptions::FPM_On;
}

bool FusedSums::isProduct(const Expr *E) const {
  return productIn(E, Ctx).has_value();
}

bool FusedSums::fuses(const CompoundAssignOperator &E) const {
  return E.getComputationResultType()->hasFloatingRepresentation() &&
         !E.getComputationResultType()->isAnyComplexType() && contracts(E) &&
         isProduct(E.getRHS());
}

/// Mirrors clang's code generation for -ffp-contract=on: a sum whose left, or
/// else right, operand is a product becomes one operation.
std::optional<Text> FusedSums::fused(const BinaryOperator &E, bool Subtract,
                                     const Text *Left) {
  if (!contracts(E) || (!Left && (!E.getType()->hasFloatingRepresentation() ||
                                  E.getType()->isAnyComplexType())))
    return std::nullopt;
  auto Found = Left ? std::nullopt : productIn(E.getLHS(), Ctx);
  std::string Addend;
  if (Found) {
    Text Right = expression(E.getRHS());
    Addend = Subtract ? (Right.Binds < Strength::Unary || Right.Code[0] == '-'
                             ? "-(" + Right.Code + ")"
                             : "-" + Right.Code)
                      : Right.Code;
  } else {
    Found = productIn(E.getRHS(), Ctx);
    if (!Found)
      return std::nullopt;
    Found->Negated ^= Subtract;
    Addend = Left ? Left->Code : expression(E.getLHS(), Strength::Assign);
  }
  auto Operand = [&](const Expr *E, Part P) {
    return P == Part::Whole
               ? expression(E)
               : part(expression(E), false, P == Part::Re ? "re" : "im");
  };
  auto Argument = [](const Text &T) { return T.atLeast(Strength::Assign); };
  Text First = Operand(Found->Left, Found->OfLeft);
  std::string Factor = Argument(First);
  if (Found->Negated)
    Factor = First.Binds < Strength::Unary || Factor.front() == '-'
                 ? "-(" + First.Code + ")"
                 : "-" + First.Code;
  std::string Code = "fma(" + Factor + ", " +
                     Argument(Operand(Found->Right, Found->OfRight)) + ", " +
                     Addend + ")";
  std::string Before;
  for (const Expr *Effect : Found->Before)
    Before += expression(Effect, Strength::Assign) + ", ";
  return Text{Code}.after(Before);
}

} // namespace twofold
