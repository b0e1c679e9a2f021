// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// x = x < e ? x : e, as the usual macros spell it, takes a NaN and drops it
// with the next value: in the order of the iterations.
// RUN: %conform %s %t --native
#include "show.h"
#include <math.h>

enum { N = 97 };
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

int main(void) {
  static double x[N], y[N];
  for (int round = 0; round < 8; ++round) {
    double least = 50, most = NAN, odd = 3, never = round;
    for (int i = 0; i < N; ++i) {
      x[i] = (i * 31 + round) % 89;
      y[i] = i == round * 12 || i == 96 - round ? NAN : x[i];
    }
#pragma twofold parallel for schedule(dynamic, 5)
    for (int i = 0; i < N; ++i) {
      least = MIN(least, x[i]);
      most = MAX(most, y[i]);
      if (i % 2)
        odd = y[i] < odd ? y[i] : odd;
      if (i > 1000)
        never = MIN(never, y[i]);
    }
    double low = 1e9;
#pragma twofold parallel for
    for (int i = 0; i < N - round; ++i)
      low = MIN(low, y[i]);
    double results[] = {least, odd, never, isnan(most) ? -1 : most,
                        isnan(low) ? -1 : low};
    SHOW_FLOATS("results", results, 5);
  }
}
