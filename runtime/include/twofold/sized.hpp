// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/sized.hpp - slices whose lengths are part of their type ----===//
//
//   float matrix[4][6];
//   twofold::slice a(matrix);               // slice<float, 2, lengths<4, 6>>
//   a.row(1) = a.row(2).sub<0, 1, 5>();     // does not compile: 6 and 5
//
// The same holds for std::array, std::span and std::mdspan of constant lengths.
// All that takes a slice<T, Rank> takes these. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_SIZED_HPP
#define TWOFOLD_SIZED_HPP

#include "slice.hpp"

#pragma GCC system_header

namespace twofold {

/// A slice with these lengths; unknown_length in a dimension that has any.
template <class T, std::size_t Rank, std::ptrdiff_t First,
          std::ptrdiff_t... Rest>
class slice<T, Rank, lengths<First, Rest...>>
    : public detail::expression<slice<T, Rank, lengths<First, Rest...>>,
                                slice<T, Rank>> {
  static_assert(Rank == 1 + sizeof...(Rest),
                "twofold: a slice has a length for each dimension");
  using lengths_type = lengths<First, Rest...>;
  using dynamic = slice<T, Rank>;
  using base = detail::expression<slice, dynamic>;
  using element = std::remove_const_t<T>;
  using place = detail::place;
  using integer = detail::integer;

  template <class E>
  static constexpr bool IsOther =
      detail::IsExpression<E> &&
      !(detail::SlicesHavePlaces ? detail::IsSlice<E>
                                 : detail::IsSliceOf<E, element, Rank>);
  template <class U>
  static constexpr bool Converts = std::is_convertible_v<U (*)[], T (*)[]>;

public:
  using known_lengths = lengths_type;

  /// Views an array, a container or a view whose type says these lengths.
  template <class X, std::enable_if_t<std::is_same_v<detail::lengths_said_by<X>,
                                                     lengths_type> &&
                                          std::is_constructible_v<dynamic, X>,
                                      int> = 0>
  slice(X &&Elements, place Where = place())
      : base(of(std::forward<X>(Elements), Where)) {}
  /// Elements become constant.
  template <class U, std::enable_if_t<Converts<U>, int> = 0>
  slice(const slice<U, Rank, lengths_type> &Other) : base(dynamic(Other)) {}
  /// Throws slice_error unless the slice has these lengths.
  template <class U, class L,
            std::enable_if_t<Converts<U> && !std::is_same_v<L, lengths_type>,
                             int> = 0>
  explicit slice(const slice<U, Rank, L> &Other, place Where = place())
      : base(dynamic(Other)) {
    static_assert(detail::LengthsAgree<lengths_type, L>,
                  "twofold: the slice has other lengths");
    detail::numbers<Rank> Wanted{First, Rest...};
    for (std::size_t D = 0; D < Rank; ++D)
      if (Wanted[D] == unknown_length)
        Wanted[D] = Other.extent(D);
    detail::requireShape(Wanted, Other.shape(), Where);
  }
  slice(const dynamic &Other, detail::certain) : base(Other) {}
  slice(const slice &) = default;

  template <std::size_t D = 0>
  auto sub(integer Start, integer Length, integer Stride = 1,
           place Where = place()) const {
    using Left = detail::with_length<lengths_type, Rank, D, unknown_length>;
    return detail::sizedSlice<Left>(
        dynamic::template sub<D>(Start, Length, Stride, Where));
  }
  template <std::size_t D, std::ptrdiff_t Start, std::ptrdiff_t Length,
            std::ptrdiff_t Stride = 1>
  auto sub(place Where = place()) const {
    static_assert(D < Rank, "twofold: the slice has no such dimension");
    constexpr std::ptrdiff_t Known = detail::numbersOf(lengths_type())[D];
    static_assert(detail::IsPart<Known, Start, Length, Stride>,
                  "twofold: the slice has no such part");
    using Left = detail::with_length<lengths_type, Rank, D, Length>;
    return detail::sizedSlice<Left>(
        dynamic::template sub<D>(Start, Length, Stride, Where));
  }
  dynamic sub(const std::array<section, Rank> &Parts,
              place Where = place()) const {
    return dynamic::sub(Parts, Where);
  }
  template <std::size_t D, std::size_t R = Rank,
            std::enable_if_t<(R > 1), int> = 0>
  auto fix(integer I, place Where = place()) const {
    return detail::sizedSlice<detail::without_length<lengths_type, R, D>>(
        dynamic::template fix<D>(I, Where));
  }
  template <std::size_t R = Rank, std::enable_if_t<(R > 1), int> = 0>
  auto row(integer I, place Where = place()) const {
    return fix<0>(I, Where);
  }
  template <std::size_t R = Rank, std::enable_if_t<(R > 1), int> = 0>
  auto col(integer J, place Where = place()) const {
    return fix<1>(J, Where);
  }
  auto transpose() const {
    return detail::sizedSlice<detail::turned_lengths<lengths_type, Rank>>(
        dynamic::transpose());
  }
  template <std::size_t D = 0> slice reverse() const {
    return {dynamic::template reverse<D>(), detail::certain()};
  }
  template <class I> decltype(auto) operator[](const I &Index) const {
    if constexpr (Rank == 1 || detail::IsExpression<I>)
      return dynamic::operator[](Index);
    else
      return detail::sizedSlice<detail::without_length<lengths_type, Rank, 0>>(
          dynamic::operator[](Index));
  }

  TWOFOLD_ASSIGNMENTS

  /// Arrays are assigned without a place.
  template <class X> static dynamic of(X &&Elements, place Where) {
    if constexpr (std::is_constructible_v<dynamic, X, place>)
      return dynamic(std::forward<X>(Elements), Where);
    else
      return dynamic(std::forward<X>(Elements));
  }
};

#undef TWOFOLD_ASSIGNMENTS
#undef TWOFOLD_UPDATE
#undef TWOFOLD_COPIES

template <class U, std::size_t N>
slice(U (&)[N])
    -> slice<typename detail::nested_array<U[N]>::element,
             detail::nested_array<U[N]>::Depth, detail::lengths_said_by<U[N]>>;
template <class C, std::enable_if_t<
                       detail::IsSequence<std::remove_reference_t<C>>, int> = 0>
slice(C &&) -> slice<detail::first_of<std::remove_reference_t<C>>, 1,
                     detail::lengths_said_by<C>>;
template <class C, std::enable_if_t<detail::IsScattered<C>, int> = 0>
slice(const C &) -> slice<typename C::value_type, 1>;
#if defined(__cpp_lib_mdspan)
template <class U, class Extents, class Layout>
slice(const std::mdspan<U, Extents, Layout> &)
    -> slice<U, Extents::rank(),
             detail::lengths_said_by<std::mdspan<U, Extents, Layout>>>;
#endif

} // namespace twofold

#endif
