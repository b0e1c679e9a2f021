// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtins that work lane by lane, on vectors and on single numbers.
// RUN: %conform %s %t --whole-pocl
#include "show.h"

typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef unsigned char uchar4 __attribute__((ext_vector_type(4)));
enum { N = 40 };

int main(void) {
  static float4 b[N];
  static int4 k[N];
  static uchar4 c[N];
  static short s[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float4 v = {i, 2.5f, -3.75f, -i * 0.5f};
    int4 n = {i, -i, 5, -7};
    b[i] = __builtin_elementwise_abs(v) + __builtin_elementwise_floor(v) + __builtin_elementwise_sqrt(v * v) +
           __builtin_elementwise_max(v, (float4)(1)) + __builtin_elementwise_fma(v, v, v) + __builtin_elementwise_trunc(v);
    k[i] = __builtin_elementwise_abs(n) + __builtin_elementwise_min(n, (int4)(3)) + __builtin_elementwise_popcount(n);
    c[i] = __builtin_elementwise_add_sat((uchar4)(250), (uchar4)(i));
    s[i] = __builtin_elementwise_abs((short)(3 - i)) + __builtin_elementwise_max((short)i, (short)7);
  }
  SHOW_FLOATS("f_b", (float *)b, 4 * N);
  SHOW_INTEGERS("k", (int *)k, 4 * N);
  SHOW_INTEGERS("c", (unsigned char *)c, 4 * N);
  SHOW_INTEGERS("s", s, N);
}
