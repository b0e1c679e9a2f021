// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// && and || in their forms, in C's int and _Bool.
// RUN: %conform %s %t
#include "show.h"

enum { N = 128 };

int main(void) {
  static int x[N];
  int all = 1, most = 1, any = 0, none = 0;
  _Bool fits = 1, odd = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i * 37 % 64;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    all = all && x[i] < 64;
    most = x[i] < 60 && most;
    any = any || x[i] == 33;
    none = x[i] > 70 || none;
    fits &= x[i] >= 0;
    odd ^= x[i] % 3 == 1;
  }
  int results[] = {all, most, any, none, fits, odd};
  SHOW_INTEGERS("results", results, 6);
}
