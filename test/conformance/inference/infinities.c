// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data at the very ends of a type must not be taken for "no value yet".
// RUN: %conform %s %t
#include "show.h"
#include <limits.h>
#include <math.h>

enum { N = 40 };

int main(void) {
  static int top[N];
  static double up[N];
  int least = INT_MAX, at = -1, last = -1;
  double low = INFINITY;
  int where = -1, final = -1;
  for (int i = 0; i < N; ++i) {
    top[i] = INT_MAX;
    up[i] = INFINITY;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (top[i] < least) {
      least = top[i];
      at = i;
    }
    if (up[i] < low) {
      low = up[i];
      where = i;
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (top[i] <= least) {
      least = top[i];
      last = i;
    }
    if (up[i] <= low) {
      low = up[i];
      final = i;
    }
  }
  int results[] = {least, at, last, where, final};
  SHOW_INTEGERS("results", results, 5);
  SHOW_FLOAT(low);
}
