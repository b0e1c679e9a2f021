// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ScanCalls.cpp - the C entry points for scans -----------------------===//
#pragma GCC visibility push(default)
#include "twofold/devicecalls.hpp"
#include "twofold/scan.h"
#pragma GCC visibility pop

#include "twofold/scan.hpp"

#include <cstdint>

namespace {

struct Scan {
  const void *From;
  void *To;
  size_t Count;
  const void *Init;

  template <bool Inclusive, class T, class Op> int run() const {
    const auto *X = static_cast<const T *>(From);
    auto *Y = static_cast<T *>(To);
    if (Count > PTRDIFF_MAX / sizeof(T))
      return 1;
    if constexpr (Inclusive) {
      if (Init)
        twofold::inclusive_scan(twofold::par, X, X + Count, Y, Op(),
                                *static_cast<const T *>(Init));
      else
        twofold::inclusive_scan(twofold::par, X, X + Count, Y, Op());
    } else {
      twofold::exclusive_scan(twofold::par, X, X + Count, Y,
                              *static_cast<const T *>(Init), Op());
    }
    return 0;
  }

  template <bool Inclusive, class T> int by(twofold_combination By) const {
    switch (By) {
    case TWOFOLD_BY_SUM:
      return run<Inclusive, T, std::plus<>>();
    case TWOFOLD_BY_PRODUCT:
      return run<Inclusive, T, std::multiplies<>>();
    case TWOFOLD_BY_MINIMUM:
      return run<Inclusive, T, twofold::minimum<>>();
    case TWOFOLD_BY_MAXIMUM:
      return run<Inclusive, T, twofold::maximum<>>();
    default:
      break;
    }
    if constexpr (std::is_integral_v<T>)
      switch (By) {
      case TWOFOLD_BY_AND:
        return run<Inclusive, T, std::bit_and<>>();
      case TWOFOLD_BY_OR:
        return run<Inclusive, T, std::bit_or<>>();
      case TWOFOLD_BY_XOR:
        return run<Inclusive, T, std::bit_xor<>>();
      default:
        break;
      }
    return 1;
  }

  template <bool Inclusive>
  int of(twofold_element_type Type, twofold_combination By) const noexcept {
    if (Count && (!From || !To))
      return 1;
    switch (Type) {
    case TWOFOLD_INT32:
      return by<Inclusive, int32_t>(By);
    case TWOFOLD_UINT32:
      return by<Inclusive, uint32_t>(By);
    case TWOFOLD_INT64:
      return by<Inclusive, int64_t>(By);
    case TWOFOLD_UINT64:
      return by<Inclusive, uint64_t>(By);
    case TWOFOLD_FLOAT:
      return by<Inclusive, float>(By);
    case TWOFOLD_DOUBLE:
      return by<Inclusive, double>(By);
    }
    return 1;
  }
};

} // namespace

extern "C" int twofold_inclusive_scan(twofold_element_type Type,
                                      twofold_combination By, const void *From,
                                      void *To, size_t Count,
                                      const void *Init) {
  return Scan{From, To, Count, Init}.of<true>(Type, By);
}

extern "C" int twofold_exclusive_scan(twofold_element_type Type,
                                      twofold_combination By, const void *From,
                                      void *To, size_t Count,
                                      const void *Init) {
  return Init ? Scan{From, To, Count, Init}.of<false>(Type, By) : 1;
}
