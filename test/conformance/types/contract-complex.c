// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With fused multiply-add: a part of a complex product is a product, too.
// RUN: %conform %s %t -std=gnu11 -ffp-contract=on -march=haswell
// RUN: %conform %s %t -std=gnu11 -ffp-contract=off -march=haswell
#include "show.h"
#include <complex.h>

enum { N = 40 };
static double _Complex turned(double _Complex z) { return z * I; }

int main(void) {
  static double p[8][N], q[10][N];
  static float f[N];
  static double _Complex z[N], w[N];
  for (int i = 0; i < N; ++i)
    z[i] = i * 0.3 + (i - 4) * 1.7 * I;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double s = i * 0.1 + 0.7, x = i * 1.1 - 9.3;
    p[0][i] = __real__(z[i] * s) + x;
    p[1][i] = creal(s * z[i]) - x;
    p[2][i] = (double)(z[i] * s) - x;
    p[3][i] = cimag(conj(z[i] * s)) - x;
    p[4][i] = __imag__(1.1 - z[i] * s) + x;
    p[5][i] = x - __imag__(-~(z[i] * s));
    p[6][i] = x - __real__(-~(z[i] * s));
    p[7][i] = creal(z[i] * z[i]) + x;
    f[i] = crealf((float _Complex)z[i] * (float)s) + (float)x;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double s = i * 0.1 + 0.7, x = i * 1.1 - 9.3, t = x;
    int k = i;
    q[0][i] = +(s * x) + 0.3;
    q[1][i] = -(+(s * x)) + 0.3;
    q[2][i] = -(-(s * x)) + 0.3;
    q[3][i] = (++k, s * x) + 0.3;
    q[3][i] += k;
    q[4][i] = __real__(s * x) + 0.3;
    q[5][i] = __extension__(s * x) - 0.3;
    q[6][i] = creal(__builtin_complex(s * x, 1.0)) + 0.3;
    q[7][i] = (double)(double _Complex)(s * x) + 0.3;
    q[8][i] = creal(turned(z[i] * s) * x) + 0.3;
    t += __real__(z[i] * s);
    t -= __imag__(s * z[i]);
    q[9][i] = t;
    w[i] = z[i] * s + x;
    w[i] += s * x;
    w[i] = w[i] * s - z[i];
  }
  SHOW_FLOATS("p", p[0], 8 * N);
  SHOW_FLOATS("f_f", f, N);
  SHOW_FLOATS("q", q[0], 10 * N);
  SHOW_FLOATS("w", (double *)w, 2 * N);
}
