// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of infinities, zeros and NaNs are what Annex G says; a NaN's sign is nobody's business.
// RUN: %conform %s %t
#include "show.h"
#include <complex.h>
#include <math.h>

enum { K = 9, N = K * K * K * K };

static void show(double x) {
  if (isnan(x))
    printf("nan ");
  else
    printf("%a ", x);
}

int main(void) {
  static const double v[K] = {0.0, -0.0, 1, -2, INFINITY, -INFINITY, NAN, 1e308, -1e-308};
  static double _Complex p[N];
  static float _Complex q[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double _Complex a = __builtin_complex(v[i % K], v[i / K % K]);
    double _Complex b = __builtin_complex(v[i / (K * K) % K], v[i / (K * K * K)]);
    p[i] = a * b;
    q[i] = (float _Complex)a * (float _Complex)b;
  }
  for (int i = 0; i < N; ++i) {
    show(creal(p[i]));
    show(cimag(p[i]));
    show(crealf(q[i]));
    show(cimagf(q[i]));
    printf("\n");
  }
}
