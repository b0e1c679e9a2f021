// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assigned under a condition and read after the loop: the value of the last
// iteration that assigned it, or the old one.
// RUN: %conform %s %t
#include "show.h"

enum { N = 211 };

int main(void) {
  static int x[N];
  int found = -1, none = -7, twice = 0;
  double value = 0.5;
  for (int i = 0; i < N; ++i)
    x[i] = i * 73 % 101;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] == 17)
      found = i;
    if (x[i] > 1000)
      none = i;
    if (x[i] % 3 == 0) {
      value = x[i] * 0.25;
      if (x[i] % 2 == 0)
        twice = i;
      else if (x[i] % 5 == 0)
        twice = -i;
    }
  }
  SHOW_INTEGER(found);
  SHOW_INTEGER(none);
  SHOW_INTEGER(twice);
  SHOW_FLOAT(value);
}
