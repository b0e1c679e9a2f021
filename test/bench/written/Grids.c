/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Grids.c - stencils, a step of shortest paths, a transposed copy ----===*/
#include "Written.h"

WRITTEN_LOOP(jacobi, float, float) {
#pragma twofold parallel for
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < n - 1; ++j)
      out[i * n + j] =
          0.2f * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] +
                  a[(i + 1) * n + j] + a[(i - 1) * n + j]);
}

WRITTEN_LOOP(heat, float, float) {
#pragma twofold parallel for
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < n - 1; ++j)
      for (long k = 1; k < n - 1; ++k) {
        long at = (i * n + j) * n + k;
        out[at] = 0.125f * (a[at + n * n] - 2.0f * a[at] + a[at - n * n]) +
                  0.125f * (a[at + n] - 2.0f * a[at] + a[at - n]) +
                  0.125f * (a[at + 1] - 2.0f * a[at] + a[at - 1]) + a[at];
      }
}

WRITTEN_LOOP(floyd, float, float) {
  long k = n / 2;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      if (out[i * n + k] + out[k * n + j] < out[i * n + j])
        out[i * n + j] = out[i * n + k] + out[k * n + j];
}

WRITTEN_LOOP(convolution, float, float) {
#pragma twofold parallel for
  for (long i = 2; i < n - 2; ++i)
    for (long j = 2; j < n - 2; ++j) {
      float sum = 0;
      for (int p = -2; p <= 2; ++p)
        for (int q = -2; q <= 2; ++q)
          sum += b[(p + 2) * 5 + q + 2] * a[(i + p) * n + j + q];
      out[i * n + j] = sum;
    }
}

WRITTEN_LOOP(transposed, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      out[j * n + i] = a[i * n + j];
}
