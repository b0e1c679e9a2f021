// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/Bounds.h"

using namespace clang;

namespace twofold {

static constexpr FixedProduct Alone = {-1, -1};
/// Of a value that is multiplied by another one, and of factors.
static constexpr Wide MostMultiplied = Wide(1) << 40, MostOfOne = Wide(1) << 40,
                      MostOfTwo = Wide(1) << 20, MostAlone = Wide(1) << 64;
static constexpr size_t MostTerms = 16;

Polynomial::Polynomial(Wide Constant) {
  if (Constant)
    Terms[Alone] = Constant;
}

Polynomial Polynomial::fixed(int Number) {
  Polynomial P;
  P.Terms[{-1, Number}] = 1;
  return P;
}

std::optional<Wide> Polynomial::constant() const {
  if (Terms.empty())
    return 0;
  if (Terms.size() == 1 && Terms.begin()->first == Alone)
    return Terms.begin()->second;
  return std::nullopt;
}

bool Polynomial::fits() const {
  return Terms.size() <= MostTerms && llvm::all_of(Terms, [](const auto &Term) {
           const auto &[Product, Factor] = Term;
           const Wide Most = Product == Alone      ? MostAlone
                             : Product.first == -1 ? MostOfOne
                                                   : MostOfTwo;
           return Factor < Most && -Factor < Most;
         });
}

std::optional<Polynomial> Polynomial::sum(const Polynomial &A, Wide Factor,
                                          const Polynomial &B) {
  Polynomial Out = A;
  for (const auto &[Product, Count] : B.Terms)
    if (!(Out.Terms[Product] += Factor * Count))
      Out.Terms.erase(Product);
  return Out.fits() ? std::optional(Out) : std::nullopt;
}

std::optional<Polynomial> Polynomial::product(const Polynomial &A,
                                              const Polynomial &B) {
  Polynomial Out;
  for (const auto &[P, Left] : A.Terms)
    for (const auto &[Q, Right] : B.Terms) {
      if (P.first != -1 || Q.first != -1) {
        if (P != Alone && Q != Alone)
          return std::nullopt;
      }
      if (Left >= MostAlone || Right >= MostAlone || Left <= -MostAlone ||
          Right <= -MostAlone || (Left / MostOfOne && Right / MostOfOne))
        return std::nullopt;
      FixedProduct Both = P == Alone ? Q
                          : Q == Alone
                              ? P
                              : FixedProduct(std::min(P.second, Q.second),
                                             std::max(P.second, Q.second));
      if (!(Out.Terms[Both] += Left * Right))
        Out.Terms.erase(Both);
    }
  return Out.fits() ? std::optional(Out) : std::nullopt;
}

std::optional<Bounds> sum(const Bounds &A, int Sign, const Bounds &B) {
  const auto Least =
      Polynomial::sum(A.Least, Sign, Sign > 0 ? B.Least : B.Greatest);
  const auto Greatest =
      Polynomial::sum(A.Greatest, Sign, Sign > 0 ? B.Greatest : B.Least);
  if (!Least || !Greatest)
    return std::nullopt;
  Bounds Out = {*Least, *Greatest, A.Needs};
  Out.Needs.append(B.Needs);
  return Out;
}

std::optional<Bounds> product(const Bounds &A, const Bounds &B) {
  if (!B.isOne())
    return A.isOne() ? product(B, A) : std::nullopt;
  auto Least = Polynomial::product(A.Least, B.Least);
  auto Greatest = Polynomial::product(A.Greatest, B.Least);
  if (!Least || !Greatest)
    return std::nullopt;
  const auto Factor = B.Least.constant();
  if (Factor && *Factor < 0)
    std::swap(*Least, *Greatest);
  Bounds Out = {*Least, *Greatest, A.Needs};
  Out.Needs.append(B.Needs);
  if (!Factor && !A.isOne())
    Out.Needs.push_back(B.Least);
  return Out;
}

std::optional<Polynomial> difference(const Polynomial &A, const Polynomial &B,
                                     int Distance) {
  auto Out = Polynomial::sum(A, -1, B);
  return Out ? Polynomial::sum(*Out, -Distance, Polynomial(1)) : std::nullopt;
}

Polynomial BoundsTable::fixed(const Expr *Value) {
  llvm::FoldingSetNodeID ID;
  Value->IgnoreParens()->Profile(ID, Ctx, /*Canonical=*/true);
  const auto *Known = llvm::find(Profiles, ID);
  const int Number = int(Known - Profiles.begin());
  if (Known == Profiles.end()) {
    Profiles.push_back(ID);
    Fixed.push_back(Value);
  }
  return Polynomial::fixed(Number);
}

Wide BoundsTable::least(QualType Integer, const ASTContext &Ctx) {
  return Integer->isUnsignedIntegerOrEnumerationType()
             ? 0
             : -(Wide(1) << (Ctx.getIntWidth(Integer) - 1));
}

Wide BoundsTable::greatest(QualType Integer, const ASTContext &Ctx) {
  return (Wide(1) << (Ctx.getIntWidth(Integer) -
                      !Integer->isUnsignedIntegerOrEnumerationType())) -
         1;
}

bool BoundsTable::surely(const Polynomial &P, int Sign) const {
  Wide Worst = 0;
  for (const auto &[Product, Factor] : P.terms()) {
    if (Product == Alone) {
      Worst += Factor;
      continue;
    }
    if (Product.first != -1)
      return false;
    const QualType Type = Fixed[Product.second]->getType();
    Worst += Factor * ((Factor > 0) == (Sign > 0) ? least(Type, Ctx)
                                                  : greatest(Type, Ctx));
  }
  return Sign > 0 ? Worst >= 0 : Worst < 0;
}

void BoundsTable::claim(const Polynomial &P) {
  if (surely(P, 1) || llvm::is_contained(Claims, P))
    return;
  // What is multiplied must not overflow.
  for (const auto &[Product, Factor] : P.terms())
    if (Product.first != -1)
      for (int Number : {Product.first, Product.second})
        for (Wide Sign : {1, -1})
          claim(*Polynomial::sum(Polynomial(MostMultiplied), Sign,
                                 Polynomial::fixed(Number)));
  Claims.push_back(P);
}

void BoundsTable::eachFixed(
    llvm::function_ref<void(const Expr *)> Claimed) const {
  for (const Polynomial &P : Claims)
    for (const auto &[Product, Factor] : P.terms())
      for (int Number : {Product.first, Product.second})
        if (Number != -1)
          Claimed(Fixed[Number]);
}

Expr *
BoundsTable::condition(SourceLocation Loc,
                       llvm::function_ref<Expr *(const Expr *)> Copy) const {
  AstFactory Make(Ctx, Loc);
  const QualType Type = Ctx.Int128Ty;
  auto Value = [&](int Number) {
    return Make.convert(Copy(Fixed[Number]), Type);
  };
  Expr *All = nullptr;
  for (const Polynomial &P : Claims) {
    Expr *Sides[2] = {nullptr, nullptr};
    for (const auto &[Product, Factor] : P.terms()) {
      const Wide Size = Factor < 0 ? -Factor : Factor;
      Expr *Term = nullptr;
      for (int Number : {Product.first, Product.second})
        if (Number != -1)
          Term = Make.joined(BO_Mul, Term, Value(Number));
      if (!Term || Size != 1)
        Term = Make.joined(BO_Mul, Term, Make.integer(uint64_t(Size), Type));
      Expr *&Side = Sides[Factor < 0];
      Side = Make.joined(BO_Add, Side, Term);
    }
    for (Expr *&Side : Sides)
      if (!Side)
        Side = Make.integer(0, Type);
    All = Make.joined(BO_LAnd, All, Make.compare(BO_GE, Sides[0], Sides[1]));
  }
  return All;
}

} // namespace twofold
