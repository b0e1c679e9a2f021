// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The variable or the element is one of several terms, at any place.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 120, K = 5 };

int main(void) {
  static int x[N], h[K], g[K], low[K];
  static unsigned p[K], o[K];
  static float f[K], d[K];
  int s = 1, t = 2, u = 3, v = 4;
  double w = 0;
  for (int k = 0; k < K; ++k)
    h[k] = g[k] = low[k] = k, p[k] = o[k] = k + 1, f[k] = d[k] = k;
  for (int i = 0; i < N; ++i)
    x[i] = i * 31 % 17;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = x[i] % K;
    s = s + x[i] + i;
    t = x[i] + t + i;
    u = x[i] + (i + u) - 2;
    v = v - x[i] - i;
    w = 2 + w + x[i] * 0.5;
    h[k] = h[k] + x[i] + i;
    g[k] = x[i] - 3 + g[k] - i;
    low[k] = low[k] - x[i] - i;
    p[k] = (x[i] | 1) * (3 * p[k]);
    o[k] = 1u << k | o[k] | 64u;
    f[k] = f[k] + x[i] + 1;
    d[k] = i - 2 + d[k] - x[i] * 0.5;
  }
  int results[] = {s, t, u, v};
  SHOW_INTEGERS("results", results, 4);
  SHOW_FLOAT(w);
  SHOW_INTEGERS("h", h, K);
  SHOW_INTEGERS("g", g, K);
  SHOW_INTEGERS("low", low, K);
  SHOW_INTEGERS("p", p, K);
  SHOW_INTEGERS("o", o, K);
  SHOW_FLOATS("f", f, K);
  SHOW_FLOATS("d", d, K);
}
