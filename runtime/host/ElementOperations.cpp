// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/ElementCopies.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

using namespace twofold;

/// Calls Do with a zero of that one of these types which has the size.
template <typename... T, typename F> static bool withSize(uint32_t Size, F Do) {
  return ((Size == sizeof(T) && (Do(T()), true)) || ...);
}

/// The same of the element's type. False: there is no such type.
template <typename F> static bool withType(const twofold_element &E, F Do) {
  switch (E.type) {
  case TWOFOLD_TYPE_BOOL:
    return withSize<bool>(E.size, Do);
  case TWOFOLD_TYPE_FLOAT:
    return withSize<float, double>(E.size, Do);
  case TWOFOLD_TYPE_SIGNED:
    return withSize<int8_t, int16_t, int32_t, int64_t>(E.size, Do);
  case TWOFOLD_TYPE_UNSIGNED:
    return withSize<uint8_t, uint16_t, uint32_t, uint64_t>(E.size, Do);
  }
  return false;
}

template <typename T> static T identityOf(uint32_t Op) {
  using Limits = std::numeric_limits<T>;
  switch (Op) {
  case TWOFOLD_OP_MUL:
  case TWOFOLD_OP_LOGICAL_AND:
    return T(1);
  case TWOFOLD_OP_AND:
    if constexpr (std::is_same_v<T, bool>)
      return true;
    else
      return std::is_integral_v<T> ? T(-1) : T(0);
  case TWOFOLD_OP_MIN:
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  case TWOFOLD_OP_MAX:
    return Limits::has_infinity ? T(-Limits::infinity()) : Limits::lowest();
  case TWOFOLD_OP_FMIN:
  case TWOFOLD_OP_FMAX:
    // Loses against every number, and leaves a NaN as it is.
    return Limits::has_quiet_NaN   ? Limits::quiet_NaN()
           : Op == TWOFOLD_OP_FMIN ? Limits::max()
                                   : Limits::lowest();
  case TWOFOLD_OP_ADD:
    return -T(0); // 0.0 would make 0.0 of -0.0
  default:
    return T(0);
  }
}

/// In unsigned arithmetic where the type is an integer: wrapping is defined.
template <typename T, bool = std::is_integral_v<T> && !std::is_same_v<T, bool>>
struct Arithmetic {
  using Type = T;
};
template <typename T> struct Arithmetic<T, true> {
  using Type =
      std::conditional_t<(sizeof(T) < 4), uint32_t, std::make_unsigned_t<T>>;
};

template <typename T>
static void combineAs(uint32_t Op, T *Into, const T *From, size_t Count) {
  using W = typename Arithmetic<T>::Type;
  auto Each = [&](auto Combine) {
    for (size_t I = 0; I < Count; ++I)
      Into[I] = Combine(Into[I], From[I]);
  };
  switch (Op) {
  case TWOFOLD_OP_ADD:
    return Each([](T A, T B) { return T(W(A) + W(B)); });
  case TWOFOLD_OP_MUL:
    return Each([](T A, T B) { return T(W(A) * W(B)); });
  case TWOFOLD_OP_LOGICAL_AND:
    return Each([](T A, T B) { return T(A != T(0) && B != T(0)); });
  case TWOFOLD_OP_LOGICAL_OR:
    return Each([](T A, T B) { return T(A != T(0) || B != T(0)); });
  case TWOFOLD_OP_MIN:
    return Each([](T A, T B) { return B < A ? B : A; });
  case TWOFOLD_OP_MAX:
    return Each([](T A, T B) { return A < B ? B : A; });
  case TWOFOLD_OP_FMIN:
    return Each([](T A, T B) { return B < A || A != A ? B : A; });
  case TWOFOLD_OP_FMAX:
    return Each([](T A, T B) { return A < B || A != A ? B : A; });
  }
  if constexpr (std::is_integral_v<T>)
    switch (Op) {
    case TWOFOLD_OP_AND:
      return Each([](T A, T B) { return T(A & B); });
    case TWOFOLD_OP_OR:
      return Each([](T A, T B) { return T(A | B); });
    case TWOFOLD_OP_XOR:
      return Each([](T A, T B) { return T(A ^ B); });
    }
}

bool twofold::canCombine(const twofold_element &Element) {
  return Element.op <= TWOFOLD_OP_FMAX && withType(Element, [](auto) {});
}

void twofold::fillIdentity(const twofold_element &Element, void *To,
                           size_t Count) {
  withType(Element, [&](auto Zero) {
    using T = decltype(Zero);
    std::fill_n(static_cast<T *>(To), Count, identityOf<T>(Element.op));
  });
}

void twofold::combine(const twofold_element &Element, void *Into,
                      const void *From, size_t Count) {
  withType(Element, [&](auto Zero) {
    using T = decltype(Zero);
    combineAs(Element.op, static_cast<T *>(Into), static_cast<const T *>(From),
              Count);
  });
}

void twofold::combineChanged(const twofold_element &Element, void *Into,
                             const void *From, size_t Count) {
  withType(Element, [&](auto Zero) {
    using T = decltype(Zero);
    const T Identity = identityOf<T>(Element.op);
    const T *Values = static_cast<const T *>(From);
    auto Changed = [&](size_t I) {
      return std::memcmp(Values + I, &Identity, sizeof(T)) != 0;
    };
    for (size_t Begin = 0; Begin < Count; ++Begin) {
      size_t End = Begin;
      while (End < Count && Changed(End))
        ++End;
      combineAs(Element.op, static_cast<T *>(Into) + Begin, Values + Begin,
                End - Begin);
      Begin = End;
    }
  });
}
