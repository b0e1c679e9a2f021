// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/sort.hpp - sorts -------------------------------------------===//
//
// As in <algorithm>, with twofold::par. All of them are stable. Contiguous
// numbers of 32 or 64 bits by < or > have kernels (sortkernels.hpp); blocks of
// anything else are sorted by threads, and merged in pairs.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_SORT_HPP
#define TWOFOLD_SORT_HPP

#include "sortkernels.hpp"

#include <vector>

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold {
namespace detail {

/// Two sorted ranges become one. What std::inplace_merge does, which some
/// compilers warn of.
template <class It, class Compare>
void mergePair(It First, It Middle, It Last, Compare &Less) {
  if (First == Middle || Middle == Last || !Less(*Middle, *std::prev(Middle)))
    return;
  std::vector<value_of<It>> Left(std::make_move_iterator(First),
                                 std::make_move_iterator(Middle));
  auto From = Left.begin();
  while (From != Left.end() && Middle != Last)
    if (Less(*Middle, *From))
      *First++ = std::move(*Middle++);
    else
      *First++ = std::move(*From++);
  std::move(From, Left.end(), First);
}

template <class It, class Compare>
void sortBlock(It First, It Last, Compare &Less) {
  constexpr std::ptrdiff_t Few = 24;
  const auto Count = static_cast<std::ptrdiff_t>(Last - First);
  if (Count > Few) {
    const It Middle = First + Count / 2;
    sortBlock(First, Middle, Less);
    sortBlock(Middle, Last, Less);
    return mergePair(First, Middle, Last, Less);
  }
  for (It I = First; I != Last; ++I) {
    value_of<It> Value = std::move(*I);
    It To = I;
    for (; To != First && Less(Value, *std::prev(To)); --To)
      *To = std::move(*std::prev(To));
    *To = std::move(Value);
  }
}

/// Stable. Blocks are 2 to the power of some number, which depends on Count
/// alone.
template <class It, class Compare>
void mergeSort(It First, std::ptrdiff_t Count, Compare Less) {
  constexpr std::ptrdiff_t Most = 64, Least = 4096;
  std::ptrdiff_t Blocks = 1;
  while (Blocks < Most && Count / (2 * Blocks) >= Least)
    Blocks *= 2;
  const auto At = [First, Count, Blocks](std::ptrdiff_t Block) {
    return First + Count / Blocks * Block +
           (Block < Count % Blocks ? Block : Count % Blocks);
  };
  if (Blocks == 1)
    return sortBlock(First, First + Count, Less);
#pragma twofold parallel for device(native) independent
  for (std::ptrdiff_t Block = 0; Block < Blocks; ++Block) {
    Compare Own = Less;
    sortBlock(At(Block), At(Block + 1), Own);
  }
  for (std::ptrdiff_t Each = 1; Each < Blocks; Each *= 2) {
    const std::ptrdiff_t Pairs = Blocks / (2 * Each);
#pragma twofold parallel for device(native) independent
    for (std::ptrdiff_t Pair = 0; Pair < Pairs; ++Pair) {
      Compare Own = Less;
      mergePair(At(2 * Pair * Each), At((2 * Pair + 1) * Each),
                At((2 * Pair + 2) * Each), Own);
    }
  }
}

/// Numbers in their order, by kernels where there are enough of them.
template <bool Down, class T> void sortNumbers(T *Keys, std::ptrdiff_t Count) {
  if (Count >= FewSorted &&
      sort_kernels<T, Down, void>::sort(Count, Keys, nullptr))
    return;
  mergeSort(Keys, Count, sort_order<T, Down>());
}

/// Where each element comes from.
template <class It, class Compare>
std::vector<std::ptrdiff_t> sortedPlaces(It Keys, std::ptrdiff_t Count,
                                         Compare Less) {
  std::vector<std::ptrdiff_t> From(static_cast<std::size_t>(Count));
  for (std::ptrdiff_t I = 0; I < Count; ++I)
    From[static_cast<std::size_t>(I)] = I;
  mergeSort(From.data(), Count,
            [Keys, Less](std::ptrdiff_t A, std::ptrdiff_t B) {
              return Less(Keys[A], Keys[B]);
            });
  return From;
}

/// Keys and values, in this order. Nothing has moved where there is no memory
/// for as many again.
template <class It, class ValueIt>
void moveBoth(const std::vector<std::ptrdiff_t> &From, It Keys,
              ValueIt Values) {
  std::vector<value_of<It>> SortedKeys;
  std::vector<value_of<ValueIt>> Sorted;
  SortedKeys.reserve(From.size());
  Sorted.reserve(From.size());
  for (std::ptrdiff_t I : From) {
    SortedKeys.push_back(std::move(Keys[I]));
    Sorted.push_back(std::move(Values[I]));
  }
  std::move(SortedKeys.begin(), SortedKeys.end(), Keys);
  std::move(Sorted.begin(), Sorted.end(), Values);
}

/// Values that are moved as words along with keys.
template <class V>
inline constexpr bool IsWord =
    std::is_trivially_copyable_v<V> && (sizeof(V) == 4 || sizeof(V) == 8) &&
    alignof(V) == sizeof(V);

/// Whether It leads to numbers in memory that Compare puts in order, upwards or
/// downwards.
template <class It, class Compare> constexpr bool sortsNumbers() {
  if constexpr (isContiguous<It>() || std::is_pointer_v<It>)
    return (SortsUp<value_of<It>, Compare> ||
            SortsDown<value_of<It>, Compare>) &&
           !std::is_volatile_v<std::remove_reference_t<
               typename std::iterator_traits<It>::reference>>;
  else
    return false;
}

} // namespace detail

/// Stable, as is sort.
template <class It, class Compare = std::less<>>
void stable_sort(const parallel_policy &, It First, It Last,
                 Compare Less = Compare()) {
  if constexpr (detail::Divisible<It>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    if (Count < 2)
      return;
    if constexpr (detail::sortsNumbers<It, Compare>())
      detail::sortNumbers<detail::SortsDown<detail::value_of<It>, Compare>>(
          &*First, Count);
    else
      detail::mergeSort(First, Count, Less);
  } else {
    detail::runsInOrder<detail::WhyInOrder<It>>();
    detail::sortBlock(First, Last, Less);
  }
}

template <class It, class Compare = std::less<>>
void sort(const parallel_policy &Policy, It First, It Last,
          Compare Less = Compare()) {
  twofold::stable_sort(Policy, First, Last, Less);
}

/// Sorts [First, Last), and brings as many elements from Values on into the
/// same order. Elements with equal keys keep theirs. Both are random-access
/// ranges that do not overlap.
template <class It, class ValueIt, class Compare = std::less<>>
void sort_by_key(const parallel_policy &, It First, It Last, ValueIt Values,
                 Compare Less = Compare()) {
  const auto Count = static_cast<std::ptrdiff_t>(Last - First);
  if (Count < 2)
    return;
  if constexpr (detail::sortsNumbers<It, Compare>()) {
    using T = detail::value_of<It>;
    using V = detail::value_of<ValueIt>;
    constexpr bool Down = detail::SortsDown<T, Compare>;
    if constexpr ((detail::isContiguous<ValueIt>() ||
                   std::is_pointer_v<ValueIt>) &&
                  detail::IsWord<V>) {
      using word = std::conditional_t<sizeof(V) == 4, uint32_t, uint64_t>;
      if (Count >= detail::FewSorted &&
          detail::sort_kernels<T, Down, word>::sort(
              Count, &*First, reinterpret_cast<word *>(&*Values)))
        return;
    }
    const auto From =
        detail::sortedPlaces(First, Count, detail::sort_order<T, Down>());
    detail::moveBoth(From, First, Values);
  } else {
    const auto From = detail::sortedPlaces(First, Count, Less);
    detail::moveBoth(From, First, Values);
  }
}

} // namespace twofold

#endif
