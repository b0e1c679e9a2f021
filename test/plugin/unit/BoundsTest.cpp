// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "annotation/Bounds.h"

#include "gtest/gtest.h"

using namespace twofold;

namespace {

Polynomial number(Wide Constant) { return Polynomial(Constant); }
Polynomial plus(const Polynomial &A, Wide Factor, const Polynomial &B) {
  return Polynomial::sum(A, Factor, B).value();
}
/// Factor * a fixed value.
Polynomial fixed(int Number, Wide Factor = 1) {
  return plus({}, Factor, Polynomial::fixed(Number));
}
Bounds one(const Polynomial &P) { return {P, P, {}}; }
Bounds between(const Polynomial &Least, const Polynomial &Greatest) {
  return {Least, Greatest, {}};
}

TEST(Bounds, OfSums) {
  const Bounds A = between(number(2), fixed(0)),
               B = between(fixed(1), number(9));
  const Bounds Up = sum(A, 1, B).value(), Down = sum(A, -1, B).value();
  EXPECT_EQ(Up.Least, plus(number(2), 1, fixed(1)));
  EXPECT_EQ(Up.Greatest, plus(number(9), 1, fixed(0)));
  EXPECT_FALSE(Up.Exact);
  EXPECT_EQ(Down.Least, number(-7));
  EXPECT_EQ(Down.Greatest, plus(fixed(0), -1, fixed(1)));
}

TEST(Bounds, OfProductsWithOneNumber) {
  const Bounds A = between(number(-3), fixed(0));
  for (const auto &Up :
       {product(A, one(number(2))), product(one(number(2)), A)}) {
    EXPECT_EQ(Up->Least, number(-6));
    EXPECT_EQ(Up->Greatest, fixed(0, 2));
    EXPECT_TRUE(Up->Needs.empty());
  }
  const Bounds Down = product(A, one(number(-2))).value();
  EXPECT_EQ(Down.Least, fixed(0, -2));
  EXPECT_EQ(Down.Greatest, number(6));
  EXPECT_FALSE(Down.Exact);
  const Bounds None = product(A, one(number(0))).value();
  EXPECT_EQ(None.Least, number(0));
  EXPECT_EQ(None.Greatest, number(0));
  EXPECT_FALSE(product(A, A));
}

TEST(Bounds, ProductsWithAFixedValueNeedItsSign) {
  const Bounds Out =
      product(between(number(1), number(5)), one(fixed(3))).value();
  EXPECT_EQ(Out.Least, fixed(3));
  EXPECT_EQ(Out.Greatest, fixed(3, 5));
  ASSERT_EQ(Out.Needs.size(), 1u);
  EXPECT_EQ(Out.Needs[0], fixed(3));
  // Of one number the sign changes nothing.
  EXPECT_TRUE(product(one(fixed(2)), one(fixed(3)))->Needs.empty());
}

TEST(Bounds, NeedsAreKept) {
  Bounds A = between(number(1), number(5)), B = one(number(2));
  A.Needs = {fixed(4)};
  B.Needs = {fixed(5)};
  for (const auto &Out : {sum(A, 1, B), product(A, B), product(B, A)}) {
    ASSERT_EQ(Out->Needs.size(), 2u);
    EXPECT_NE(Out->Needs[0], Out->Needs[1]);
    for (const Polynomial &Need : Out->Needs)
      EXPECT_TRUE(Need == fixed(4) || Need == fixed(5));
  }
}

TEST(Bounds, TermsThatCancelAreGone) {
  const Polynomial P = plus(fixed(0), 1, number(3));
  EXPECT_EQ(plus(P, -1, fixed(0)), number(3));
  EXPECT_EQ(plus(P, -1, fixed(0)).constant(), Wide(3));
  EXPECT_EQ(plus(P, -1, P).constant(), Wide(0));
  EXPECT_EQ(fixed(0).constant(), std::nullopt);
  EXPECT_EQ(P.constant(), std::nullopt);
  EXPECT_EQ(difference(P, fixed(0), 1), number(2));
  // (a + 1) * (a - 1) has no a.
  const Polynomial Square = Polynomial::product(plus(fixed(0), 1, number(1)),
                                                plus(fixed(0), 1, number(-1)))
                                .value();
  EXPECT_EQ(Square, plus(Polynomial::product(fixed(0), fixed(0)).value(), -1,
                         number(1)));
}

TEST(Bounds, FactorsHaveNoOrder) {
  EXPECT_EQ(Polynomial::product(fixed(0), fixed(1)),
            Polynomial::product(fixed(1), fixed(0)));
}

TEST(Bounds, NothingIsKnownOfWhatCouldOverflow) {
  const Wide Alone = Wide(1) << 64, OfOne = Wide(1) << 40,
             OfTwo = Wide(1) << 20;
  EXPECT_TRUE(Polynomial::sum({}, 1, number(Alone - 1)));
  EXPECT_TRUE(Polynomial::sum({}, 1, number(1 - Alone)));
  EXPECT_FALSE(Polynomial::sum({}, 1, number(Alone)));
  EXPECT_FALSE(Polynomial::sum({}, -1, number(Alone)));
  EXPECT_TRUE(Polynomial::sum({}, OfOne - 1, fixed(0)));
  EXPECT_FALSE(Polynomial::sum({}, OfOne, fixed(0)));
  EXPECT_FALSE(Polynomial::sum({}, -OfOne, fixed(0)));
  EXPECT_TRUE(Polynomial::product(fixed(0, OfTwo - 1), fixed(1)));
  EXPECT_FALSE(Polynomial::product(fixed(0, OfTwo), fixed(1)));
  EXPECT_FALSE(Polynomial::product(fixed(0, -OfTwo), fixed(1)));
  EXPECT_EQ(Polynomial::product(number(3), number(OfOne)), number(3 * OfOne));
  EXPECT_EQ(Polynomial::product(number(OfOne), number(3)), number(3 * OfOne));
  EXPECT_FALSE(Polynomial::product(number(OfOne), number(OfOne)));
  // Of three values.
  const Polynomial Two = Polynomial::product(fixed(0), fixed(1)).value();
  EXPECT_FALSE(Polynomial::product(Two, fixed(2)));
  EXPECT_FALSE(Polynomial::product(fixed(2), Two));
  Polynomial Long;
  for (int Value = 0; Value < 16; ++Value)
    Long = plus(Long, 1, fixed(Value));
  EXPECT_FALSE(Polynomial::sum(Long, 1, fixed(16)));
}

} // namespace
