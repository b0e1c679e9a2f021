// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every operation on every integer type.
// RUN: %e2e %s %t --native --many-kernels -fwrapv
#include "Inputs/show.h"
#include <stdint.h>

enum { Count = 1000 };

#define REDUCE(T, op, init, statement)                                         \
  {                                                                            \
    T r = init;                                                                \
    _Pragma(op) for (int i = 0; i < n; ++i) {                                  \
      T v = data[i];                                                           \
      statement;                                                               \
    }                                                                          \
    printf("%s %s %lld\n", #T, op, (long long)r);                              \
  }

#define ALL(T)                                                                 \
  static void T##_reductions(int n) {                                          \
    static T data[Count];                                                      \
    for (int i = 0; i < n; ++i)                                                \
      data[i] = (T)(i * 2654435761u >> 7);                                     \
    REDUCE(T, "twofold parallel for reduction(+: r)", 3, r += v)               \
    REDUCE(T, "twofold parallel for reduction(-: r)", 3, r -= v)               \
    REDUCE(T, "twofold parallel for reduction(*: r)", 3, r *= (T)(v | 1))      \
    REDUCE(T, "twofold parallel for reduction(&: r)", (T)~1,                   \
           r &= (T)(v | 0x35))                                                 \
    REDUCE(T, "twofold parallel for reduction(|: r)", 2, r |= (T)(v & 0x49))   \
    REDUCE(T, "twofold parallel for reduction(^: r)", 9, r ^= v)               \
    REDUCE(T, "twofold parallel for reduction(min: r)", (T)100,                \
           if (v < r) r = v)                                                   \
    REDUCE(T, "twofold parallel for reduction(max: r)", 1, r = v > r ? v : r)  \
    REDUCE(T, "twofold parallel for reduction(&&: r)", 1, r = r && v)          \
    REDUCE(T, "twofold parallel for reduction(||: r)", 0, r = r || v > 120)    \
  }

ALL(int8_t)
ALL(uint8_t)
ALL(int16_t)
ALL(uint16_t)
ALL(int32_t)
ALL(uint32_t)
ALL(int64_t)
ALL(uint64_t)

int main(void) {
  int8_t_reductions(Count);
  uint8_t_reductions(Count);
  int16_t_reductions(Count);
  uint16_t_reductions(Count);
  int32_t_reductions(Count);
  uint32_t_reductions(Count);
  int64_t_reductions(Count);
  uint64_t_reductions(Count);
}
