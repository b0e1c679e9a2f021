// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same through a temporary array, where it is long.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  enum { L = 100000 };
  static int c[L];
  for (int i = 0; i < L; ++i)
    c[i] = i * 7 % 1009;
  int l = L;
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    c[1:l - 1] = c[0:l - 1] + 1;
    c[0:l] = c[l - 1:l:-1];
    c[0:l - 3] -= c[3:l - 3];
  }
#else
  for (int i = l - 1; i > 0; --i)
    c[i] = c[i - 1] + 1;
  for (int i = 0; i < l / 2; ++i) {
    int t = c[i];
    c[i] = c[l - 1 - i];
    c[l - 1 - i] = t;
  }
  for (int i = 0; i < l - 3; ++i)
    c[i] -= c[3 + i];
#endif
  long sum = 0;
  for (int i = 0; i < L; ++i)
    sum = sum * 31 % 1000003 + c[i];
  SHOW_INTEGER(sum);
  SHOW_INTEGERS("c", c, 100);
}
