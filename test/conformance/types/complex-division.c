// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients, of complex and real numbers: exact ones exactly, others within a few units in the last place.
// RUN: %conform %s %t --ulp 4
#include "show.h"
#include <complex.h>

enum { N = 80 };

int main(void) {
  static float _Complex a[N], q[N];
  static double _Complex d[N], e[N], whole[N];
  for (int i = 0; i < N; ++i) {
    a[i] = (i + 1) * 0.7f + (i % 7 + 1) * 1.3f * I;
    d[i] = (i % 2 ? 1e200 : 1e-250) * (3.1 * (i + 1) + (i + 2) * 0.3 * I);
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    q[i] = a[i] / (3.0f - 2.0f * I);
    a[i] = (2.0f - 1.0f * I) / a[i];
    e[i] = d[i] / (1e60 - 1e60 * I) + d[i] / 3;
    whole[i] = (i * 10 + i * 5 * I) / (2.0 + 1.0 * I);
    d[i] = 1.0 / d[i];
  }
  SHOW_FLOATS("f_q", (float *)q, 2 * N);
  SHOW_FLOATS("f_a", (float *)a, 2 * N);
  SHOW_FLOATS("d", (double *)d, 2 * N);
  SHOW_FLOATS("e", (double *)e, 2 * N);
  SHOW_FLOATS("whole", (double *)whole, N);
}
