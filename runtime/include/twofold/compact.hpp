// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/compact.hpp - some of the elements, in their order ---------===//
//
// As in <algorithm>, with twofold::par, and sums of runs of equal keys. A loop
// asks for each element whether it is chosen, a scan says where it goes, and a
// second loop stores it: plain elements in contiguous ranges. All else runs in
// order.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_COMPACT_HPP
#define TWOFOLD_COMPACT_HPP

#include "scan.hpp"
#include "search.hpp"
#include "sortkernels.hpp"

#include <algorithm>
#include <utility>
#include <vector>

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold {
namespace detail {

/// So many elements are asked about before any is stored: their places are
/// 32-bit integers.
inline constexpr std::ptrdiff_t MostPlaced = std::ptrdiff_t(1) << 30;

/// Whether elements are plain, lie in a row, and are not bits.
template <class It> constexpr bool isPlainRow() {
  if constexpr (std::is_pointer_v<It> || isContiguous<It>())
    return IsPlain<std::remove_cv_t<value_of<It>>> &&
           !std::is_volatile_v<std::remove_reference_t<
               typename std::iterator_traits<It>::reference>>;
  else
    return false;
}

template <class... It>
inline constexpr bool PlainRows = (isPlainRow<It>() && ...);

/// Fewer elements are handled by the thread that asks, as are all where there
/// is no runtime.
inline bool isWorthPlaces(std::ptrdiff_t Count) {
  return deviceCalls() && Count >= FewTiled;
}

/// To ask twice takes two or three times as long as to ask once.
inline constexpr unsigned FewThreads = 4;

/// What compactBlocks does, by the thread that asks.
template <bool Both, class T, class Value, class Keep>
std::ptrdiff_t compactAlone(std::ptrdiff_t Count, Value At, T *To, Keep Keeps) {
  std::ptrdiff_t Kept = 0;
  for (std::ptrdiff_t I = 0; I < Count; ++I)
    if (Keeps(I))
      To[Kept++] = At(I);
    else if (Both)
      To[Count - 1 - (I - Kept)] = At(I);
  if (Both)
    std::reverse(To + Kept, To + Count);
  return Kept;
}

/// Stores At(I) for each I below Count that Keeps(I) holds for, one behind the
/// other, and behind these all others if Both are asked for; on threads, whose
/// blocks are counted first. How many are kept.
template <bool Both, class T, class Value, class Keep>
std::ptrdiff_t compactBlocks(std::ptrdiff_t Count, Value At, T *To,
                             Keep Keeps) {
  constexpr std::ptrdiff_t Most = 256, Least = 4096;
  if (deviceCalls()->threads() < FewThreads)
    return compactAlone<Both>(Count, At, To, Keeps);
  std::ptrdiff_t Blocks = 1;
  while (Blocks < Most && Count / (2 * Blocks) >= Least)
    Blocks *= 2;
  const std::ptrdiff_t Length = (Count - 1) / Blocks + 1;
  const auto End = [Count, Length](std::ptrdiff_t Block) {
    const std::ptrdiff_t End = (Block + 1) * Length;
    return End < Count ? End : Count;
  };
  std::ptrdiff_t Starts[Most + 1] = {};
#pragma twofold parallel for device(native) independent
  for (std::ptrdiff_t Block = 0; Block < Blocks; ++Block) {
    Keep Own = Keeps;
    const std::ptrdiff_t Stop = End(Block);
    std::ptrdiff_t Here = 0;
    for (std::ptrdiff_t I = Block * Length; I < Stop; ++I)
      Here += Own(I) ? 1 : 0;
    Starts[Block + 1] = Here;
  }
  for (std::ptrdiff_t Block = 0; Block < Blocks; ++Block)
    Starts[Block + 1] += Starts[Block];
  const std::ptrdiff_t Kept = Starts[Blocks];
#pragma twofold parallel for device(native) independent
  for (std::ptrdiff_t Block = 0; Block < Blocks; ++Block) {
    Keep Own = Keeps;
    const std::ptrdiff_t Stop = End(Block);
    std::ptrdiff_t Place = Starts[Block];
    for (std::ptrdiff_t I = Block * Length; I < Stop; ++I)
      if (Own(I))
        To[Place++] = At(I);
      else if (Both)
        To[Kept + I - Place] = At(I);
  }
  return Kept;
}

/// Elements of a range, by number.
template <class T> struct elements_at {
  const T *From;
  T operator()(std::ptrdiff_t I) const { return From[I]; }
};

struct numbers_at {
  std::ptrdiff_t operator()(std::ptrdiff_t I) const { return I; }
};

/// Stores what At gives for each chosen I from First on: Places has how many
/// are up to there, in all Here. With pointers in objects results would not
/// stay there.
template <class T>
void storeChosen(std::ptrdiff_t First, std::ptrdiff_t Count,
                 const int32_t *Places, elements_at<T> At, T *To,
                 std::ptrdiff_t Here) {
  const T *const From = At.From + First;
#pragma twofold parallel for independent extent(To, Here)
  for (std::ptrdiff_t I = 0; I < Count; ++I) {
    const int32_t Before = I ? Places[I - 1] : 0;
    if (Places[I] != Before)
      To[Before] = From[I];
  }
}
template <class T>
void storeChosen(std::ptrdiff_t First, std::ptrdiff_t Count,
                 const int32_t *Places, numbers_at, T *To,
                 std::ptrdiff_t Here) {
#pragma twofold parallel for independent extent(To, Here)
  for (std::ptrdiff_t I = 0; I < Count; ++I) {
    const int32_t Before = I ? Places[I - 1] : 0;
    if (Places[I] != Before)
      To[Before] = First + I;
  }
}

/// The same by kernels. -1, before anything is stored, where there is no
/// memory.
template <class T, class Value, class Keep>
std::ptrdiff_t compactByScan(std::ptrdiff_t Count, Value At, T *To,
                             Keep Keeps) {
  const device_room<int32_t> Room(Count < MostPlaced ? Count : MostPlaced);
  int32_t *const Places = Room.get();
  if (!Places)
    return -1;
  std::ptrdiff_t Kept = 0;
  for (std::ptrdiff_t Begin = 0; Begin < Count; Begin += MostPlaced) {
    const std::ptrdiff_t Length =
        Count - Begin < MostPlaced ? Count - Begin : MostPlaced;
#pragma twofold parallel for
    for (std::ptrdiff_t I = 0; I < Length; ++I)
      Places[I] = Keeps(Begin + I) ? 1 : 0;
    twofold::inclusive_scan(par, Places, Places + Length, Places);
    const std::ptrdiff_t Here = Places[Length - 1];
    storeChosen(Begin, Length, Places, At, To + Kept, Here);
    Kept += Here;
  }
  return Kept;
}

/// Where From, which is asked about, is.
template <class T, class From, class Value, class Keep>
std::ptrdiff_t compact(std::ptrdiff_t Count, const From *Asked, Value At, T *To,
                       Keep Keeps) {
  if (isForDevice(Asked, Count * static_cast<std::ptrdiff_t>(sizeof(From)))) {
    const std::ptrdiff_t Kept = compactByScan(Count, At, To, Keeps);
    if (Kept >= 0)
      return Kept;
  }
  return compactBlocks<false>(Count, At, To, Keeps);
}

/// Whether P holds for an element, or does not.
template <class T, class Predicate, bool Wanted = true> struct element_is {
  const T *From;
  Predicate P;
  bool operator()(std::ptrdiff_t I) {
    return static_cast<bool>(P(From[I])) == Wanted;
  }
};

/// Whether an element begins a run of equal ones.
template <class T, class Equal> struct begins_run {
  const T *From;
  Equal Same;
  bool operator()(std::ptrdiff_t I) {
    return I == 0 || !static_cast<bool>(Same(From[I - 1], From[I]));
  }
};

/// Elements that are wanted, and the others behind them.
template <class T, class Keep, class Leave>
std::ptrdiff_t parted(std::ptrdiff_t Count, const T *From, T *To, Keep Keeps,
                      Leave Leaves) {
  const elements_at<T> Elements{From};
  if (isForDevice(From, Count * static_cast<std::ptrdiff_t>(sizeof(T)))) {
    const std::ptrdiff_t Kept = compactByScan(Count, Elements, To, Keeps);
    if (Kept >= 0 && compactByScan(Count, Elements, To + Kept, Leaves) >= 0)
      return Kept;
  }
  return compactBlocks<true>(Count, Elements, To, Keeps);
}

/// What std::stable_partition does, which some compilers warn of.
template <class It, class Predicate>
It partitionInOrder(It First, It Last, Predicate P) {
  std::vector<value_of<It>> Rest;
  It To = First;
  for (; First != Last; ++First)
    if (!P(*First)) {
      Rest.push_back(std::move(*First));
    } else {
      if (To != First)
        *To = std::move(*First);
      ++To;
    }
  std::move(Rest.begin(), Rest.end(), To);
  return To;
}

template <class T> void copyBack(std::ptrdiff_t Count, const T *From, T *To) {
#pragma twofold parallel for independent
  for (std::ptrdiff_t I = 0; I < Count; ++I)
    To[I] = From[I];
}

/// Copies the elements that Keep, which gets where they are, makes a choice
/// of; where that is not worth it or not possible, what InOrder does.
template <class It, class Out, class Choice, class Serial>
Out copyChosen(It First, It Last, Out To, Choice Keep, Serial InOrder) {
  if constexpr (PlainRows<It, Out>) {
    using T = std::remove_cv_t<value_of<It>>;
    if constexpr (std::is_same_v<T, value_of<Out>>) {
      const auto Count = static_cast<std::ptrdiff_t>(Last - First);
      if (isWorthPlaces(Count)) {
        const T *const From = base(Count, First);
        return To + compact(Count, From, elements_at<T>{From}, base(Count, To),
                            Keep(From));
      }
    } else {
      runsInOrder<in_order::Types>();
    }
  } else {
    runsInOrder<in_order::Elements>();
  }
  return InOrder();
}

} // namespace detail

/// The ranges do not overlap.
template <class It, class Out, class Predicate>
Out copy_if(const parallel_policy &, It First, It Last, Out To, Predicate P) {
  return detail::copyChosen(
      First, Last, To,
      [&](const auto *From) {
        using T = std::remove_cv_t<detail::value_of<It>>;
        return detail::element_is<T, Predicate>{From, P};
      },
      [&] { return std::copy_if(First, Last, To, P); });
}

/// The first of equal neighbours; equality is one: what equals a third is
/// equal.
template <class It, class Out, class Equal = std::equal_to<>>
Out unique_copy(const parallel_policy &, It First, It Last, Out To,
                Equal Same = Equal()) {
  return detail::copyChosen(
      First, Last, To,
      [&](const auto *From) {
        using T = std::remove_cv_t<detail::value_of<It>>;
        return detail::begins_run<T, Equal>{From, Same};
      },
      [&] { return std::unique_copy(First, Last, To, Same); });
}

/// What is behind the returned position is not specified.
template <class It, class Equal = std::equal_to<>>
It unique(const parallel_policy &Policy, It First, It Last,
          Equal Same = Equal()) {
  if constexpr (detail::PlainRows<It>) {
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    if (detail::isWorthPlaces(Count)) {
      const detail::device_room<detail::value_of<It>> Room(Count);
      if (auto *const Kept = Room.get()) {
        const std::ptrdiff_t Number =
            twofold::unique_copy(Policy, First, Last, Kept, Same) - Kept;
        detail::copyBack(Number, Kept, detail::base(Count, First));
        return First + Number;
      }
    }
  } else {
    detail::runsInOrder<detail::in_order::Elements>();
  }
  return std::unique(First, Last, Same);
}

/// Stable.
template <class It, class Predicate>
It stable_partition(const parallel_policy &, It First, It Last, Predicate P) {
  if constexpr (detail::PlainRows<It>) {
    using T = detail::value_of<It>;
    const auto Count = static_cast<std::ptrdiff_t>(Last - First);
    if (detail::isWorthPlaces(Count)) {
      const detail::device_room<T> Room(Count);
      if (T *const Parts = Room.get()) {
        T *const From = detail::base(Count, First);
        const std::ptrdiff_t Kept = detail::parted(
            Count, From, Parts, detail::element_is<T, Predicate>{From, P},
            detail::element_is<T, Predicate, false>{From, P});
        detail::copyBack(Count, Parts, From);
        return First + Kept;
      }
    }
  } else {
    detail::runsInOrder<detail::in_order::Elements>();
  }
  return detail::partitionInOrder(First, Last, P);
}

template <class It, class Predicate>
It partition(const parallel_policy &Policy, It First, It Last, Predicate P) {
  if constexpr (detail::isRandomAccess<It>()) {
    return twofold::stable_partition(Policy, First, Last, P);
  } else {
    detail::runsInOrder<detail::in_order::Elements>();
    return std::partition(First, Last, P);
  }
}

/// For each run of equal neighbours in [First, Last): its first key from Keys
/// on, and from To on its elements among as many from Values on, folded by
/// Reduce from the first to the last. All are random-access ranges, of which no
/// output overlaps another or an input. Returns the ends of both outputs. A run
/// is one iteration: many short ones are fast.
template <class It, class ValueIt, class KeyOut, class Out,
          class Equal = std::equal_to<>, class Op = std::plus<>>
std::pair<KeyOut, Out> reduce_by_key(const parallel_policy &, It First, It Last,
                                     ValueIt Values, KeyOut Keys, Out To,
                                     Equal Same = Equal(), Op Reduce = Op()) {
  const auto Count = static_cast<std::ptrdiff_t>(Last - First);
  if constexpr (detail::PlainRows<It, ValueIt, KeyOut, Out>) {
    if (detail::isWorthPlaces(Count)) {
      using T = std::remove_cv_t<detail::value_of<It>>;
      using V = detail::value_of<Out>;
      const detail::device_room<std::ptrdiff_t> Room(Count);
      std::ptrdiff_t *const Starts = Room.get();
      const T *const From = detail::base(Count, First);
      const std::ptrdiff_t Runs =
          Starts ? detail::compact(Count, From, detail::numbers_at(), Starts,
                                   detail::begins_run<T, Equal>{From, Same})
                 : -1;
      if (Runs >= 0) {
        const auto *const Each = detail::base(Count, Values);
        auto *const KeyTo = detail::base(Count, Keys);
        auto *const ValueTo = detail::base(Count, To);
#pragma twofold parallel for independent extent(From, Count) extent(Each, Count)
        for (std::ptrdiff_t Run = 0; Run < Runs; ++Run) {
          const std::ptrdiff_t Begin = Starts[Run],
                               End = Run + 1 < Runs ? Starts[Run + 1] : Count;
          V Sum = static_cast<V>(Each[Begin]);
          for (std::ptrdiff_t I = Begin + 1; I < End; ++I)
            Sum = static_cast<V>(Reduce(Sum, Each[I]));
          KeyTo[Run] = From[Begin];
          ValueTo[Run] = Sum;
        }
        return {Keys + Runs, To + Runs};
      }
    }
  } else {
    detail::runsInOrder<detail::in_order::Elements>();
  }
  for (std::ptrdiff_t I = 0; I < Count; ++Keys, ++To) {
    const std::ptrdiff_t Begin = I;
    auto Sum = static_cast<detail::value_of<Out>>(Values[I]);
    for (++I; I < Count && static_cast<bool>(Same(First[I - 1], First[I])); ++I)
      Sum = static_cast<detail::value_of<Out>>(Reduce(Sum, Values[I]));
    *Keys = First[Begin];
    *To = Sum;
  }
  return {Keys, To};
}

} // namespace twofold

#endif
