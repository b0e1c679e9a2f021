// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/functions.hpp - functions of slices, element by element ----===//
//
//   y = sqrt(x) + pow(x, 2);
//   y = where(x < 0, -x, x);
//   y = map([](float a, float b) { return a - b; }, x, y);
//   y = twofold::index<0>() * step;
//
// C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_FUNCTIONS_HPP
#define TWOFOLD_FUNCTIONS_HPP

#include "operators.hpp"

#include <cmath>
#include <complex>
#include <cstdlib>

#pragma GCC system_header

namespace twofold {

namespace detail {

template <class... X>
using if_expressions =
    std::enable_if_t<(IsExpression<X> || ...) && (IsOperand<X> && ...) &&
                         !(std::is_same_v<X, place> || ...),
                     int>;

struct absolute {
  template <class A> auto operator()(A X) const {
    if constexpr (std::is_unsigned_v<A>) {
      return X;
    } else {
      using std::abs;
      return abs(X);
    }
  }
};
struct lesser {
  template <class A, class B> auto operator()(A L, B R) const {
    return R < L ? R : L;
  }
};
struct larger {
  template <class A, class B> auto operator()(A L, B R) const {
    return L < R ? R : L;
  }
};

} // namespace detail

// A function of <cmath> or <complex>, or one that an element's namespace has.
#define TWOFOLD_FUNCTION(Name)                                                 \
  namespace detail {                                                           \
  struct function_##Name {                                                     \
    template <class... X> auto operator()(X... Value) const {                  \
      using std::Name;                                                         \
      return Name(Value...);                                                   \
    }                                                                          \
  };                                                                           \
  }
