// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/search.hpp - questions about all elements ------------------===//
//
// As in <algorithm>, with twofold::par. Every element is looked at: the answer
// of an early one does not stop the others.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_SEARCH_HPP
#define TWOFOLD_SEARCH_HPP

#include "numeric.hpp"

#include <algorithm>

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold {
namespace detail {

/// Whether a predicate holds, as a bool.
template <class Predicate> struct holds {
  Predicate P;
  template <class... T> bool operator()(T &&...Value) {
    return static_cast<bool>(P(static_cast<T &&>(Value)...));
  }
};

/// The later of two positions if its element comes before the other's, or after
/// it, else the earlier one.
template <bool Largest, class Base, class Compare> struct chosen_of {
  Base Data;
  Compare Less;
  std::ptrdiff_t operator()(std::ptrdiff_t A, std::ptrdiff_t B) {
    if constexpr (Largest)
      return Less(Data[A], Data[B]) ? B : A;
    else
      return Less(Data[B], Data[A]) ? B : A;
  }
};

/// Whether elements are numbers in memory, compared by their own < or >.
template <template <class> class Named, class Base, class Compare>
constexpr bool comparesNumbers() {
  if constexpr (std::is_pointer_v<Base>) {
    using T = std::remove_cv_t<std::remove_pointer_t<Base>>;
    return std::is_arithmetic_v<T> && !std::is_same_v<T, bool> &&
           !std::is_volatile_v<std::remove_pointer_t<Base>> &&
           IsNamed<Named, Compare, T>;
  } else {
    return false;
  }
}

/// Where the first of the least, or greatest, numbers is; Data[0] if that is a
/// NaN.
#define TWOFOLD_EXTREME(Name, Before)                                          \
  template <class T> std::ptrdiff_t Name(std::ptrdiff_t Count, T *Data) {      \
    std::ptrdiff_t At = 0;                                                     \
    if (Count < 2)                                                             \
      return At;                                                               \
    std::remove_cv_t<T> Best = Data[0];                                        \
    _Pragma("twofold parallel for") for (std::ptrdiff_t I = 1; I < Count;      \
                                         ++I) if (Data[I] Before Best) {       \
      Best = Data[I];                                                          \
      At = I;                                                                  \
    }                                                                          \
    return At;                                                                 \
  }
TWOFOLD_EXTREME(leastOf, <)
TWOFOLD_EXTREME(greatestOf, >)
#undef TWOFOLD_EXTREME

/// The first of the smallest, or largest, elements.
template <bool Largest, class It, class Compare>
It extremeOf(It First, It Last, Compare Less) {
  const auto Count = static_cast<std::ptrdiff_t>(Last - First);
  const auto Data = detail::base(Count, First);
  using Base = std::decay_t<decltype(Data)>;
  constexpr bool Up = comparesNumbers<std::less, Base, Compare>(),
                 Down = comparesNumbers<std::greater, Base, Compare>();
  if constexpr (Largest ? Down : Up)
    return First + leastOf(Count, Data);
  else if constexpr (Largest ? Up : Down)
    return First + greatestOf(Count, Data);
  else
    return First + fold(Count, std::ptrdiff_t(0),
                        chosen_of<Largest, Base, Compare>{Data, Less},
                        identity(), numbers_from<std::ptrdiff_t>{0});
}

} // namespace detail

template <class It, class Predicate>
bool any_of(const parallel_policy &Policy, It First, It Last, Predicate P) {
  return twofold::transform_reduce(Policy, First, Last, false,
                                   std::logical_or<>(),
                                   detail::holds<Predicate>{P});
}

template <class It, class Predicate>
bool all_of(const parallel_policy &Policy, It First, It Last, Predicate P) {
  return twofold::transform_reduce(Policy, First, Last, true,
                                   std::logical_and<>(),
                                   detail::holds<Predicate>{P});
}

template <class It, class Predicate>
bool none_of(const parallel_policy &Policy, It First, It Last, Predicate P) {
  return !twofold::any_of(Policy, First, Last, P);
}

template <class It1, class It2, class Predicate>
bool equal(const parallel_policy &Policy, It1 First, It1 Last, It2 Second,
           Predicate P) {
  return twofold::transform_reduce(Policy, First, Last, Second, true,
                                   std::logical_and<>(),
                                   detail::holds<Predicate>{P});
}

template <class It1, class It2>
bool equal(const parallel_policy &Policy, It1 First, It1 Last, It2 Second) {
  return twofold::equal(Policy, First, Last, Second, std::equal_to<>());
}

/// The first of the smallest elements; Last where there is none.
template <class It, class Compare>
It min_element(const parallel_policy &, It First, It Last, Compare Less) {
  if constexpr (detail::isRandomAccess<It>()) {
    return detail::extremeOf<false>(First, Last, Less);
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    return std::min_element(First, Last, Less);
  }
}

template <class It>
It min_element(const parallel_policy &Policy, It First, It Last) {
  return twofold::min_element(Policy, First, Last, std::less<>());
}

/// The first of the largest elements; Last where there is none.
template <class It, class Compare>
It max_element(const parallel_policy &, It First, It Last, Compare Less) {
  if constexpr (detail::isRandomAccess<It>()) {
    return detail::extremeOf<true>(First, Last, Less);
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    return std::max_element(First, Last, Less);
  }
}

template <class It>
It max_element(const parallel_policy &Policy, It First, It Last) {
  return twofold::max_element(Policy, First, Last, std::less<>());
}

} // namespace twofold

#endif
