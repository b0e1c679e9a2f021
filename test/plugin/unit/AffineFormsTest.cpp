// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/AffineForms.h"

#include "gtest/gtest.h"
#include <random>

using namespace twofold;

namespace {

AffineForm i() { return axisForm(0); }
AffineForm j() { return axisForm(1); }
AffineForm n() { return valueForm(0); }
AffineForm m() { return valueForm(1); }
AffineForm c(int64_t Constant) { return constantForm(Constant); }

/// Unlike the functions under test, for tests that expect a result.
AffineForm plus(const AffineForm &A, const AffineForm &B) {
  return sum(A, B).value();
}
AffineForm times(const AffineForm &A, const AffineForm &B) {
  return product(A, B).value();
}

#define EXPECT_FORM(A, B) EXPECT_TRUE(sameForm((A), (B)))

TEST(AffineForms, ZeroIsEmpty) {
  EXPECT_TRUE(c(0).empty());
  EXPECT_TRUE(times(c(0), plus(i(), n())).empty());
  EXPECT_TRUE(difference(plus(i(), n()), plus(n(), i()))->empty());
  EXPECT_EQ(constantOf({}), 0);
}

TEST(AffineForms, AreMonomials) {
  const auto Is = [](const AffineForm &Form, const Monomial &M) {
    return Form.size() == 1 && Form[0].Constant == M.Constant &&
           Form[0].Values == M.Values && Form[0].Axis == M.Axis;
  };
  EXPECT_TRUE(Is(c(5), {5, {}, -1}));
  EXPECT_TRUE(Is(valueForm(3), {1, {3}, -1}));
  EXPECT_TRUE(Is(axisForm(2), {1, {}, 2}));
  // One of no value is left out, whoever gives it.
  EXPECT_FORM(*sum(c(1), {{0, {}, 0}}), c(1));
}

TEST(AffineForms, LikeTermsMergeWhateverTheirOrder) {
  AffineForm Sum = plus(plus(i(), c(3)), plus(times(n(), m()), i()));
  AffineForm Same = plus(plus(times(m(), n()), times(c(2), i())), c(3));
  EXPECT_FORM(Sum, Same);
  EXPECT_EQ(Sum.size(), 3u);
}

TEST(AffineForms, ProductsHaveOneAxisAndThreeValues) {
  EXPECT_FORM(times(plus(n(), c(1)), i()), plus(times(n(), i()), i()));
  EXPECT_FALSE(product(i(), i()));
  EXPECT_FALSE(product(i(), plus(n(), j())));
  AffineForm Cube = times(n(), times(n(), m()));
  EXPECT_EQ(Cube[0].Values.size(), 3u);
  EXPECT_TRUE(product(Cube, i()));
  EXPECT_FALSE(product(Cube, m()));
}

TEST(AffineForms, OverflowHasNoResult) {
  EXPECT_FALSE(sum(c(INT64_MAX), c(1)));
  EXPECT_FALSE(difference(c(0), c(INT64_MIN)));
  EXPECT_FALSE(scaled(times(c(INT64_MAX), i()), 2));
  EXPECT_FALSE(product(c(INT64_MIN), c(-1)));
  EXPECT_FORM(*difference(c(-1), c(INT64_MAX)), c(INT64_MIN));
}

TEST(AffineForms, Parts) {
  AffineForm Form = plus(plus(times(n(), i()), m()), c(-4));
  EXPECT_TRUE(namesAxes(Form));
  EXPECT_TRUE(namesAxes(i()));
  EXPECT_FALSE(namesAxes(m()));
  EXPECT_TRUE(namesAxis(Form, 0));
  EXPECT_FALSE(namesAxis(Form, 1));
  EXPECT_FORM(axisPart(Form), times(n(), i()));
  EXPECT_FORM(invariantPart(Form), plus(m(), c(-4)));
  EXPECT_FALSE(constantOf(Form));
  EXPECT_EQ(constantOf(c(-4)), -4);
}

TEST(AffineForms, ReplacesMultiplesOfALinearPart) {
  AffineForm Linear = plus(i(), j());
  AffineForm Form = plus(times(times(c(4), n()), Linear), m());
  EXPECT_FORM(*replaced(Form, Linear, 7),
              plus(times(times(c(4), n()), axisForm(7)), m()));
  // Several multiples at once: n * (i + j) + 8 * (i + j).
  Form = plus(times(n(), Linear), times(c(8), Linear));
  EXPECT_FORM(*replaced(Form, Linear, 7),
              plus(times(n(), axisForm(7)), times(c(8), axisForm(7))));
}

TEST(AffineForms, ReplacesMultiplesOfUnequalCoefficients) {
  AffineForm Linear = plus(i(), times(c(2), j()));
  EXPECT_FORM(*replaced(times(n(), Linear), Linear, 7),
              times(n(), axisForm(7)));
  Linear = times(c(2), Linear);
  EXPECT_FORM(*replaced(times(times(c(3), n()), Linear), Linear, 7),
              times(times(c(3), n()), axisForm(7)));
}

TEST(AffineForms, AFormTakesAValuesPlace) {
  AffineForm By = plus(m(), c(1));
  EXPECT_FORM(*withValue(plus(times(n(), i()), m()), 0, By),
              plus(times(By, i()), m()));
  EXPECT_FORM(*withValue(times(n(), n()), 0, By), times(By, By));
  EXPECT_FORM(*withValue(plus(m(), c(4)), 0, By), plus(m(), c(4)));
  EXPECT_TRUE(withValue(times(n(), m()), 0, c(0))->empty());
  // Of two axes and of four values there is none, nor of what overflows.
  EXPECT_FALSE(withValue(times(n(), i()), 0, j()));
  EXPECT_FALSE(withValue(times(n(), times(n(), n())), 0, times(m(), m())));
  EXPECT_FALSE(withValue(plus(n(), c(1)), 0, c(INT64_MAX)));
}

TEST(AffineForms, ReplacesNothingElse) {
  AffineForm Linear = plus(i(), j());
  EXPECT_FALSE(replaced(i(), Linear, 7));
  EXPECT_FALSE(replaced(plus(times(c(2), i()), j()), Linear, 7));
  EXPECT_FALSE(replaced(plus(times(n(), i()), times(m(), j())), Linear, 7));
  EXPECT_FALSE(replaced(plus(i(), c(1)), times(c(2), i()), 7));
  EXPECT_FALSE(replaced(i(), {}, 7));
}

TEST(AffineForms, LeastFormFollowsSigns) {
  auto Lower = [](int Axis) -> MaybeForm { // i in [0, 9], j in [i, n]
    return Axis == 0 ? c(0) : i();
  };
  auto Upper = [](int Axis) -> MaybeForm { return Axis == 0 ? c(9) : n(); };
  EXPECT_FORM(*leastForm(plus(times(c(2), j()), i()), Lower, Upper), c(0));
  EXPECT_FORM(*leastForm(*difference(c(1), j()), Lower, Upper),
              *difference(c(1), n()));
  EXPECT_FORM(*leastForm(*difference(j(), i()), Lower, Upper), c(0));
  EXPECT_FORM(*leastForm(*scaled(i(), -3), Lower, Upper), c(-27));
  // The sign of n * i is not known.
  EXPECT_FALSE(leastForm(times(n(), i()), Lower, Upper));
  auto Nothing = [](int) -> MaybeForm { return std::nullopt; };
  EXPECT_FALSE(leastForm(i(), Nothing, Upper));
  EXPECT_FORM(*leastForm(n(), Nothing, Nothing), n());
}

/// The number that a form is at given values and axes.
__int128 at(const AffineForm &Form, const int64_t (&Values)[2],
            const int64_t (&Axes)[2]) {
  __int128 Sum = 0;
  for (const Monomial &M : Form) {
    __int128 Term = M.Constant;
    for (unsigned V : M.Values)
      Term *= Values[V];
    Sum += M.Axis == -1 ? Term : Term * Axes[M.Axis];
  }
  return Sum;
}

TEST(AffineForms, ArithmeticIsThatOfNumbers) {
  std::mt19937 Random(22);
  auto Pick = [&](int64_t Least, int64_t Most) {
    return std::uniform_int_distribution<int64_t>(Least, Most)(Random);
  };
  auto Any = [&] {
    AffineForm Form;
    for (int64_t Terms = Pick(0, 4); Terms > 0; --Terms) {
      AffineForm Term = c(Pick(-5, 5));
      if (Pick(0, 1))
        Term = times(Term, valueForm(unsigned(Pick(0, 1))));
      if (Pick(0, 1))
        Term = times(Term, axisForm(int(Pick(0, 1))));
      Form = plus(Form, Term);
    }
    return Form;
  };
  unsigned Products = 0;
  for (int Round = 0; Round < 20000; ++Round) {
    AffineForm A = Any(), B = Any();
    int64_t Values[2] = {Pick(-9, 9), Pick(-9, 9)};
    int64_t Axes[2] = {Pick(-9, 9), Pick(-9, 9)};
    auto X = at(A, Values, Axes), Y = at(B, Values, Axes);
    ASSERT_TRUE(at(*sum(A, B), Values, Axes) == X + Y);
    ASSERT_TRUE(at(*difference(A, B), Values, Axes) == X - Y);
    if (MaybeForm P = product(A, B)) {
      ASSERT_TRUE(at(*P, Values, Axes) == X * Y);
      ++Products;
    }
    ASSERT_TRUE(sameForm(*sum(A, B), *sum(B, A)));
    ASSERT_TRUE(sameForm(*difference(*sum(A, B), B), A));
  }
  EXPECT_GT(Products, 5000u);
}

} // namespace