#define TWOFOLD_UNARY(Name)                                                    \
  TWOFOLD_FUNCTION(Name)                                                       \
  template <class A, detail::if_expressions<A> = 0>                            \
  auto Name(const A &X, detail::place Where = detail::place()) {               \
    return detail::makeNode(detail::function_##Name(), Where, X);              \
  }
#define TWOFOLD_BINARY(Name)                                                   \
  TWOFOLD_FUNCTION(Name)                                                       \
  template <class A, class B, detail::if_expressions<A, B> = 0>                \
  auto Name(const A &X, const B &Y, detail::place Where = detail::place()) {   \
    return detail::makeNode(detail::function_##Name(), Where, X, Y);           \
  }
#define TWOFOLD_TERNARY(Name)                                                  \
  TWOFOLD_FUNCTION(Name)                                                       \
  template <class A, class B, class C, detail::if_expressions<A, B, C> = 0>    \
  auto Name(const A &X, const B &Y, const C &Z,                                \
            detail::place Where = detail::place()) {                           \
    return detail::makeNode(detail::function_##Name(), Where, X, Y, Z);        \
  }

TWOFOLD_UNARY(sqrt)
TWOFOLD_UNARY(cbrt)
TWOFOLD_UNARY(exp)
TWOFOLD_UNARY(exp2)
TWOFOLD_UNARY(expm1)
TWOFOLD_UNARY(log)
TWOFOLD_UNARY(log2)
TWOFOLD_UNARY(log10)
TWOFOLD_UNARY(log1p)
TWOFOLD_UNARY(sin)
TWOFOLD_UNARY(cos)
TWOFOLD_UNARY(tan)
TWOFOLD_UNARY(asin)
TWOFOLD_UNARY(acos)
TWOFOLD_UNARY(atan)
TWOFOLD_UNARY(sinh)
TWOFOLD_UNARY(cosh)
TWOFOLD_UNARY(tanh)
TWOFOLD_UNARY(asinh)
TWOFOLD_UNARY(acosh)
TWOFOLD_UNARY(atanh)
TWOFOLD_UNARY(erf)
TWOFOLD_UNARY(erfc)
TWOFOLD_UNARY(tgamma)
TWOFOLD_UNARY(lgamma)
TWOFOLD_UNARY(floor)
TWOFOLD_UNARY(ceil)
TWOFOLD_UNARY(trunc)
TWOFOLD_UNARY(round)
TWOFOLD_UNARY(rint)
TWOFOLD_UNARY(nearbyint)
TWOFOLD_UNARY(lround)
TWOFOLD_UNARY(llround)
TWOFOLD_UNARY(lrint)
TWOFOLD_UNARY(llrint)
TWOFOLD_UNARY(logb)
TWOFOLD_UNARY(ilogb)
TWOFOLD_UNARY(fabs)
TWOFOLD_UNARY(isnan)
TWOFOLD_UNARY(isinf)
TWOFOLD_UNARY(isfinite)
TWOFOLD_UNARY(isnormal)
TWOFOLD_UNARY(fpclassify)
TWOFOLD_UNARY(signbit)
TWOFOLD_UNARY(real)
TWOFOLD_UNARY(imag)
TWOFOLD_UNARY(conj)
TWOFOLD_UNARY(arg)
TWOFOLD_UNARY(norm)
TWOFOLD_UNARY(proj)
TWOFOLD_BINARY(pow)
TWOFOLD_BINARY(atan2)
TWOFOLD_BINARY(fmod)
TWOFOLD_BINARY(remainder)
TWOFOLD_BINARY(hypot)
TWOFOLD_BINARY(fmin)
TWOFOLD_BINARY(fmax)
TWOFOLD_BINARY(fdim)
TWOFOLD_BINARY(copysign)
TWOFOLD_BINARY(nextafter)
TWOFOLD_BINARY(nexttoward)
TWOFOLD_BINARY(ldexp)
TWOFOLD_BINARY(scalbn)
TWOFOLD_BINARY(scalbln)
TWOFOLD_BINARY(isgreater)
TWOFOLD_BINARY(isgreaterequal)
TWOFOLD_BINARY(isless)
TWOFOLD_BINARY(islessequal)
TWOFOLD_BINARY(islessgreater)
TWOFOLD_BINARY(isunordered)
TWOFOLD_TERNARY(fma)
#if defined(__cpp_lib_interpolate)
TWOFOLD_TERNARY(lerp)
#endif

#undef TWOFOLD_UNARY
#undef TWOFOLD_BINARY
#undef TWOFOLD_TERNARY
#undef TWOFOLD_FUNCTION

template <class A, detail::if_expressions<A> = 0>
auto abs(const A &X, detail::place Where = detail::place()) {
  return detail::makeNode(detail::absolute(), Where, X);
}
/// As std::min and std::max of each two elements.
template <class A, class B, detail::if_expressions<A, B> = 0>
auto min(const A &X, const B &Y, detail::place Where = detail::place()) {
  return detail::makeNode(detail::lesser(), Where, X, Y);
}
template <class A, class B, detail::if_expressions<A, B> = 0>
auto max(const A &X, const B &Y, detail::place Where = detail::place()) {
  return detail::makeNode(detail::larger(), Where, X, Y);
}

/// Then where If, otherwise Else; only one of them is evaluated.
template <class M, class A, class B, detail::if_expressions<M, A, B> = 0>
auto where(const M &If, const A &Then, const B &Else,
           detail::place Where = detail::place()) {
  return detail::makeNode(detail::choice(), Where, If, Then, Else);
}

/// Element I is F of the operands' elements I. The calls are independent of
/// each other, and F gets values.
template <class F, class A, detail::if_expressions<A> = 0>
auto map(F Function, const A &X, detail::place Where = detail::place()) {
  return detail::makeNode(Function, Where, X);
}
template <class F, class A, class B, detail::if_expressions<A, B> = 0>
auto map(F Function, const A &X, const B &Y,
         detail::place Where = detail::place()) {
  return detail::makeNode(Function, Where, X, Y);
}
template <class F, class A, class B, class C,
          detail::if_expressions<A, B, C> = 0>
auto map(F Function, const A &X, const B &Y, const C &Z,
         detail::place Where = detail::place()) {
  return detail::makeNode(Function, Where, X, Y, Z);
}
template <class F, class A, class B, class C, class D,
          detail::if_expressions<A, B, C, D> = 0>
auto map(F Function, const A &X, const B &Y, const C &Z, const D &U,
         detail::place Where = detail::place()) {
  return detail::makeNode(Function, Where, X, Y, Z, U);
}

/// The index of each element in dimension D.
template <std::size_t D = 0> detail::index_expression<D> index() { return {}; }

} // namespace twofold

#endif
