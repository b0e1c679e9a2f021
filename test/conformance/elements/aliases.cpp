// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Targets by way of pointers, references and indices of the body.
// RUN: %conform %s %t --races-unseen
#include "show.h"

template <typename T> void add(T *h, const int *at, const T *w, int n, int m) {
#pragma twofold parallel for extent(h, 4 * m)
  for (int i = 0; i < n; ++i) {
    T *row = h + i % 4 * m;
    const int k = at[i];
    row[k] += w[i];
  }
#pragma twofold parallel for extent(h, 4 * m)
  for (int i = 0; i < n; ++i) {
    T &cell = h[at[i]];
    cell -= w[i];
    *(h + m + at[i]) += 2;
  }
}

int main() {
  static int at[300], h[4 * 6], w[300];
  static float f[4 * 6], v[300];
  for (int i = 0; i < 300; ++i) {
    at[i] = i * 11 % 6;
    w[i] = i;
    v[i] = float(i % 16);
  }
  add(h, at, w, 300, 6);
  add(f, at, v, 300, 6);
  SHOW_INTEGERS("h", h, 24);
  SHOW_FLOATS("f", f, 24);
}
