// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/slice.hpp - whole-array expressions ------------------------===//
//
//   twofold::slice x(vector), y(pointer, n), a(matrix, rows, columns);
//   y = 2 * x + y;                          // one loop, hence one kernel
//   a.row(0) = a.row(1) + a.row(2);
//   x.sub(0, n - 1) = x.sub(1, n - 1);      // as if the right side were copied
//   where(y < 0, y) = 0;
//   float s = dot(x, y);
//
// docs/use/slices.md is the guide. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_SLICE_HPP
#define TWOFOLD_SLICE_HPP

#include "assignments.hpp"
#include "sequences.hpp"

#pragma GCC system_header

namespace twofold {

namespace detail {

template <class T, class I> class gathered;

} // namespace detail

/// Views elements: Rank dimensions, each with a length and a stride in
/// elements, which may be negative. Copies view the same elements; assignment
/// assigns elements, to slices of the same shape. Lengths and strides are those
/// of construction. What is viewed must outlive the view. Elements may be used
/// by several threads at once where the elements themselves may.
///
/// No two elements of a slice of T are the same place; those of slice<const T>
/// may be.
///
/// Lengths are those that the compiler knows, see sized.hpp.
template <class T, std::size_t Rank, class Lengths>
class slice : public detail::expression<slice<T, Rank>>,
              public detail::view<T, Rank> {
  static_assert(std::is_same_v<Lengths, lengths<>>,
                "twofold: lengths that are no lengths<...>");
  static_assert(Rank >= 1, "a slice has one dimension at least");
  static_assert(std::is_object_v<T> && !std::is_volatile_v<T>,
                "a slice has objects that are not volatile");
  using view = detail::view<T, Rank>;
  using numbers = detail::numbers<Rank>;
  using place = detail::place;
  using integer = detail::integer;
  using element = std::remove_const_t<T>;
  using lengths_type = lengths<>;

  template <class E>
  static constexpr bool IsOther =
      detail::IsExpression<E> &&
      !(detail::SlicesHavePlaces ? detail::IsSlice<E>
                                 : detail::IsSliceOf<E, element, Rank>);

public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;

  /// Rows first, without gaps.
  template <std::size_t R = Rank, std::enable_if_t<R == 1, int> = 0>
  slice(T *Data, std::ptrdiff_t N, place Where = place())
      : slice(Data, numbers{N}, Where) {}
  template <std::size_t R = Rank, std::enable_if_t<R == 2, int> = 0>
  slice(T *Data, std::ptrdiff_t N, std::ptrdiff_t M, place Where = place())
      : slice(Data, numbers{N, M}, Where) {}
  template <std::size_t R = Rank, std::enable_if_t<R == 3, int> = 0>
  slice(T *Data, std::ptrdiff_t N, std::ptrdiff_t M, std::ptrdiff_t L,
        place Where = place())
      : slice(Data, numbers{N, M, L}, Where) {}
  slice(T *Data, const std::array<std::ptrdiff_t, Rank> &Shape,
        place Where = place())
      : view{Data, Shape, {}} {
    if (!detail::setRowsFirst(Shape, this->Strides, sizeof(T)))
      detail::requireCountable(Shape, this->Strides, sizeof(T), Where);
  }
  /// Any strides.
  slice(T *Data, const std::array<std::ptrdiff_t, Rank> &Shape,
        const std::array<std::ptrdiff_t, Rank> &Strides, place Where = place())
      : view{Data, Shape, Strides} {
    detail::requireCountable(Shape, Strides, sizeof(T), Where);
    if (!std::is_const_v<T> && !this->empty() && !is_contiguous() &&
        detail::repeats(Shape.data(), Strides.data(), Rank))
      detail::fail(Where, "elements of a slice of shape " +
                              detail::text(Shape.data(), Rank) +
                              " and strides " +
                              detail::text(Strides.data(), Rank) +
                              " are the same place");
  }
  /// Refuses lengths that would be cut to std::ptrdiff_t.
  template <class... N, std::enable_if_t<(detail::IsCut<N> || ...), int> = 0>
  slice(T *, const N &...) : view{} {
    static_assert(
        (!detail::IsCut<N> && ...),
        "twofold: lengths and indices are integers of 64 bits at most");
  }
  /// An array of arrays.
  template <
      class U, std::size_t N,
      std::enable_if_t<
          detail::nested_array<U[N]>::Depth == Rank &&
              std::is_convertible_v<
                  typename detail::nested_array<U[N]>::element (*)[], T (*)[]>,
          int> = 0>
  slice(U (&Array)[N])
      : slice(reinterpret_cast<T *>(&Array), extents<U[N]>()) {}
  /// std::vector, std::array, std::span, twofold::array: what has data(),
  /// size() and a subscript.
  template <
      class C,
      std::enable_if_t<
          Rank == 1 && detail::IsSequence<std::remove_reference_t<C>> &&
              std::is_convertible_v<
                  detail::first_of<std::remove_reference_t<C>> (*)[], T (*)[]>,
          int> = 0>
  slice(C &&Container, place Where = place())
      : slice(Container.data(), lengthOf(Container.size()), Where) {
    static_assert(detail::Outlives<C>,
                  "twofold: a slice of a container that ends before it");
  }
  template <class C, std::enable_if_t<detail::IsScattered<C>, int> = 0>
  explicit slice(const C &) : view{} {
    static_assert(!detail::IsScattered<C>,
                  "twofold: elements of a slice lie side by side, as those of "
                  "std::vector (not of bool), std::array and pointers do");
  }
  /// Elements become constant.
  template <class U, std::enable_if_t<std::is_same_v<const U, T>, int> = 0>
  slice(const slice<U, Rank> &Other)
      : view{Other.data(), Other.shape(), Other.strides()} {}
  slice(const slice &) = default;

#if defined(__cpp_lib_mdspan)
  /// A std::mdspan of a layout with strides.
  template <class U, class Extents, class Layout,
            std::enable_if_t<Extents::rank() == Rank &&
                                 std::is_convertible_v<U (*)[], T (*)[]>,
                             int> = 0>
  slice(const std::mdspan<U, Extents, Layout> &Span, place Where = place())
      : slice(Span.data_handle(), extentsOf(Span), stridesOf(Span), Where) {}

  operator std::mdspan<T, std::dextents<std::ptrdiff_t, Rank>,
                       std::layout_stride>() const {
    using Extents = std::dextents<std::ptrdiff_t, Rank>;
    return {data(), std::layout_stride::mapping<Extents>(Extents(this->Shape),
                                                         this->Strides)};
  }
#endif
#if defined(__cpp_lib_span)
  /// Throws slice_error unless elements are contiguous and in order.
  explicit operator std::span<T>() const {
    return span(place("", 0, 0)); // conversions do not know their place
  }
  std::span<T> span(place Where = place()) const {
    if (!is_contiguous())
      detail::fail(Where, "a slice of shape " +
                              detail::text(this->Shape.data(), Rank) +
                              " and strides " +
                              detail::text(this->Strides.data(), Rank) +
                              " is not contiguous");
    return {data(), std::size_t(size())};
  }
#endif

  T *data() const { return this->Data; }
  std::ptrdiff_t size() const { return detail::countOf(this->Shape); }
  bool empty() const { return size() == 0; }
  const std::array<std::ptrdiff_t, Rank> &shape() const { return this->Shape; }
  const std::array<std::ptrdiff_t, Rank> &strides() const {
    return this->Strides;
  }
  std::ptrdiff_t extent(std::size_t D) const { return this->Shape[D]; }
  std::ptrdiff_t stride(std::size_t D) const { return this->Strides[D]; }
  /// Whether rows come first, without gaps. An empty slice counts as so.
  bool is_contiguous() const {
    return empty() || view::template fits<Rank>(detail::walk::Flat);
  }

  /// Elements of dimension D, as section says. Throws slice_error.
  template <std::size_t D = 0>
  __attribute__((always_inline)) slice sub(integer Start, integer Length,
                                           integer Stride = 1,
                                           place Where = place()) const {
    static_assert(D < Rank, "twofold: the slice has no such dimension");
    detail::requirePart({Start, Length, Stride}, this->Shape[D], Where);
    slice Result = *this;
    if (Length > 0) // else the address might be none of the memory's
      Result.Data += Start * this->Strides[D];
    Result.Shape[D] = Length;
    Result.Strides[D] *= Length > 1 ? Stride.Value : 1;
    return Result;
  }
  /// The same with constants: the compiler knows the result's length.
  template <std::size_t D, std::ptrdiff_t Start, std::ptrdiff_t Length,
            std::ptrdiff_t Stride = 1>
  auto sub(place Where = place()) const {
    static_assert(detail::IsPart<unknown_length, Start, Length, Stride>,
                  "twofold: the slice has no such part");
    using Told =
        detail::with_length<detail::unknown_lengths<Rank>, Rank, D, Length>;
    return detail::sizedSlice<Told>(sub<D>(Start, Length, Stride, Where));
  }
  /// The same in each dimension.
  __attribute__((always_inline)) slice
  sub(const std::array<section, Rank> &Parts, place Where = place()) const {
    slice Result = *this;
    for (std::size_t D = 0; D < Rank; ++D)
      detail::requirePart(Parts[D], this->Shape[D], Where);
    for (std::size_t D = 0; D < Rank; ++D) {
      if (Parts[D].Length > 0)
        Result.Data += Parts[D].Start * this->Strides[D];
      Result.Shape[D] = Parts[D].Length;
      Result.Strides[D] *= Parts[D].Length > 1 ? Parts[D].Stride : 1;
    }
    return Result;
  }
  /// Element I of dimension D; the result does not have that dimension.
  template <std::size_t D, std::size_t R = Rank,
            std::enable_if_t<(R > 1), int> = 0>
  slice<T, R - 1> fix(integer I, place Where = place()) const {
    static_assert(D < R, "twofold: the slice has no such dimension");
    detail::requireIndex(I, this->Shape[D], Where);
    return without<D>(I);
  }
  template <std::size_t R = Rank, std::enable_if_t<(R > 1), int> = 0>
  slice<T, R - 1> row(integer I, place Where = place()) const {
    return fix<0>(I, Where);
  }
  template <std::size_t R = Rank, std::enable_if_t<(R > 1), int> = 0>
  slice<T, R - 1> col(integer J, place Where = place()) const {
    return fix<1>(J, Where);
  }
  /// Dimensions in the opposite order.
  slice transpose() const {
    slice Result = *this;
    for (std::size_t K = 0; K < Rank; ++K) {
      Result.Shape[K] = this->Shape[Rank - 1 - K];
      Result.Strides[K] = this->Strides[Rank - 1 - K];
    }
    return Result;
  }
  /// Dimension D from its last element to its first.
  template <std::size_t D = 0> slice reverse() const {
    static_assert(D < Rank, "twofold: the slice has no such dimension");
    slice Result = *this;
    if (this->Shape[D] > 0)
      Result.Data += (this->Shape[D] - 1) * this->Strides[D];
    Result.Strides[D] = -this->Strides[D];
    return Result;
  }

  /// The element; not checked.
  template <class... Index> T &operator()(Index... I) const {
    constexpr bool Enough = sizeof...(Index) == Rank;
    static_assert(Enough,
                  "twofold: an element has an index for each dimension");
    if constexpr (Enough)
      return this->Data[offset<0>(static_cast<std::ptrdiff_t>(I)...)];
    else
      return *this->Data;
  }
  /// The element or, of several dimensions, the row; not checked. Of an
  /// integer expression: the elements with these indices.
  template <class I> decltype(auto) operator[](const I &Index) const {
    if constexpr (detail::IsExpression<I>) {
      constexpr bool Integers = detail::IsIndex<typename I::value_type>;
      static_assert(Rank == 1, "twofold: an index slice selects elements of a "
                               "slice of rank 1");
      static_assert(Integers, "twofold: an index slice has integers");
      if constexpr (Rank == 1 && Integers)
        return detail::gathered<T, I>(*this, Index);
      else
        return slice(*this);
    } else {
      return at(static_cast<std::ptrdiff_t>(Index));
    }
  }

  TWOFOLD_ASSIGNMENTS

private:
  template <class, std::size_t, class> friend class slice;

  template <class Size> static std::ptrdiff_t lengthOf(Size Count) {
    return Count > std::size_t(PTRDIFF_MAX) ? -1 : std::ptrdiff_t(Count);
  }
  template <class Array, std::size_t... K>
  static constexpr numbers extents(std::index_sequence<K...>) {
    return {std::ptrdiff_t(std::extent_v<Array, K>)...};
  }
  template <class Array> static constexpr numbers extents() {
    return extents<Array>(std::make_index_sequence<Rank>());
  }
  template <class Span> static numbers extentsOf(const Span &From) {
    numbers Result;
    for (std::size_t K = 0; K < Rank; ++K)
      Result[K] = std::ptrdiff_t(From.extent(K));
    return Result;
  }
  template <class Span> static numbers stridesOf(const Span &From) {
    numbers Result;
    for (std::size_t K = 0; K < Rank; ++K)
      Result[K] = std::ptrdiff_t(From.stride(K));
    return Result;
  }
  template <std::size_t D, class... Rest>
  std::ptrdiff_t offset(std::ptrdiff_t I, Rest... J) const {
    if constexpr (D + 1 == Rank)
      return I * this->Strides[D];
    else
      return I * this->Strides[D] + offset<D + 1>(J...);
  }
  decltype(auto) at(std::ptrdiff_t I) const {
    if constexpr (Rank == 1)
      return (this->Data[I * this->Strides[0]]);
    else
      return without<0>(I);
  }
  template <std::size_t D, std::size_t... K>
  auto without(std::ptrdiff_t I, std::index_sequence<K...>) const {
    return slice<T, Rank - 1>(
        detail::view<T, Rank - 1>{this->Data + I * this->Strides[D],
                                  {this->Shape[K < D ? K : K + 1]...},
                                  {this->Strides[K < D ? K : K + 1]...}});
  }
  template <std::size_t D> auto without(std::ptrdiff_t I) const {
    return without<D>(I, std::make_index_sequence<Rank - 1>());
  }
  /// A part of a slice: there is nothing to check.
  explicit slice(const view &Part) : view(Part) {}
};

/// Lengths may have any type, so that a braced list is not taken for one.
template <
    class T, class N,
    std::enable_if_t<
        std::is_convertible_v<N, std::ptrdiff_t> || detail::IsCut<N>, int> = 0>
slice(T *, const N &) -> slice<T, 1>;
template <class T, class N, class M,
          std::enable_if_t<std::is_convertible_v<N, std::ptrdiff_t> &&
                               std::is_convertible_v<M, std::ptrdiff_t>,
                           int> = 0>
slice(T *, const N &, const M &) -> slice<T, 2>;
template <class T, class N, class M, class L,
          std::enable_if_t<std::is_convertible_v<N, std::ptrdiff_t> &&
                               std::is_convertible_v<M, std::ptrdiff_t> &&
                               std::is_convertible_v<L, std::ptrdiff_t>,
                           int> = 0>
slice(T *, const N &, const M &, const L &) -> slice<T, 3>;
template <class T, std::size_t Rank>
slice(T *, const std::ptrdiff_t (&)[Rank]) -> slice<T, Rank>;
template <class T, std::size_t Rank>
slice(T *, const std::ptrdiff_t (&)[Rank], const std::ptrdiff_t (&)[Rank])
    -> slice<T, Rank>;
template <class T, std::size_t Rank>
slice(T *, const std::array<std::ptrdiff_t, Rank> &) -> slice<T, Rank>;
template <class T, std::size_t Rank>
slice(T *, const std::array<std::ptrdiff_t, Rank> &,
      const std::array<std::ptrdiff_t, Rank> &) -> slice<T, Rank>;

} // namespace twofold

#endif
