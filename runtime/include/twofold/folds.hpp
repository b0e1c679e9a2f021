// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/folds.hpp - reductions of slices ---------------------------===//
//
//   float s = sum(x * x), d = dot(x, y), m = max(abs(x - y));
//   if (any(x < 0)) ...
//
// Each is one annotated loop with a reduction clause. Its order is free, also
// for the compiler. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_FOLDS_HPP
#define TWOFOLD_FOLDS_HPP

#include "functions.hpp"
#include "statements.hpp"

#include <limits>

#pragma GCC system_header

namespace twofold {
namespace detail {

template <class E> using if_expression = std::enable_if_t<IsExpression<E>, int>;

// A loop for each reduction and number of indices: the clause has to name the
// operation, and collapse() the depth. Statement says what element V does to
// Result; dimensions beyond the third are walked through outside.
#define TWOFOLD_PRAGMA(Text) _Pragma(#Text)
#if defined(__clang__)
#define TWOFOLD_ANY_ORDER _Pragma("clang fp reassociate(on)")
#else
#define TWOFOLD_ANY_ORDER
#endif
#define TWOFOLD_EACH(I, N) for (std::ptrdiff_t I = 0; I < N; ++I)
#define TWOFOLD_FOLD(Name, Operator, Statement)                                \
  struct Name {                                                                \
    template <class R, class X>                                                \
    static R of(R Result, const X From, std::ptrdiff_t N0) {                   \
      TWOFOLD_ANY_ORDER                                                        \
      TWOFOLD_PRAGMA(twofold parallel for reduction(Operator : Result))        \
      TWOFOLD_EACH(I, N0) {                                                    \
        const auto V = From.at(I);                                             \
        Statement;                                                             \
      }                                                                        \
      return Result;                                                           \
    }                                                                          \
    template <class R, class X>                                                \
    static R of(R Result, const X From, std::ptrdiff_t N0,                     \
                std::ptrdiff_t N1) {                                           \
      TWOFOLD_ANY_ORDER                                                        \
      TWOFOLD_PRAGMA(                                                          \
          twofold parallel for collapse(2) reduction(Operator : Result))       \
      TWOFOLD_EACH(I, N0)                                                      \
      TWOFOLD_EACH(J, N1) {                                                    \
        const auto V = From.at(I, J);                                          \
        Statement;                                                             \
      }                                                                        \
      return Result;                                                           \
    }                                                                          \
    template <class R, class X>                                                \
    static R of(R Result, const X From, std::ptrdiff_t N0, std::ptrdiff_t N1,  \
                std::ptrdiff_t N2) {                                           \
      TWOFOLD_ANY_ORDER                                                        \
      TWOFOLD_PRAGMA(                                                          \
          twofold parallel for collapse(3) reduction(Operator : Result))       \
      TWOFOLD_EACH(I, N0)                                                      \
      TWOFOLD_EACH(J, N1)                                                      \
      TWOFOLD_EACH(K, N2) {                                                    \
        const auto V = From.at(I, J, K);                                       \
        Statement;                                                             \
      }                                                                        \
      return Result;                                                           \
    }                                                                          \
    template <class R, class X, class... More>                                 \
    static R of(R Result, const X From, std::ptrdiff_t N0, std::ptrdiff_t N1,  \
                std::ptrdiff_t N2, std::ptrdiff_t N3, More... Rest) {          \
      TWOFOLD_EACH(I, N0)                                                      \
      Result = of(Result, fix(From, I), N1, N2, N3, Rest...);                  \
      return Result;                                                           \
    }                                                                          \
  };

TWOFOLD_FOLD(fold_sum, +, Result += V)
TWOFOLD_FOLD(fold_product, *, Result *= V)
TWOFOLD_FOLD(fold_any, ||, Result = Result || V)
TWOFOLD_FOLD(fold_all, &&, Result = Result && V)
TWOFOLD_FOLD(fold_count, +, Result += V ? 1 : 0)
TWOFOLD_FOLD(fold_min, min, if (V < Result) Result = V)
TWOFOLD_FOLD(fold_max, max, if (Result < V) Result = V)
#undef TWOFOLD_FOLD

// The first of the least or greatest elements, and its number.
#define TWOFOLD_FOLD(Name, Condition)                                          \
  struct Name {                                                                \
    template <class R, class X>                                                \
    static std::ptrdiff_t of(R Best, const X From, std::ptrdiff_t N0) {        \
      std::ptrdiff_t At = 0;                                                   \
      TWOFOLD_PRAGMA(twofold parallel for)                                     \
      TWOFOLD_EACH(I, N0) {                                                    \
        const R V = From.at(I);                                                \
        if (Condition) {                                                       \
          Best = V;                                                            \
          At = I;                                                              \
        }                                                                      \
      }                                                                        \
      return At;                                                               \
    }                                                                          \
    template <class R, class X>                                                \
    static std::ptrdiff_t of(R Best, const X From, std::ptrdiff_t N0,          \
                             std::ptrdiff_t N1) {                              \
      std::ptrdiff_t At = 0;                                                   \
      TWOFOLD_PRAGMA(twofold parallel for collapse(2))                         \
      TWOFOLD_EACH(I, N0)                                                      \
      TWOFOLD_EACH(J, N1) {                                                    \
        const R V = From.at(I, J);                                             \
        if (Condition) {                                                       \
          Best = V;                                                            \
          At = I * N1 + J;                                                     \
        }                                                                      \
      }                                                                        \
      return At;                                                               \
    }                                                                          \
  };
TWOFOLD_FOLD(fold_argmin, V < Best)
TWOFOLD_FOLD(fold_argmax, Best < V)
#undef TWOFOLD_FOLD
#undef TWOFOLD_EACH
#undef TWOFOLD_ANY_ORDER
#undef TWOFOLD_PRAGMA

template <class E> bool isEmpty(const E &X) {
  for (std::ptrdiff_t Length : X.shape())
    if (Length == 0)
      return true;
  return false;
}

/// The operands agree on a shape.
template <class E> void requireShapes(const E &X, place Where) {
  static_assert(E::rank > 0, "twofold: no slice gives the expression a shape");
  if constexpr (E::rank > 0)
    X.requireShape(X.shape(), Where);
}

template <class Fold, class R, class E>
R fold(R First, const E &Of, place Where) {
  const auto &X = plain(Of);
  requireShapes(X, Where);
  if constexpr (E::rank > 0) {
    if (!isEmpty(X))
      walkThrough(
          X.shape(),
          [&](const auto &From, auto... N) {
            First = Fold::template of<R>(First, From, N...);
          },
          X);
  }
  return First;
}

template <class E> void requireElements(const E &X, place Where) {
  if (isEmpty(X))
    fail(Where, "a slice of shape " + text(X.shape().data(), E::rank) +
                    " has no least or greatest element");
}

/// What every number is compared with first: not an element, so that those on
/// a device can stay there.
template <class V, bool Least> constexpr V farthest() {
  static_assert(std::is_arithmetic_v<V>,
                "twofold: only numbers have a least and a greatest one");
  using limits = std::numeric_limits<V>;
  if constexpr (limits::has_infinity)
    return Least ? limits::infinity() : -limits::infinity();
  else
    return Least ? limits::max() : limits::lowest();
}

template <class Fold, bool Least, class E>
auto extreme(const E &X, place Where) {
  using V = typename E::value_type;
  requireShapes(X, Where);
  requireElements(X, Where);
  return fold<Fold>(farthest<V, Least>(), X, Where);
}

template <class Fold, bool Least, class E>
auto position(const E &X, place Where) {
  using V = typename E::value_type;
  static_assert(E::rank <= 2, "twofold: argmin and argmax have two dimensions "
                              "at most");
  requireShapes(X, Where);
  requireElements(X, Where);
  std::ptrdiff_t At = 0;
  if constexpr (E::rank <= 2)
    walkThrough(
        X.shape(),
        [&](const auto &From, auto... N) {
          At = Fold::of(farthest<V, Least>(), From, N...);
        },
        X);
  if constexpr (E::rank == 1)
    return At;
  else
    return numbers<2>{At / X.shape()[1], At % X.shape()[1]};
}

} // namespace detail

/// The sum, of the type that adding two elements gives; 0 without elements. The
/// order is free, as in annotated loops.
template <class E, detail::if_expression<E> = 0>
auto sum(const E &X, detail::place Where = detail::place()) {
  using V = typename E::value_type;
  using R = std::decay_t<decltype(std::declval<V>() + std::declval<V>())>;
  return detail::fold<detail::fold_sum>(R(), X, Where);
}
/// The product, likewise; 1 without elements.
template <class E, detail::if_expression<E> = 0>
auto product(const E &X, detail::place Where = detail::place()) {
  using V = typename E::value_type;
  using R = std::decay_t<decltype(std::declval<V>() * std::declval<V>())>;
  return detail::fold<detail::fold_product>(R(1), X, Where);
}
/// The least element; a slice_error without elements. Elements that are not a
/// number are passed over; an infinity is left if there are no others.
template <class E, detail::if_expression<E> = 0>
auto min(const E &X, detail::place Where = detail::place()) {
  return detail::extreme<detail::fold_min, true>(X, Where);
}
template <class E, detail::if_expression<E> = 0>
auto max(const E &X, detail::place Where = detail::place()) {
  return detail::extreme<detail::fold_max, false>(X, Where);
}
/// The index of the first of the least elements: a number, or an array of two.
/// 0 if none is a number.
template <class E, detail::if_expression<E> = 0>
auto argmin(const E &X, detail::place Where = detail::place()) {
  return detail::position<detail::fold_argmin, true>(X, Where);
}
template <class E, detail::if_expression<E> = 0>
auto argmax(const E &X, detail::place Where = detail::place()) {
  return detail::position<detail::fold_argmax, false>(X, Where);
}
template <class E, detail::if_expression<E> = 0>
bool any(const E &X, detail::place Where = detail::place()) {
  return detail::fold<detail::fold_any>(false, X, Where);
}
template <class E, detail::if_expression<E> = 0>
bool all(const E &X, detail::place Where = detail::place()) {
  return detail::fold<detail::fold_all>(true, X, Where);
}
/// How many elements are not 0.
template <class E, detail::if_expression<E> = 0>
std::ptrdiff_t count(const E &X, detail::place Where = detail::place()) {
  return detail::fold<detail::fold_count>(std::ptrdiff_t(), X, Where);
}
template <class A, class B, detail::if_expressions<A, B> = 0>
auto dot(const A &X, const B &Y, detail::place Where = detail::place()) {
  return sum(detail::makeNode(detail::times(), Where, X, Y), Where);
}

} // namespace twofold

#endif
