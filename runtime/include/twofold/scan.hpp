// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/scan.hpp - prefix sums -------------------------------------===//
//
// The scans of <numeric> with twofold::par. Three steps: fold each block, scan
// the blocks' results, scan each block from its start value. The operation must
// be associative and need not commute. Input and output may be the same. Scans
// of numbers by an operation that is known have kernels of their own
// (tilekernels.hpp).
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_SCAN_HPP
#define TWOFOLD_SCAN_HPP

#include "tilekernels.hpp"

#include <limits>

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold {
namespace detail {

template <bool Inclusive, class T, class Op, class Map, class In, class Out>
void scan(std::ptrdiff_t Count, T Sum, Op Reduce, Map Transform, In From,
          Out To) {
  if constexpr (std::is_same_v<Map, identity> && std::is_same_v<Out, T *> &&
                (std::is_same_v<In, T *> || std::is_same_v<In, const T *>)) {
    if constexpr (HasTiles<T, Op>)
      return scanTiles<Inclusive>(Count, Sum, Reduce, From, To);
  }
  const block_cut Cut(Count);
  if (Cut.Blocks > 1) {
    const std::ptrdiff_t Blocks = Cut.Blocks, Length = Cut.Length;
    const auto Values = blockPartials<T>(Cut, Reduce, Transform, From);
    block_value<T> *const Starts = Values.get();
    for (std::ptrdiff_t Block = 0; Block < Blocks; ++Block) {
      T Next = Reduce(Sum, valueOf<T>(Starts[Block]));
      Starts[Block] = std::move(Sum);
      Sum = std::move(Next);
    }
#pragma twofold parallel for
    for (std::ptrdiff_t Block = 0; Block < Blocks; ++Block) {
      const std::ptrdiff_t Begin = Block * Length, End = Begin + Length;
      T Running = valueOf<T>(Starts[Block]);
      for (std::ptrdiff_t I = Begin; I < End; ++I)
        if constexpr (Inclusive) {
          Running = Reduce(Running, Transform(From[I]));
          To[I] = Running;
        } else {
          T Next = Reduce(Running, Transform(From[I])); // To may be From
          To[I] = Running;
          Running = std::move(Next);
        }
    }
  }
  for (std::ptrdiff_t I = Cut.Rest; I < Count; ++I)
    if constexpr (Inclusive) {
      Sum = Reduce(Sum, Transform(From[I]));
      To[I] = Sum;
    } else {
      T Next = Reduce(Sum, Transform(From[I]));
      To[I] = Sum;
      Sum = std::move(Next);
    }
}

/// Numbers in memory whose scan may start from one that changes none of them:
/// then the host looks at no element, which may be on a device. A minimum of
/// floating-point numbers has none, as the first may be a NaN.
template <class It, class Out, class Op, class Map>
constexpr bool startsFromNeutral() {
  if constexpr (isRandomAccess<It>() && Divisible<Out> &&
                std::is_same_v<Map, identity>) {
    using T = value_of<It>;
    using from = decltype(base(std::ptrdiff_t(), std::declval<It>()));
    constexpr operation By = operationOf<Op, T, T>();
    return std::is_same_v<decltype(base(std::ptrdiff_t(), std::declval<Out>())),
                          T *> &&
           (std::is_same_v<from, T *> || std::is_same_v<from, const T *>) &&
           HasTiles<T, Op> &&
           !(std::is_floating_point_v<T> &&
             (By == operation::Min || By == operation::Max));
  } else {
    return false;
  }
}

template <class T, class Op> constexpr T neutral() {
  using limits = std::numeric_limits<T>;
  switch (operationOf<Op, T, T>()) {
  case operation::Add:
    return std::is_floating_point_v<T> ? T(-0.0) : T(0);
  case operation::Mul:
    return T(1);
  case operation::And:
    return static_cast<T>(-1);
  case operation::Min:
    return limits::max();
  case operation::Max:
    return limits::lowest();
  default:
    return T(0);
  }
}

} // namespace detail

template <class It, class Out, class Op, class Map, class T>
Out transform_inclusive_scan(const parallel_policy &, It First, It Last, Out To,
                             Op Reduce, Map Transform, T Init) {
  if constexpr (detail::isRandomAccess<It>() && detail::Divisible<Out>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    detail::scan<true>(Count, std::move(Init), Reduce, Transform,
                       detail::base(Count, First), detail::base(Count, To));
    return To + Count;
  } else {
    detail::runsInOrder<detail::WhyInOrder<Out>>();
    return std::transform_inclusive_scan(First, Last, To, Reduce, Transform,
                                         std::move(Init));
  }
}

/// Without a start value the first element is one.
template <class It, class Out, class Op, class Map>
Out transform_inclusive_scan(const parallel_policy &Policy, It First, It Last,
                             Out To, Op Reduce, Map Transform) {
  if (First == Last)
    return To;
  if constexpr (detail::startsFromNeutral<It, Out, Op, Map>()) {
    return twofold::transform_inclusive_scan(
        Policy, First, Last, To, Reduce, Transform,
        detail::neutral<detail::value_of<It>, Op>());
  } else {
    detail::value_of<It> Init = Transform(*First);
    *To = Init;
    return twofold::transform_inclusive_scan(
        Policy, ++First, Last, ++To, Reduce, Transform, std::move(Init));
  }
}

template <class It, class Out, class Op, class T>
Out inclusive_scan(const parallel_policy &Policy, It First, It Last, Out To,
                   Op Reduce, T Init) {
  return twofold::transform_inclusive_scan(Policy, First, Last, To, Reduce,
                                           detail::identity(), std::move(Init));
}

template <class It, class Out, class Op>
Out inclusive_scan(const parallel_policy &Policy, It First, It Last, Out To,
                   Op Reduce) {
  return twofold::transform_inclusive_scan(Policy, First, Last, To, Reduce,
                                           detail::identity());
}

template <class It, class Out>
Out inclusive_scan(const parallel_policy &Policy, It First, It Last, Out To) {
  return twofold::inclusive_scan(Policy, First, Last, To, std::plus<>());
}

template <class It, class Out, class T, class Op, class Map>
Out transform_exclusive_scan(const parallel_policy &, It First, It Last, Out To,
                             T Init, Op Reduce, Map Transform) {
  if constexpr (detail::isRandomAccess<It>() && detail::Divisible<Out>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    detail::scan<false>(Count, std::move(Init), Reduce, Transform,
                        detail::base(Count, First), detail::base(Count, To));
    return To + Count;
  } else {
    detail::runsInOrder<detail::WhyInOrder<Out>>();
    return std::transform_exclusive_scan(First, Last, To, std::move(Init),
                                         Reduce, Transform);
  }
}

template <class It, class Out, class T, class Op>
Out exclusive_scan(const parallel_policy &Policy, It First, It Last, Out To,
                   T Init, Op Reduce) {
  return twofold::transform_exclusive_scan(
      Policy, First, Last, To, std::move(Init), Reduce, detail::identity());
}

template <class It, class Out, class T>
Out exclusive_scan(const parallel_policy &Policy, It First, It Last, Out To,
                   T Init) {
  return twofold::exclusive_scan(Policy, First, Last, To, std::move(Init),
                                 std::plus<>());
}

} // namespace twofold

#endif
