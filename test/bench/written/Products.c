/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Products.c - products of matrices, and what is made of them --------===*/
#include "Written.h"

#include <math.h>

WRITTEN_LOOP(product, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      float sum = 0;
      for (long k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      out[i * n + j] = sum;
    }
}

WRITTEN_LOOP(product_ikj, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j)
      out[i * n + j] = 0;
    for (long k = 0; k < n; ++k)
      for (long j = 0; j < n; ++j)
        out[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}

WRITTEN_LOOP(product_bt, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      float sum = 0;
      for (long k = 0; k < n; ++k)
        sum += a[i * n + k] * b[j * n + k];
      out[i * n + j] = sum;
    }
}

WRITTEN_LOOP(product_at, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      out[i * n + j] = 0;
      for (long k = 0; k < n; ++k)
        out[i * n + j] += a[k * n + i] * b[k * n + j];
    }
}

WRITTEN_LOOP(product_layer, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      float sum = b[j];
      for (long k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      out[i * n + j] = sum > 0 ? sum : 0.01f * sum;
    }
}

WRITTEN_LOOP(products, float, float) {
#pragma twofold parallel for
  for (long p = 0; p < m; ++p)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) {
        float sum = 0;
        for (long k = 0; k < n; ++k)
          sum += a[(p * n + i) * n + k] * b[(p * n + k) * n + j];
        out[(p * n + i) * n + j] = sum;
      }
}

WRITTEN_LOOP(product_of_doubles, double, double) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = 0;
      for (long k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      out[i * n + j] = sum;
    }
}

WRITTEN_LOOP(two_products, float, float) {
  float *second = out + n * n;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      out[i * n + j] = 0;
      for (long k = 0; k < n; ++k)
        out[i * n + j] += 1.5f * a[i * n + k] * b[k * n + j];
    }
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      second[i * n + j] = 0;
      for (long k = 0; k < n; ++k)
        second[i * n + j] += out[i * n + k] * a[k * n + j];
    }
}

WRITTEN_LOOP(three_products, float, float) {
  float *second = out + n * n, *third = second + n * n;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      out[i * n + j] = 0;
      for (long k = 0; k < n; ++k)
        out[i * n + j] += a[i * n + k] * b[k * n + j];
    }
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      second[i * n + j] = 0;
      for (long k = 0; k < n; ++k)
        second[i * n + j] += b[i * n + k] * a[k * n + j];
    }
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      third[i * n + j] = 0;
      for (long k = 0; k < n; ++k)
        third[i * n + j] += out[i * n + k] * second[k * n + j];
    }
}

WRITTEN_LOOP(syrk, float, float) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j <= i; ++j)
      out[i * n + j] *= 0.5f;
    for (long k = 0; k < n; ++k)
      for (long j = 0; j <= i; ++j)
        out[i * n + j] += 1.5f * a[i * n + k] * a[j * n + k];
  }
}

/* Rows are observations, columns variables; out has the covariances, the data
 * without their means, and the means. */
WRITTEN_LOOP(covariance, float, float) {
  float *data = out + n * n, *mean = data + n * n;
#pragma twofold parallel for
  for (long j = 0; j < n; ++j) {
    mean[j] = 0;
    for (long i = 0; i < n; ++i)
      mean[j] += a[i * n + j];
    mean[j] /= (float)n;
  }
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      data[i * n + j] = a[i * n + j] - mean[j];
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = i; j < n; ++j) {
      out[i * n + j] = 0;
      for (long k = 0; k < n; ++k)
        out[i * n + j] += data[k * n + i] * data[k * n + j];
      out[i * n + j] /= (float)n - 1;
      out[j * n + i] = out[i * n + j];
    }
}

/* The same with variables of one deviation. */
WRITTEN_LOOP(correlation, float, float) {
  float *data = out + n * n, *mean = data + n * n, *deviation = mean + n;
#pragma twofold parallel for
  for (long j = 0; j < n; ++j) {
    mean[j] = 0;
    for (long i = 0; i < n; ++i)
      mean[j] += a[i * n + j];
    mean[j] /= (float)n;
  }
#pragma twofold parallel for
  for (long j = 0; j < n; ++j) {
    deviation[j] = 0;
    for (long i = 0; i < n; ++i)
      deviation[j] += (a[i * n + j] - mean[j]) * (a[i * n + j] - mean[j]);
    deviation[j] = sqrtf(deviation[j] / (float)n);
    deviation[j] = deviation[j] <= 0.1f ? 1.0f : deviation[j];
  }
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      data[i * n + j] = a[i * n + j] - mean[j];
      data[i * n + j] /= sqrtf((float)n) * deviation[j];
    }
#pragma twofold parallel for
  for (long i = 0; i < n - 1; ++i) {
    out[i * n + i] = 1;
    for (long j = i + 1; j < n; ++j) {
      out[i * n + j] = 0;
      for (long k = 0; k < n; ++k)
        out[i * n + j] += data[k * n + i] * data[k * n + j];
      out[j * n + i] = out[i * n + j];
    }
  }
  out[n * n - 1] = 1;
}
