/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Rows.c - sums along rows and columns -------------------------------===*\
|*
|* `_freely`: the loops inside are annotated, so that sums may be made in parts.
|*
\*===----------------------------------------------------------------------===*/
#include "Written.h"

#include <math.h>

WRITTEN_LOOP(rows, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    float sum = 0;
    for (long j = 0; j < m; ++j)
      sum += a[i * m + j] * b[j];
    out[i] = sum;
  }
}

WRITTEN_LOOP(rows_freely, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    float sum = 0;
#pragma twofold parallel for reduction(+ : sum)
    for (long j = 0; j < m; ++j)
      sum += a[i * m + j] * b[j];
    out[i] = sum;
  }
}

WRITTEN_LOOP(columns, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    float sum = 0;
    for (long j = 0; j < m; ++j)
      sum += a[j * n + i] * b[j];
    out[i] = sum;
  }
}

WRITTEN_LOOP(softmax, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    float most = a[i * m], sum = 0;
    for (long j = 1; j < m; ++j)
      if (a[i * m + j] > most)
        most = a[i * m + j];
    for (long j = 0; j < m; ++j) {
      out[i * m + j] = expf(a[i * m + j] - most);
      sum += out[i * m + j];
    }
    for (long j = 0; j < m; ++j)
      out[i * m + j] /= sum;
  }
}

WRITTEN_LOOP(softmax_freely, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    float most = a[i * m], sum = 0;
#pragma twofold parallel for reduction(max : most)
    for (long j = 1; j < m; ++j)
      if (a[i * m + j] > most)
        most = a[i * m + j];
#pragma twofold parallel for reduction(+ : sum)
    for (long j = 0; j < m; ++j) {
      out[i * m + j] = expf(a[i * m + j] - most);
      sum += out[i * m + j];
    }
#pragma twofold parallel for
    for (long j = 0; j < m; ++j)
      out[i * m + j] /= sum;
  }
}

WRITTEN_LOOP(layernorm, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    float mean = 0, squares = 0;
    for (long j = 0; j < m; ++j)
      mean += a[i * m + j];
    mean /= (float)m;
    for (long j = 0; j < m; ++j)
      squares += (a[i * m + j] - mean) * (a[i * m + j] - mean);
    float scale = 1 / sqrtf(squares / (float)m + 1e-5f);
    for (long j = 0; j < m; ++j)
      out[i * m + j] = (a[i * m + j] - mean) * scale;
  }
}

WRITTEN_LOOP(layernorm_freely, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    float mean = 0, squares = 0;
#pragma twofold parallel for reduction(+ : mean)
    for (long j = 0; j < m; ++j)
      mean += a[i * m + j];
    mean /= (float)m;
#pragma twofold parallel for reduction(+ : squares)
    for (long j = 0; j < m; ++j)
      squares += (a[i * m + j] - mean) * (a[i * m + j] - mean);
    float scale = 1 / sqrtf(squares / (float)m + 1e-5f);
#pragma twofold parallel for
    for (long j = 0; j < m; ++j)
      out[i * m + j] = (a[i * m + j] - mean) * scale;
  }
}

/* PolyBench's. */
WRITTEN_LOOP(atax, float, float) {
  float *y = out, *t = out + n;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    t[i] = 0;
    for (long j = 0; j < n; ++j)
      t[i] = t[i] + a[i * n + j] * b[j];
    for (long j = 0; j < n; ++j)
      y[j] = y[j] + a[i * n + j] * t[i];
  }
}

WRITTEN_LOOP(bicg, float, float) {
  const float *p = b, *r = b + n;
  float *s = out, *q = out + n;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    q[i] = 0;
    for (long j = 0; j < n; ++j) {
      s[j] = s[j] + r[i] * a[i * n + j];
      q[i] = q[i] + a[i * n + j] * p[j];
    }
  }
}

WRITTEN_LOOP(mvt, float, float) {
  float *x1 = out, *x2 = out + n;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      x1[i] = x1[i] + a[i * n + j] * b[j];
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      x2[i] = x2[i] + a[j * n + i] * b[n + j];
}

WRITTEN_LOOP(mvt_at_once, float, float) {
  float *x1 = out, *x2 = out + n;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j)
      x1[i] = x1[i] + a[i * n + j] * b[j];
    for (long j = 0; j < n; ++j)
      x2[i] = x2[i] + a[j * n + i] * b[n + j];
  }
}

WRITTEN_LOOP(gesummv, float, float) {
  const float *x = b + n * n;
  float *y = out, *t = out + n;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    t[i] = 0;
    y[i] = 0;
    for (long j = 0; j < n; ++j) {
      t[i] = a[i * n + j] * x[j] + t[i];
      y[i] = b[i * n + j] * x[j] + y[i];
    }
    y[i] = 1.5f * t[i] + 1.2f * y[i];
  }
}

WRITTEN_LOOP(gemver, float, float) {
  const float *u1 = b, *v1 = b + n, *u2 = b + 2 * n, *v2 = b + 3 * n,
              *y = b + 4 * n, *z = b + 5 * n;
  float *x = out + n * n, *w = x + n;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      out[i * n + j] = out[i * n + j] + u1[i] * v1[j] + u2[i] * v2[j];
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      x[i] = x[i] + 1.2f * out[j * n + i] * y[j];
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    x[i] = x[i] + z[i];
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      w[i] = w[i] + 1.5f * out[i * n + j] * x[j];
}
