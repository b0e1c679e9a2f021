// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/numeric.hpp - reductions -----------------------------------===//
//
// reduce and transform_reduce as in <numeric>, with twofold::par. A sum,
// product, minimum, maximum or bit operation of numbers, named by its function
// object, is a reduction loop. Any other operation must be associative, need
// not commute, and is applied from left to right within blocks.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_NUMERIC_HPP
#define TWOFOLD_NUMERIC_HPP

#include "blocks.hpp"

#include <functional>
#include <numeric>

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold {
namespace detail {

enum class operation { Add, Mul, And, Or, Xor, LAnd, LOr, Min, Max, Other };

/// Whether Op is Named<void> or Named<T>.
template <template <class> class Named, class Op, class T>
inline constexpr bool IsNamed =
    std::is_same_v<Op, Named<void>> || std::is_same_v<Op, Named<T>>;

/// What Op does when it folds numbers of type Value into one of type T.
template <class Op, class T, class Value> constexpr operation operationOf() {
  if constexpr (std::is_same_v<T, bool> && std::is_same_v<Value, bool>) {
    if (IsNamed<std::logical_and, Op, T>)
      return operation::LAnd;
    if (IsNamed<std::logical_or, Op, T>)
      return operation::LOr;
  } else if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<Value> &&
                       !std::is_same_v<T, bool>) {
    // Every value converts to T without loss of what T could hold.
    constexpr bool Widens = std::is_same_v<std::common_type_t<T, Value>, T>;
    constexpr bool Same = std::is_same_v<T, Value>;
    if (Widens && IsNamed<std::plus, Op, T>)
      return operation::Add;
    if (Widens && IsNamed<std::multiplies, Op, T>)
      return operation::Mul;
    if (Same && IsNamed<minimum, Op, T>)
      return operation::Min;
    if (Same && IsNamed<maximum, Op, T>)
      return operation::Max;
    if (Same && std::is_integral_v<T>) {
      if (IsNamed<std::bit_and, Op, T>)
        return operation::And;
      if (IsNamed<std::bit_or, Op, T>)
        return operation::Or;
      if (IsNamed<std::bit_xor, Op, T>)
        return operation::Xor;
    }
  }
  return operation::Other;
}

/// What is in each of the blocks, combined.
template <class T, class Op, class Map, class... Base>
auto blockPartials(const block_cut &Cut, Op Reduce, Map Transform,
                   Base... Data) {
  const std::ptrdiff_t Blocks = Cut.Blocks, Length = Cut.Length;
  auto Values = blockValues<T>(Blocks);
  block_value<T> *const Partials = Values.get();
#pragma twofold parallel for
  for (std::ptrdiff_t Block = 0; Block < Blocks; ++Block) {
    const std::ptrdiff_t Begin = Block * Length, End = Begin + Length;
    T Partial =
        Reduce(Transform(Data[Begin]...), Transform(Data[Begin + 1]...));
    for (std::ptrdiff_t I = Begin + 2; I < End; ++I)
      Partial = Reduce(Partial, Transform(Data[I]...));
    if constexpr (IsPlain<T>)
      Partials[Block] = Partial;
    else
      Partials[Block].emplace(std::move(Partial));
  }
  return Values;
}

template <class T, class Op, class Map, class... Base>
T foldBlocks(std::ptrdiff_t Count, T Sum, Op Reduce, Map Transform,
             Base... Data) {
  const block_cut Cut(Count);
  if (Cut.Blocks > 1) {
    const auto Partials = blockPartials<T>(Cut, Reduce, Transform, Data...);
    for (std::ptrdiff_t Block = 0; Block < Cut.Blocks; ++Block)
      Sum = Reduce(Sum, valueOf<T>(Partials[Block]));
  }
  for (std::ptrdiff_t I = Cut.Rest; I < Count; ++I)
    Sum = Reduce(Sum, Transform(Data[I]...));
  return Sum;
}

// One loop for each operation: the clause has to name it.
#define TWOFOLD_PRAGMA(Text) _Pragma(#Text)
#define TWOFOLD_FOLD(Operator, Statement)                                      \
  TWOFOLD_PRAGMA(twofold parallel for reduction(Operator : Sum))               \
  for (std::ptrdiff_t I = 0; I < Count; ++I) {                                 \
    const auto Value = Transform(Data[I]...);                                  \
    Statement;                                                                 \
  }

/// Init, combined with Map(Data[0]...) .. Map(Data[Count - 1]...).
template <class T, class Op, class Map, class... Base>
T fold(std::ptrdiff_t Count, T Init, Op Reduce, Map Transform, Base... Data) {
  using Value = std::decay_t<decltype(Transform(Data[0]...))>;
  constexpr operation Known = operationOf<Op, T, Value>();
  if constexpr (Known == operation::Other) {
    return foldBlocks(Count, std::move(Init), Reduce, Transform, Data...);
  } else {
    T Sum = Init;
    if constexpr (Known == operation::Add)
      TWOFOLD_FOLD(+, Sum += Value)
    else if constexpr (Known == operation::Mul)
      TWOFOLD_FOLD(*, Sum *= Value)
    else if constexpr (Known == operation::And)
      TWOFOLD_FOLD(&, Sum &= Value)
    else if constexpr (Known == operation::Or)
      TWOFOLD_FOLD(|, Sum |= Value)
    else if constexpr (Known == operation::Xor)
      TWOFOLD_FOLD(^, Sum ^= Value)
    else if constexpr (Known == operation::LAnd)
      TWOFOLD_FOLD(&&, Sum = Sum && Value)
    else if constexpr (Known == operation::LOr)
      TWOFOLD_FOLD(||, Sum = Sum || Value)
    else if constexpr (Known == operation::Min)
      TWOFOLD_FOLD(min, if (Value < Sum) Sum = Value)
    else
      TWOFOLD_FOLD(max, if (Sum < Value) Sum = Value)
    return Sum;
  }
}

#undef TWOFOLD_FOLD
#undef TWOFOLD_PRAGMA

} // namespace detail

