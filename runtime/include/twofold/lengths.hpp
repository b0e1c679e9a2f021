// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/lengths.hpp - lengths of slices that the compiler knows ----===//
//
// Slices of arrays have their lengths in their type, and expressions of such
// slices too: lengths that differ are an error of the compiler. Everything
// behind that check works with the types without lengths, so that a statement
// is compiled once for all lengths. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_LENGTHS_HPP
#define TWOFOLD_LENGTHS_HPP

#include "sections.hpp"

#include <type_traits>
#include <utility>

#pragma GCC system_header

namespace twofold {

/// In lengths<...>: known when the program runs.
inline constexpr std::ptrdiff_t unknown_length = -1;

/// A slice's length in each dimension; of lengths<>, none is known.
template <std::ptrdiff_t... N> struct lengths {};

template <class T, std::size_t Rank, class Lengths = lengths<>> class slice;

namespace detail {

/// Lengths of which one is known at least, or lengths<>.
template <std::ptrdiff_t... N>
using some_lengths = std::conditional_t<((N == unknown_length) && ...),
                                        lengths<>, lengths<N...>>;

/// Ranks that differ have errors of their own.
template <std::ptrdiff_t... L, std::ptrdiff_t... R>
constexpr bool lengthsAgree(lengths<L...>, lengths<R...>) {
  if constexpr (sizeof...(L) == sizeof...(R))
    return ((L == R || L == unknown_length || R == unknown_length) && ...);
  else
    return true;
}
template <class L, class R>
inline constexpr bool LengthsAgree = lengthsAgree(L(), R());
template <> inline constexpr bool LengthsAgree<lengths<>, lengths<>> = true;

/// The lengths that are known of two operands together.
template <class L, class R> struct common_lengths {
  using type = lengths<>;
};
template <> struct common_lengths<lengths<>, lengths<>> {
  using type = lengths<>;
};
template <class L> struct common_lengths<L, lengths<>> {
  using type = L;
};
template <class R> struct common_lengths<lengths<>, R> {
  using type = R;
};
template <std::ptrdiff_t L, std::ptrdiff_t... M, std::ptrdiff_t R,
          std::ptrdiff_t... S>
struct common_lengths<lengths<L, M...>, lengths<R, S...>> {
  template <class A, class B> struct all;
  template <std::ptrdiff_t... A, std::ptrdiff_t... B>
  struct all<lengths<A...>, lengths<B...>> {
    using type = some_lengths<(A == unknown_length ? B : A)...>;
  };
  using type =
      typename std::conditional_t<sizeof...(M) == sizeof...(S),
                                  all<lengths<L, M...>, lengths<R, S...>>,
                                  common_lengths<lengths<>, lengths<>>>::type;
};

/// The same of any number of operands.
template <class... L> struct all_lengths;
template <class L> struct all_lengths<L> {
  using type = L;
};
template <class L, class R, class... More>
struct all_lengths<L, R, More...>
    : all_lengths<typename common_lengths<L, R>::type, More...> {};

/// The known lengths of an expression; scalars have none.
template <class X, class = void> struct lengths_in {
  using type = lengths<>;
};
template <class X>
struct lengths_in<X, std::void_t<typename X::known_lengths>> {
  using type = typename X::known_lengths;
};
template <class X> using lengths_of = typename lengths_in<X>::type;

/// Lengths as numbers, of a Rank that is theirs.
template <std::ptrdiff_t... N>
constexpr numbers<sizeof...(N)> numbersOf(lengths<N...>) {
  return {N...};
}
template <class L, std::size_t D, std::size_t... K>
auto withoutLength(std::index_sequence<K...>)
    -> some_lengths<numbersOf(L())[K < D ? K : K + 1]...>;
template <class L, std::size_t D, std::ptrdiff_t N, std::size_t... K>
auto withLength(std::index_sequence<K...>)
    -> some_lengths<(K == D ? N : numbersOf(L())[K])...>;
template <class L, std::size_t... K>
auto turnedLengths(std::index_sequence<K...>)
    -> some_lengths<numbersOf(L())[sizeof...(K) - 1 - K]...>;
template <std::size_t... K>
auto unknownLengths(std::index_sequence<K...>)
    -> lengths<(static_cast<void>(K), unknown_length)...>;

/// The known lengths of a slice of Rank dimensions when dimension D goes away,
/// has N elements, or when all are in the opposite order.
template <std::size_t Rank> using dimensions = std::make_index_sequence<Rank>;
template <class L, std::size_t Rank, std::size_t D>
using without_length = decltype(withoutLength<L, D>(dimensions<Rank - 1>()));
template <class L, std::size_t Rank, std::size_t D, std::ptrdiff_t N>
using with_length = decltype(withLength<L, D, N>(dimensions<Rank>()));
template <class L, std::size_t Rank>
using turned_lengths = decltype(turnedLengths<L>(dimensions<Rank>()));
template <std::size_t Rank>
using unknown_lengths = decltype(unknownLengths(dimensions<Rank>()));

/// Those of a product of matrices, or of a matrix and a vector.
template <class L, class R, std::size_t RankL, std::size_t RankR>
struct product_lengths {
  template <class X, std::size_t Rank>
  static constexpr numbers<Rank> all =
      numbersOf(std::conditional_t<std::is_same_v<X, lengths<>>,
                                   unknown_lengths<Rank>, X>());
  static constexpr numbers<RankL> Left = all<L, RankL>;
  static constexpr numbers<RankR> Right = all<R, RankR>;
  using inner_left = lengths<Left[RankL - 1]>;
  using inner_right = lengths<Right[0]>;
  template <std::size_t... K>
  static auto of(std::index_sequence<K...>)
      -> some_lengths<(K + 1 < RankL ? Left[K] : Right[RankR - 1])...>;
  using type = decltype(of(dimensions<RankL + RankR - 2>()));
};
template <std::size_t RankL, std::size_t RankR>
struct product_lengths<lengths<>, lengths<>, RankL, RankR> {
  using inner_left = lengths<>;
  using inner_right = lengths<>;
  using type = lengths<>;
};

/// Whether E is a slice of T or const T.
template <class E, class T, std::size_t Rank>
inline constexpr bool IsSliceOf = false;
template <class U, class L, class T, std::size_t Rank>
inline constexpr bool IsSliceOf<slice<U, Rank, L>, T, Rank> =
    std::is_same_v<const U, const T>;

template <class E> inline constexpr bool IsSlice = false;
template <class U, std::size_t Rank, class L>
inline constexpr bool IsSlice<slice<U, Rank, L>> = true;

/// The same slice as one of which these lengths are known.
struct certain {};
template <class Lengths, class T, std::size_t Rank>
auto sizedSlice(const slice<T, Rank> &Value) {
  if constexpr (std::is_same_v<Lengths, lengths<>>)
    return Value;
  else
    return slice<T, Rank, Lengths>(Value, certain());
}

/// Elements that a dimension of Length elements has, as far as that is known.
template <std::ptrdiff_t Length, std::ptrdiff_t Start, std::ptrdiff_t Count,
          std::ptrdiff_t Stride>
inline constexpr bool IsPart = isPart(
    Start, Count, Stride, Length == unknown_length ? PTRDIFF_MAX : Length);

} // namespace detail
} // namespace twofold

#endif
