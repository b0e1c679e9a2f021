// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assigned where it is never reached: variables of every type keep what they
// had.
// RUN: %conform %s %t --native
#include "show.h"

int main(void) {
  int never = 0, sum = 0;
  signed char a = 10;
  unsigned char b = 10;
  short c = 10;
  unsigned short d = 10;
  int e = 10;
  unsigned f = 10;
  long g = 10;
  unsigned long h = 10;
  long long k = 10;
  unsigned long long l = 10;
  float m = 10;
  double n = 10;
  long double o = 10;
  int *p = &sum;
#pragma twofold parallel for
  for (int i = 0; i < 10; ++i) {
    if (never) {
      a = b = c = d = e = f = g = h = k = l = 0;
      m = n = o = 0;
      p = 0;
    }
  }
  long results[] = {a, b, c, d, e, f, g, h, k, l, p == &sum};
  double floats[] = {m, n, o};
  SHOW_INTEGERS("integers", results, 11);
  SHOW_FLOATS("floats", floats, 3);
}
