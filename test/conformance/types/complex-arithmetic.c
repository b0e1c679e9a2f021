// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex numbers: + - *, mixed with real ones, compound assignment, negation, conjugate.
// RUN: %conform %s %t
#include "show.h"
#include <complex.h>

enum { N = 60 };

int main(void) {
  static float _Complex a[N], b[N];
  static double _Complex d[N];
  static float r[N];
  for (int i = 0; i < N; ++i) {
    a[i] = i * 0.7f - (i % 7) * 1.3f * I;
    d[i] = 3.1 * i + (i - 9) * 0.3 * I;
    r[i] = i * 0.1f;
  }
  float _Complex c = 1.5f - 2.5f * I;
  double s = 0.3;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    b[i] = a[i] * c + r[i] * a[i] - a[i] * 3 + (2 - a[i]) - (a[i] - r[i]);
    d[i] = d[i] * a[i] + s * d[i] - ~d[i] + -d[i];
    b[i] *= a[i];
    b[i] += d[i];
    b[i] -= r[i];
    b[i] /= 4;
    d[i] *= s;
    r[i] *= b[i];
    double _Complex z = i;
    z++;
    --z;
    d[i] += z - 1;
  }
  SHOW_FLOATS("f_b", (float *)b, 2 * N);
  SHOW_FLOATS("d", (double *)d, 2 * N);
  SHOW_FLOATS("f_r", r, N);
}
