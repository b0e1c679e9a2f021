// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of GCC's kind: arithmetic, lanes by subscript, masks that choose, reinterpretation, shuffles, conversions.
// RUN: %conform %s %t --whole-pocl
#include "show.h"

typedef float float4 __attribute__((vector_size(16)));
typedef int int4 __attribute__((vector_size(16)));
typedef unsigned uint4 __attribute__((vector_size(16)));
typedef double double4 __attribute__((vector_size(32)));

int main() {
  enum { N = 40 };
  static float4 a[N], b[N];
  static int4 k[N];
  static double4 d[N];
  for (int i = 0; i < N; ++i)
    a[i] = float4{float(i), 2, -3, i * 0.25f};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float4 v = a[i] * 2.0f + 1, w = float4{} - v;
    int4 less = v < a[i];
    b[i] = less ? v : w;
    int4 some = {0, 1, 2, i % 2};
    b[i] += some ? a[i] : v;
    k[i] = (int4)v ^ less;
    k[i] += (int4)((uint4)k[i] >> 3);
    k[i] -= __builtin_convertvector(w, int4);
    d[i] = __builtin_convertvector(a[i], double4) / 3.0;
    b[i] += __builtin_shufflevector(v, w, 0, 5, 2, 7);
    b[i][i % 4] = v[3];
  }
  SHOW_FLOATS("f_b", reinterpret_cast<float *>(b), 4 * N);
  SHOW_INTEGERS("k", reinterpret_cast<int *>(k), 4 * N);
  SHOW_FLOATS("d", reinterpret_cast<double *>(d), 4 * N);
}
