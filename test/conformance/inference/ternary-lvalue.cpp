// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In C++ the macros' ?: may be one of two variables itself.
// RUN: %conform %s %t
#include "show.h"
enum { N = 200 };
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int main() {
  static int k[N];
  static double x[N], y[N];
  for (int i = 0; i < N; ++i)
    k[i] = i * 71 % 199 - 100, x[i] = k[i], y[i] = -k[i];
  int least = 1000, most = -1000;
  double low = 1e9;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    least = MIN(k[i], least);
    most = MAX(most, k[i]);
    y[i] = x[i] < y[i] ? x[i] : y[i];
  }
#pragma twofold parallel for reduction(min : low)
  for (int i = 0; i < N; ++i)
    low = MIN(low, x[i]);
  SHOW_INTEGER(least);
  SHOW_INTEGER(most);
  SHOW_FLOAT(low);
  SHOW_FLOATS("y", y, N);
}
