// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cabs, carg, cproj and their like.
// RUN: %conform %s %t --ulp 6
#include "show.h"
#include <complex.h>

enum { N = 60 };

int main(void) {
  static double _Complex z[N], p[N];
  static double m[N], g[N];
  static float f[N];
  for (int i = 0; i < N; ++i)
    z[i] = (i - 20) * 0.3 + (i * 7 % 13 - 4) * I;
  z[3] = __builtin_complex(1.0, __builtin_inf());
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    p[i] = cproj(z[i]);
    m[i] = cabs(p[i] - 1);
    g[i] = carg(z[i]);
    float _Complex s = conjf(z[i % 3 + 10]);
    f[i] = cabsf(s * i) + cargf(s) + crealf(cprojf(s)) + cimagf(s);
  }
  SHOW_FLOATS("p", (double *)p, 2 * N);
  SHOW_FLOATS("m", m, N);
  SHOW_FLOATS("g", g, N);
  SHOW_FLOATS("f_f", f, N);
}