template <class It, class T, class Op>
T reduce(const parallel_policy &, It First, It Last, T Init, Op Reduce) {
  if constexpr (detail::isRandomAccess<It>()) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    return detail::fold(Count, std::move(Init), Reduce, detail::identity(),
                        detail::base(Count, First));
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    for (; First != Last; ++First)
      Init = Reduce(Init, *First);
    return Init;
  }
}

template <class It, class T>
T reduce(const parallel_policy &Policy, It First, It Last, T Init) {
  return twofold::reduce(Policy, First, Last, std::move(Init), std::plus<>());
}

template <class It>
detail::value_of<It> reduce(const parallel_policy &Policy, It First, It Last) {
  return twofold::reduce(Policy, First, Last, detail::value_of<It>(),
                         std::plus<>());
}

template <class It, class T, class Op, class Map>
T transform_reduce(const parallel_policy &, It First, It Last, T Init,
                   Op Reduce, Map Transform) {
  if constexpr (detail::isRandomAccess<It>()) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    return detail::fold(Count, std::move(Init), Reduce, Transform,
                        detail::base(Count, First));
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    for (; First != Last; ++First)
      Init = Reduce(Init, Transform(*First));
    return Init;
  }
}

template <class It1, class It2, class T, class Op, class Map>
T transform_reduce(const parallel_policy &, It1 First, It1 Last, It2 Second,
                   T Init, Op Reduce, Map Transform) {
  if constexpr (detail::isRandomAccess<It1>() &&
                detail::isRandomAccess<It2>()) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    return detail::fold(Count, std::move(Init), Reduce, Transform,
                        detail::base(Count, First),
                        detail::base(Count, Second));
  } else {
    detail::runsInOrder<detail::WhyInOrder<It1, It2>>();
    for (; First != Last; ++First, ++Second)
      Init = Reduce(Init, Transform(*First, *Second));
    return Init;
  }
}

template <class It1, class It2, class T>
T transform_reduce(const parallel_policy &Policy, It1 First, It1 Last,
                   It2 Second, T Init) {
  return twofold::transform_reduce(Policy, First, Last, Second, std::move(Init),
                                   std::plus<>(), std::multiplies<>());
}

} // namespace twofold

#endif
