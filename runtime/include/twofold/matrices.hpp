// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/matrices.hpp - products of matrices and vectors ------------===//
//
//   y = matmul(a, x) + b;       // rank 2 and rank 1
//   c = matmul(a, b);           // rank 2 and rank 2
//
// Expressions, whose elements are sums over the dimension that the operands
// share: an inner loop of the statement's kernel. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_MATRICES_HPP
#define TWOFOLD_MATRICES_HPP

#include "functions.hpp"

#pragma GCC system_header

namespace twofold {
namespace detail {

// As in annotated loops, the order of the additions is free.
#if defined(__clang__)
#define TWOFOLD_ANY_ORDER _Pragma("clang fp reassociate(on)")
#else
#define TWOFOLD_ANY_ORDER
#endif

template <class R, std::size_t RankA, std::size_t RankB, class A, class B>
struct TWOFOLD_VALUE bound_product {
  A Left;
  B Right;
  std::ptrdiff_t N;

  R at(std::ptrdiff_t I) const {
    TWOFOLD_ANY_ORDER
    R Sum = R();
    for (std::ptrdiff_t K = 0; K < N; ++K)
      if constexpr (RankA == 2)
        Sum += Left.at(I, K) * Right.at(K);
      else
        Sum += Left.at(K) * Right.at(K, I);
    return Sum;
  }
  R at(std::ptrdiff_t I, std::ptrdiff_t J) const {
    TWOFOLD_ANY_ORDER
    R Sum = R();
    for (std::ptrdiff_t K = 0; K < N; ++K)
      Sum += Left.at(I, K) * Right.at(K, J);
    return Sum;
  }
};

#undef TWOFOLD_ANY_ORDER

template <class A, class B>
struct matrix_product : expression<matrix_product<A, B>> {
  static_assert((A::rank == 2 && (B::rank == 1 || B::rank == 2)) ||
                    (A::rank == 1 && B::rank == 2),
                "twofold: a product of matrices has one of rank 2, and another "
                "of rank 1 or 2");
  using value_type =
      std::decay_t<decltype(std::declval<typename A::value_type>() *
                            std::declval<typename B::value_type>())>;
  static constexpr std::size_t rank = A::rank + B::rank - 2;
  static constexpr bool Counts = rank > 1; ///< whether it needs both indices
  static constexpr bool Cheap = false;
  static constexpr bool Brief = false;

  A Left;
  B Right;
  place Where;
  numbers<rank> Shape;

  matrix_product(const A &Left, const B &Right, place Where)
      : Left(Left), Right(Right), Where(Where), Shape() {
    Left.requireShape(Left.shape(), Where);
    Right.requireShape(Right.shape(), Where);
    const auto &L = Left.shape();
    const auto &R = Right.shape();
    if (L[A::rank - 1] != R[0])
      fail(Where, "matrices of shapes " + text(L.data(), A::rank) + " and " +
                      text(R.data(), B::rank) + " have no product");
    if constexpr (A::rank == 2)
      Shape[0] = L[0];
    if constexpr (B::rank == 2)
      Shape[rank - 1] = R[1];
  }

  const numbers<rank> &shape() const { return Shape; }
  template <std::size_t Rank>
  void requireShape(const numbers<Rank> &Wanted, place Outer) const {
    static_assert(Rank == rank, "twofold: a product of another rank than what "
                                "it stands with");
    if constexpr (Rank == rank)
      detail::requireShape(Wanted, Shape, Outer.Line ? Outer : Where);
  }
  template <std::size_t Rank>
  bool fits(walk Walk, const std::ptrdiff_t * = nullptr) const {
    return Walk == walk::Strided || Walk == walk::Upright ||
           (Walk != walk::Alike && Left.template fits<A::rank>(walk::Rows) &&
            Right.template fits<B::rank>(walk::Rows));
  }
  /// Every element of the operands is read for some elements of the product.
  template <std::size_t Rank>
  unsigned hazards(const target<Rank> &Target) const {
    target<Rank> Whole = Target;
    Whole.Indirect = true;
    return Left.hazards(Whole) | Right.hazards(Whole);
  }
  template <walk Walk, std::size_t Rank>
  auto bind(const numbers<Rank> *Turned) const {
    constexpr walk Inner = Walk == walk::Flat ? walk::Rows : Walk;
    constexpr const numbers<A::rank> *StraightA = nullptr;
    constexpr const numbers<B::rank> *StraightB = nullptr;
    auto L = Left.template bind<Inner>(StraightA);
    auto R = Right.template bind<Inner>(StraightB);
    static_cast<void>(Turned); // hazards() leaves no order
    return bound_product<value_type, A::rank, B::rank, decltype(L),
                         decltype(R)>{L, R, Right.shape()[0]};
  }
};

} // namespace detail

/// Element I, J is the sum over K of X(I, K) * Y(K, J). Throws slice_error.
template <class A, class B,
          std::enable_if_t<detail::IsExpression<A> && detail::IsExpression<B>,
                           int> = 0>
auto matmul(const A &X, const B &Y, detail::place Where = detail::place()) {
  using namespace detail;
  auto Product = [&](const auto &L, const auto &R) {
    return matrix_product<std::decay_t<decltype(L)>, std::decay_t<decltype(R)>>(
        L, R, Where);
  }(plain(X), plain(Y));
  if constexpr (A::rank + B::rank >= 3 && A::rank <= 2 && B::rank <= 2) {
    using All = product_lengths<lengths_of<A>, lengths_of<B>, A::rank, B::rank>;
    static_assert(
        LengthsAgree<typename All::inner_left, typename All::inner_right>,
        "twofold: matrices whose lengths leave them no product");
    return withLengths<typename All::type>(Product);
  } else {
    return Product; // there is an error already
  }
}

} // namespace twofold

#endif
