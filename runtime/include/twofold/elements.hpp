// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/elements.hpp - how the algorithms reach their elements -----===//
//
// The execution policy, and what turns iterators into something that a parallel
// loop can subscript: raw pointers where the elements lie side by side (a
// device can take those), the iterator itself otherwise.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_ELEMENTS_HPP
#define TWOFOLD_ELEMENTS_HPP

#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>
#if __cplusplus >= 202002L
#include <ranges>
#endif

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold {

/// The type of `twofold::par`. Its namespace makes `transform(twofold::par,
/// ...)` find the algorithms here without a using-declaration.
class parallel_policy {};

/// Asserts what an annotated loop asserts: the calls of the function objects
/// are independent of each other.
inline constexpr parallel_policy par{};

/// The function objects that std lacks; reductions with them become kernels.
template <class T = void> struct minimum {
  constexpr T operator()(const T &A, const T &B) const { return B < A ? B : A; }
};
template <> struct minimum<void> {
  template <class T> constexpr T operator()(const T &A, const T &B) const {
    return B < A ? B : A;
  }
};
template <class T = void> struct maximum {
  constexpr T operator()(const T &A, const T &B) const { return A < B ? B : A; }
};
template <> struct maximum<void> {
  template <class T> constexpr T operator()(const T &A, const T &B) const {
    return A < B ? B : A;
  }
};

namespace detail {

template <class It>
using value_of = typename std::iterator_traits<It>::value_type;

template <class It, class = void> struct category {
  static constexpr bool RandomAccess = false, Output = false;
};
template <class It>
struct category<
    It, std::void_t<typename std::iterator_traits<It>::iterator_category>> {
  static constexpr bool Output =
      std::is_same_v<std::output_iterator_tag,
                     typename std::iterator_traits<It>::iterator_category>;
  static constexpr bool RandomAccess =
      std::is_base_of_v<std::random_access_iterator_tag,
                        typename std::iterator_traits<It>::iterator_category>;
};

template <class It> constexpr bool isRandomAccess() {
#if defined(__cpp_lib_ranges)
  if constexpr (std::random_access_iterator<It>)
    return true; // also views, whose C++17 category is a lower one
#endif
  return category<It>::RandomAccess;
}

/// std::vector<bool>: neighbours share a byte, so nobody may write two of them
/// at once.
template <class It> constexpr bool isPacked() {
  return std::is_same_v<It, std::vector<bool>::iterator> ||
         std::is_same_v<It, std::vector<bool>::const_iterator>;
}

/// Whether one iteration for each element can run in any order. Where not, the
/// algorithms run in order.
template <class... It>
inline constexpr bool Divisible =
    (isRandomAccess<It>() && ...) && !(isPacked<It>() || ...);

/// Why an algorithm runs in order: its iterators make single steps, its
/// elements share bytes, do not lie in a row as plain values, or are of two
/// types, or its results are taken one after the other.
enum class in_order { Steps, Bits, Elements, Types, Outputs };

template <class... It>
inline constexpr in_order WhyInOrder =
    (isPacked<It>() || ...)         ? in_order::Bits
    : (category<It>::Output || ...) ? in_order::Outputs
                                    : in_order::Steps;

/// Does nothing. The plugin warns where an algorithm is called that comes here.
template <in_order Why> void runsInOrder() {}

template <class It> constexpr bool isContiguous() {
#if defined(__cpp_lib_ranges)
  if constexpr (std::contiguous_iterator<It>)
    return true;
#endif
  if constexpr (category<It>::RandomAccess) {
    using T = value_of<It>;
    if constexpr (std::is_object_v<T> && std::is_same_v<T, std::decay_t<T>> &&
                  !std::is_same_v<T, bool>)
      return std::is_same_v<It, typename std::vector<T>::iterator> ||
             std::is_same_v<It, typename std::vector<T>::const_iterator>;
  }
  return false;
}

/// First, First + 1, ...: a view of numbers, and the positions in a range.
template <class T> struct numbers_from {
  T First;
  constexpr T operator[](std::ptrdiff_t I) const {
    return static_cast<T>(First + static_cast<T>(I));
  }
};

template <class It> constexpr bool isIota() {
#if defined(__cpp_lib_ranges)
  if constexpr (std::is_integral_v<value_of<It>> &&
                !std::is_same_v<value_of<It>, bool>) {
    using T = value_of<It>;
    return std::is_same_v<
               It, std::ranges::iterator_t<std::ranges::iota_view<T, T>>> ||
           std::is_same_v<It,
                          std::ranges::iterator_t<std::ranges::iota_view<T>>>;
  }
#endif
  return false;
}

/// Something to be subscripted with 0 .. Count - 1.
template <class It> auto base([[maybe_unused]] std::ptrdiff_t Count, It First) {
  if constexpr (std::is_pointer_v<It>)
    return First;
  else if constexpr (isContiguous<It>())
    return Count > 0 ? std::addressof(*First) : nullptr;
  else if constexpr (isIota<It>())
    return numbers_from<value_of<It>>{*First};
  else
    return First;
}

/// The transformation that does nothing. Scalars by value: a device has no
/// references between its memories.
struct identity {
  template <class T>
  constexpr std::conditional_t<std::is_scalar_v<T>, T, const T &>
  operator()(const T &Value) const {
    return Value;
  }
};

} // namespace detail
} // namespace twofold

#endif
