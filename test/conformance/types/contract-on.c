// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -ffp-contract=on with fused multiply-add: the same sums are fused on both sides.
// RUN: %conform %s %t -ffp-contract=on -march=haswell
#include "show.h"

enum { N = 60 };
int main(void) {
  static float f[N];
  static double d[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float x = i * 0.1f, y = x * x + 0.3f;
    f[i] = x * y - y * y;
    f[i] += x * 1.1f;
    double u = i * 0.1, v = u * u + 0.3;
    d[i] = u * v - v * v;
    d[i] -= u * v;
  }
  SHOW_FLOATS("f_f", f, N);
  SHOW_FLOATS("d", d, N);
}
