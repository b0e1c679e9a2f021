// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtins on floating numbers: signs, kinds, roots, extremes; both precisions.
// RUN: %conform %s %t
#include "show.h"
#include <math.h>

enum { N = 48 };

int main(void) {
  static float f[N];
  static double d[N];
  static int k[N];
  static const double special[8] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1e-310, -3.5, 42};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double x = special[i % 8];
    float y = (float)x * i;
    k[i] = __builtin_isnan(x) + 2 * !!__builtin_isinf(y) + 4 * !!signbit(x) + 8 * isfinite(y) + 16 * isnormal(x) +
           32 * __builtin_isgreater(x, y) + 64 * __builtin_isunordered(x, y) + 128 * !!__builtin_signbitf(y);
    double z = isfinite(x) ? x : 2;
    f[i] = __builtin_fabsf((float)z) + __builtin_sqrtf(i) + __builtin_copysignf(2, (float)z) + __builtin_fmaxf(i, 3) +
           __builtin_fmaf(i, 0.1f, 7) + floorf(i / 3.0f) + __builtin_truncf(-i * 0.3f);
    d[i] = fabs(z) + sqrt(i) + fmin(z, 1) + __builtin_fma(z, 3, 1) + ceil(i / 7.0) + round(i * 0.5) + fmod(i, 2.5) +
           __builtin_ldexp(z, i % 5);
  }
  SHOW_INTEGERS("k", k, N);
  SHOW_FLOATS("f_f", f, N);
  SHOW_FLOATS("d", d, N);
}
