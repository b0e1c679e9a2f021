// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of a complex number as values and as places, comparisons, conditions, conversions, initialisers.
// RUN: %conform %s %t
#include "show.h"
#include <complex.h>
#include <stdbool.h>

enum { N = 40 };
struct wave {
  float _Complex amplitude[2];
  int n;
};
static float power(float _Complex z) { return __real__ z * __real__ z + cimagf(z) * cimagf(z); }
static double _Complex turned(double _Complex z, int by) {
  while (by-- > 0)
    z *= I;
  return z;
}

int main(void) {
  static double _Complex a[N];
  static struct wave w[N];
  static int flags[N];
  static float f[N];
  static const float _Complex table[3] = {1, 2 * 1.0iF, 3 - 1.0iF};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double _Complex z = {i, -i}, zero = 0, pair[2] = {z, 4};
    __real__ a[i] = i;
    __imag__ a[i] = __real__ z + 1;
    __imag__ z += 3;
    bool set = z, unset = zero;
    flags[i] = (z == a[i]) + 2 * (z != i) + 4 * set + 8 * unset + 16 * !zero + (zero ? 32 : 0);
    if (pair[1] == 4 && pair[0])
      flags[i] += 64;
    a[i] = i % 3 ? turned(a[i], i) : conj(a[i]);
    w[i] = (struct wave){{z, table[i % 3]}, i};
    w[i].amplitude[i % 2] *= 2;
    f[i] = power(w[i].amplitude[0]) + (float)z + crealf(table[2]) + (int)a[i];
    float *part = (float *)&w[i].amplitude[1];
    part[1] += 1;
  }
  SHOW_FLOATS("a", (double *)a, 2 * N);
  SHOW_INTEGERS("flags", flags, N);
  SHOW_FLOATS("f_f", f, N);
  for (int i = 0; i < N; ++i)
    SHOW_FLOATS("f_w", (float *)w[i].amplitude, 4);
}
