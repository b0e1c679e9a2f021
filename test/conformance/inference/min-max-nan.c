// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NaN in the data and in the start values: if-forms skip them, fmin and fmax
// take any number instead.
// RUN: %conform %s %t
#include "show.h"
#include <math.h>

enum { N = 64 };

int main(void) {
  static double x[N], empty[N];
  double least = 9, most = -9, lost = NAN, low = NAN, high = NAN, gone = NAN;
  int at = -1;
  for (int i = 0; i < N; ++i) {
    x[i] = i % 5 == 0 ? NAN : i * 29 % 31;
    empty[i] = NAN;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] < least) {
      least = x[i];
      at = i;
    }
    if (x[i] > most)
      most = x[i];
    if (x[i] < lost)
      lost = x[i];
    low = fmin(low, x[i]);
    high = fmax(x[i], high);
    gone = fmin(gone, empty[i]);
  }
  double results[] = {least, most, low, high};
  SHOW_FLOATS("results", results, 4);
  SHOW_INTEGER(at);
  SHOW_INTEGER(isnan(lost) != 0);
  SHOW_INTEGER(isnan(gone) != 0);
}
