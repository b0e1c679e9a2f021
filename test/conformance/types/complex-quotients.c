// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients of infinities, zeros and NaNs: finite, infinite or none as Annex G says. A zero's sign is the library's choice.
// RUN: %conform %s %t
#include "show.h"
#include <complex.h>
#include <math.h>

enum { K = 7, N = K * K * K * K };

static char kind(double x) {
  return isnan(x) ? 'n' : isinf(x) ? (x < 0 ? 'm' : 'p') : x == 0 ? '0' : x < 0 ? '-' : '+';
}

int main(void) {
  static const double v[K] = {0.0, -0.0, 1, -2, INFINITY, -INFINITY, NAN};
  static double _Complex p[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double _Complex a = __builtin_complex(v[i % K], v[i / K % K]);
    double _Complex b = __builtin_complex(v[i / (K * K) % K], v[i / (K * K * K)]);
    p[i] = a / b;
  }
  for (int i = 0; i < N; ++i)
    printf("%c%c\n", kind(creal(p[i])), kind(cimag(p[i])));
}
