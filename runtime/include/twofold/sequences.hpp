// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/sequences.hpp - what slices can be made of -----------------===//
//
// C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_SEQUENCES_HPP
#define TWOFOLD_SEQUENCES_HPP

#include "expressions.hpp"

#include <tuple>
#if __cplusplus >= 202002L
#include <span>
#include <version>
#endif
#if defined(__cpp_lib_mdspan)
#include <mdspan>
#endif

#pragma GCC system_header

namespace twofold::detail {

template <class X>
using first_of = std::remove_pointer_t<decltype(std::declval<X &>().data())>;

/// A container that outlives the expression, or a view.
template <class C, class = void> inline constexpr bool IsSequence = false;
template <class C>
inline constexpr bool
    IsSequence<C, std::void_t<first_of<C>, decltype(std::declval<C &>().size()),
                              decltype(std::declval<C &>()[0])>> =
        !IsExpression<C>;
/// A container whose elements do not lie side by side, or share bytes.
template <class C, class = void> inline constexpr bool IsScattered = false;
template <class C>
inline constexpr bool
    IsScattered<C, std::void_t<typename C::value_type,
                               decltype(std::declval<C &>().begin())>> =
        !IsExpression<C> && !IsSequence<C>;
template <class C, class = void> inline constexpr bool IsFixed = false;
template <class C>
inline constexpr bool
    IsFixed<C, std::void_t<decltype(std::tuple_size<C>::value)>> = true;
template <class C>
inline constexpr bool Outlives =
    std::is_lvalue_reference_v<C> ||
    (std::is_trivially_copyable_v<C> && !IsFixed<C>);

template <class T>
inline constexpr bool IsIndex =
    std::is_integral_v<T> && !std::is_same_v<T, bool>;

template <class T> struct nested_array {
  using element = T;
  static constexpr std::size_t Depth = 0;
};
template <class T, std::size_t N> struct nested_array<T[N]> {
  using element = typename nested_array<T>::element;
  static constexpr std::size_t Depth = nested_array<T>::Depth + 1;
};

/// The lengths that a type says.
template <class C> struct lengths_said {
  using type = lengths<>;
};
template <class T> struct lengths_said<const T> : lengths_said<T> {};
template <class T, std::size_t... Before>
constexpr auto arrayLengths(std::index_sequence<Before...>)
    -> lengths<std::ptrdiff_t(std::extent_v<T, Before>)...>;
template <class T, std::size_t N> struct lengths_said<T[N]> {
  using type = decltype(arrayLengths<T[N]>(
      std::make_index_sequence<std::rank_v<T[N]>>()));
};
template <class T, std::size_t N> struct lengths_said<const T[N]> {
  using type = typename lengths_said<T[N]>::type;
};
template <class T, std::size_t N> struct lengths_said<std::array<T, N>> {
  using type = lengths<std::ptrdiff_t(N)>;
};
#if defined(__cpp_lib_span)
template <class T, std::size_t N> struct lengths_said<std::span<T, N>> {
  using type = some_lengths<std::ptrdiff_t(N)>; // dynamic_extent is -1
};
#endif
#if defined(__cpp_lib_mdspan)
template <class Extents, std::size_t... D>
constexpr auto extentLengths(std::index_sequence<D...>)
    -> some_lengths<std::ptrdiff_t(Extents::static_extent(D))...>;
template <class T, class Extents, class Layout, class Accessor>
struct lengths_said<std::mdspan<T, Extents, Layout, Accessor>> {
  using type = decltype(extentLengths<Extents>(
      std::make_index_sequence<Extents::rank()>()));
};
#endif
template <class C>
using lengths_said_by = typename lengths_said<std::remove_reference_t<C>>::type;

} // namespace twofold::detail

#endif
