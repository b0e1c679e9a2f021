// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons give masks; logical not; masks in arithmetic.
// RUN: %conform %s %t
#include "show.h"

typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef unsigned short ushort4 __attribute__((ext_vector_type(4)));
typedef short short4 __attribute__((ext_vector_type(4)));
enum { N = 40 };

int main(void) {
  static int4 m[N];
  static short4 n[N];
  float nan = __builtin_nanf("");
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float4 v = {i, 3, nan, -i}, w = (float4)(i % 5);
    int4 k = (int4){i, i - 1, 7, 0};
    m[i] = (v < w) + 2 * (v == v) + 4 * (k >= 7) + 8 * (v != w) + (!k & 16);
    ushort4 u = (ushort4)((unsigned short)(i * 1000)) + (ushort4){1, 2, 3, 65535};
    n[i] = (u > (ushort4){5, 6000, 7, 8}) & (short4)(3);
  }
  SHOW_INTEGERS("m", (int *)m, 4 * N);
  SHOW_INTEGERS("n", (short *)n, 4 * N);
}
