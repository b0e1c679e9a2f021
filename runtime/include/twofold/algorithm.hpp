// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/algorithm.hpp - algorithms over elements on their own ------===//
//
// As in <algorithm>, with twofold::par as the execution policy. Each is one
// annotated loop, which runs on the CPU's threads or on an OpenCL device;
// without the plugin, and over iterators that cannot jump, it runs in order. An
// exception of a function object reaches the caller.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_ALGORITHM_HPP
#define TWOFOLD_ALGORITHM_HPP

#include "elements.hpp"

#include <algorithm>

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold {

template <class It, class Function>
void for_each(const parallel_policy &, It First, It Last, Function F) {
  if constexpr (detail::Divisible<It>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    const auto Data = detail::base(Count, First);
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      F(Data[I]);
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    std::for_each(First, Last, F);
  }
}

template <class It, class Size, class Function>
It for_each_n(const parallel_policy &, It First, Size N, Function F) {
  const auto Count = static_cast<std::ptrdiff_t>(N);
  if constexpr (detail::Divisible<It>) {
    if (Count <= 0)
      return First;
    const auto Data = detail::base(Count, First);
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      F(Data[I]);
    return First + Count;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    for (std::ptrdiff_t I = 0; I < Count; ++I, ++First)
      F(*First);
    return First;
  }
}

template <class It, class Out, class Function>
Out transform(const parallel_policy &, It First, It Last, Out To, Function F) {
  if constexpr (detail::Divisible<It, Out>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    const auto From = detail::base(Count, First);
    const auto Data = detail::base(Count, To);
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      Data[I] = F(From[I]);
    return To + Count;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It, Out>>();
    return std::transform(First, Last, To, F);
  }
}

template <class It1, class It2, class Out, class Function>
Out transform(const parallel_policy &, It1 First, It1 Last, It2 Second, Out To,
              Function F) {
  if constexpr (detail::Divisible<It1, It2, Out>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    const auto Left = detail::base(Count, First);
    const auto Right = detail::base(Count, Second);
    const auto Data = detail::base(Count, To);
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      Data[I] = F(Left[I], Right[I]);
    return To + Count;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It1, It2, Out>>();
    return std::transform(First, Last, Second, To, F);
  }
}

template <class It, class T>
void fill(const parallel_policy &, It First, It Last, const T &Value) {
  if constexpr (detail::Divisible<It>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    const auto Data = detail::base(Count, First);
    const auto Copy = Value; // which may be one of the elements
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      Data[I] = Copy;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    std::fill(First, Last, Value);
  }
}

template <class It, class Size, class T>
It fill_n(const parallel_policy &, It First, Size N, const T &Value) {
  if constexpr (detail::Divisible<It>) {
    const auto Count = static_cast<std::ptrdiff_t>(N);
    if (Count <= 0)
      return First;
    const auto Data = detail::base(Count, First);
    const auto Copy = Value;
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      Data[I] = Copy;
    return First + Count;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    return std::fill_n(First, N, Value);
  }
}

template <class It, class Out>
Out copy(const parallel_policy &, It First, It Last, Out To) {
  if constexpr (detail::Divisible<It, Out>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    const auto From = detail::base(Count, First);
    const auto Data = detail::base(Count, To);
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      Data[I] = From[I];
    return To + Count;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It, Out>>();
    return std::copy(First, Last, To);
  }
}

template <class It, class Size, class Out>
Out copy_n(const parallel_policy &, It First, Size N, Out To) {
  if constexpr (detail::Divisible<It, Out>) {
    const auto Count = static_cast<std::ptrdiff_t>(N);
    if (Count <= 0)
      return To;
    const auto From = detail::base(Count, First);
    const auto Data = detail::base(Count, To);
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      Data[I] = From[I];
    return To + Count;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It, Out>>();
    return std::copy_n(First, N, To);
  }
}

template <class It, class Predicate>
typename std::iterator_traits<It>::difference_type
count_if(const parallel_policy &, It First, It Last, Predicate P) {
  if constexpr (detail::isRandomAccess<It>()) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    const auto Data = detail::base(Count, First);
    std::ptrdiff_t Found = 0;
#pragma twofold parallel for reduction(+ : Found)
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      Found += P(Data[I]) ? 1 : 0;
    return Found;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    return std::count_if(First, Last, P);
  }
}

template <class It, class T>
typename std::iterator_traits<It>::difference_type
count(const parallel_policy &, It First, It Last, const T &Value) {
  if constexpr (detail::isRandomAccess<It>()) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    const auto Data = detail::base(Count, First);
    const auto Wanted = Value;
    std::ptrdiff_t Found = 0;
#pragma twofold parallel for reduction(+ : Found)
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      Found += Data[I] == Wanted ? 1 : 0;
    return Found;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    return std::count(First, Last, Value);
  }
}

template <class It, class Predicate, class T>
void replace_if(const parallel_policy &, It First, It Last, Predicate P,
                const T &Value) {
  if constexpr (detail::Divisible<It>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    const auto Data = detail::base(Count, First);
    const auto Copy = Value;
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      if (P(Data[I]))
        Data[I] = Copy;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    std::replace_if(First, Last, P, Value);
  }
}

template <class It, class T>
void replace(const parallel_policy &, It First, It Last, const T &Old,
             const T &Value) {
  if constexpr (detail::Divisible<It>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    const auto Data = detail::base(Count, First);
    const auto From = Old, To = Value;
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Count; ++I)
      if (Data[I] == From)
        Data[I] = To;
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    std::replace(First, Last, Old, Value);
  }
}

} // namespace twofold

#endif
