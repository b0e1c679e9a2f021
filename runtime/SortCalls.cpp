// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SortCalls.cpp - the C entry points for sorts -----------------------===//
#pragma GCC visibility push(default)
#include "twofold/devicecalls.hpp"
#include "twofold/sort.h"
#pragma GCC visibility pop

#include "twofold/sort.hpp"

#include <new>

namespace {

struct Sort {
  twofold_sort_direction Direction;
  void *Keys, *Values;
  size_t ValueBytes, Count;

  template <class T, class Compare> int run() const {
    if (Count > PTRDIFF_MAX / sizeof(T))
      return 1;
    T *const X = static_cast<T *>(Keys);
    try {
      if (!ValueBytes)
        twofold::sort(twofold::par, X, X + Count, Compare());
      else if (ValueBytes == 4)
        twofold::sort_by_key(twofold::par, X, X + Count,
                             static_cast<uint32_t *>(Values), Compare());
      else
        twofold::sort_by_key(twofold::par, X, X + Count,
                             static_cast<uint64_t *>(Values), Compare());
    } catch (const std::bad_alloc &) {
      return 2;
    }
    return 0;
  }
  template <class T> int directed() const {
    return Direction == TWOFOLD_SORT_UP ? run<T, std::less<>>()
                                        : run<T, std::greater<>>();
  }
  int of(twofold_element_type Type) const noexcept {
    if (Direction != TWOFOLD_SORT_UP && Direction != TWOFOLD_SORT_DOWN)
      return 1;
    if ((Count && (!Keys || (ValueBytes && !Values))) ||
        (ValueBytes && Count > PTRDIFF_MAX / ValueBytes))
      return 1;
    switch (Type) {
    case TWOFOLD_INT32:
      return directed<int32_t>();
    case TWOFOLD_UINT32:
      return directed<uint32_t>();
    case TWOFOLD_INT64:
      return directed<int64_t>();
    case TWOFOLD_UINT64:
      return directed<uint64_t>();
    case TWOFOLD_FLOAT:
      return directed<float>();
    case TWOFOLD_DOUBLE:
      return directed<double>();
    }
    return 1;
  }
};

} // namespace

extern "C" int twofold_sort(twofold_element_type Type,
                            twofold_sort_direction Direction, void *Elements,
                            size_t Count) {
  return Sort{Direction, Elements, nullptr, 0, Count}.of(Type);
}

extern "C" int twofold_sort_by_key(twofold_element_type Type,
                                   twofold_sort_direction Direction, void *Keys,
                                   void *Values, size_t ValueBytes,
                                   size_t Count) {
  return ValueBytes == 4 || ValueBytes == 8
             ? Sort{Direction, Keys, Values, ValueBytes, Count}.of(Type)
             : 1;
}
