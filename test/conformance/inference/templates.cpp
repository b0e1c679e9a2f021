// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates: sums, minima, private and last values of each type.
// RUN: %conform %s %t
#include "show.h"

enum { N = 110 };

template <typename T> struct totals {
  T sum, low, at;
};

template <typename T> totals<T> work(const T *x, T *y) {
  T sum = T(3), low = T(120), t, at = T(0);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    t = x[i] + T(1);
    y[i] = t * T(2);
    sum += t;
    if (x[i] < low) {
      low = x[i];
      at = T(i);
    }
  }
  return {sum, low, at};
}

int main() {
  static int x[N], y[N];
  static double v[N], w[N];
  for (int i = 0; i < N; ++i)
    x[i] = i * 19 % 83 + 2, v[i] = x[i] * 0.25;
  totals<int> a = work(x, y);
  totals<double> b = work(v, w);
  int results[] = {a.sum, a.low, a.at};
  SHOW_INTEGERS("a", results, 3);
  SHOW_INTEGERS("y", y, N);
  double floats[] = {b.sum, b.low, b.at};
  SHOW_FLOATS("b", floats, 3);
  SHOW_FLOATS("w", w, N);
}
