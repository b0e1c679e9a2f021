// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels' rarer forms give the serial program's results.
// RUN: %e2e %s %t
// RUN: %e2e %s %t -mfma
#include "../../e2e/Inputs/show.h"
#include <stdbool.h>

enum { n = 96, m = 7 };

static const float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

static float weighted(const float *a, const float *b) {
  float s = 0;
  for (int k = 0; k < 5; ++k)
    s += a[k] * b[k];
  return s;
}

static void exchange(float *a, float *b) {
  float t = *a;
  *a = *b;
  *b = t;
}

static void rows(int h, int w, double a[h][w], double b[w][h]) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < h; ++i)
    for (int j = 0; j < w; ++j) {
      double (*row)[w] = &a[i];
      b[j][i] = a[i][j] * 3 + (*row)[0];
    }
}

static void masked(int *out, const int *mask) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (!mask || mask[i] > 40)
      out[i] += 1;
}

int main(void) {
  bool flags[n];
  float x[n], y[n];
  double d[n], a[m][12], b[12][m];
  int k[n], last = -1, w;
  for (int i = 0; i < n; ++i) {
    flags[i] = i % 3 == 0;
    x[i] = (float)((i * 37 % 101) - 50) * 0.37f;
    y[i] = 0;
    d[i] = i * 0.1;
    k[i] = i * 7919 % 97;
  }
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < 12; ++j)
      a[i][j] = i * 100 + j;

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    bool near = x[i], *p = &near;
    int at = i;
    flags[at++] |= k[i] & 6;
    flags[i] ^= *p;
    near += 5;
    *p &= 3;
    k[i] += flags[i] * 2 + near;
    at = i;
    d[at++] += (double)x[i] * 1.1;
    d[i] = d[i] + at * 0.25 + (d[i] > 1e9);
    unsigned char c = 250;
    c += k[i];
    short s = (short)(c << 9);
    s >>= 3;
    c ^= s;
    signed char t = (signed char)c;
    t /= 3;
    k[i] = k[i] * 1000 + c + t;
    k[i] += (k[i] & 1 ? -k[i] % 7 : ~k[i]) + (s ?: 5) + !s;
  }

#pragma twofold parallel for
  for (int i = 2; i < n - 2; ++i) {
    float near[5] = {x[i - 2], x[i - 1], x[i]};
    float u = weighted(x + i - 2, weights), v = weighted(near, weights);
    exchange(&u, &v);
    y[i] = u;
    exchange(&y[i], &v);
    y[i] += v * u;
  }

#pragma twofold parallel for collapse(2) lastprivate(last) private(w)
  for (int i = n - 1; i >= 0; i -= 3)
    for (unsigned j = 0; j < 4; ++j) {
      last = i * 10 + (int)j;
      w = last % 5;
      if (w == 2)
        continue;
      switch (w) {
      case 0:
        k[i] += 1;
        /* fall through */
      case 1:
        for (;;) {
          if (++w > 4)
            break;
          if (w & 1)
            continue;
          k[i] += w * (j == 0);
        }
        break;
      default:
        do
          --w;
        while (w > 0);
      }
    }

  long sum = 0;
  short least = 30000;
  bool all = true;
  unsigned bits = 0;
  int final = 0;
#pragma twofold parallel for collapse(3) reduction(+ : sum) reduction(min : least) reduction(&& : all) reduction(^ : bits) lastprivate(final)
  for (int i = 0; i < 6; ++i)
    for (int j = 10; j > 0; j -= 2)
      for (int q = -3; q <= 3; ++q) {
        final = i * 100 + j * 10 + q;
        if (q == 2)
          continue;
        sum += final * k[j];
        if (final < least)
          least = (short)final;
        all = all && final > -100;
        bits ^= (unsigned)final << i;
      }

  rows(m, 12, a, b);
  masked(k, 0);
  masked(k, k);

  for (int i = 0; i < n; ++i)
    last += flags[i] << (i % 20);
  SHOW_INTEGER(last);
  SHOW_INTEGER(final);
  SHOW_INTEGER(sum);
  SHOW_INTEGER(least);
  SHOW_INTEGER(all);
  SHOW_INTEGER(bits);
  SHOW_INTEGERS("k", k, n);
  SHOW_FLOATS("d", d, n);
  SHOW_FLOATS("y", y, n);
  SHOW_FLOATS("b", &b[0][0], 12 * m);
}
