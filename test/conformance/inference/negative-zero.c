// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum of negative zeros is one, and so is a sum of nothing.
// RUN: %conform %s %t
#include "show.h"

enum { N = 50 };

int main(void) {
  static double x[N];
  static float y[N];
  double all = -0.0, some = -0.0, product = -0.0;
  float single = -0.0f;
  for (int i = 0; i < N; ++i)
    y[i] = -0.0f, x[i] = -0.0;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    all += x[i];
    if (x[i] > 1)
      some += x[i];
    single += y[i];
    product *= x[i] + 1;
  }
  double results[] = {all, some, single, product};
  SHOW_FLOATS("results", results, 4);
}
