// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// && and || on bool and int: spelled out, as &= and |= of truths, and under
// conditions.
// RUN: %conform %s %t
#include "show.h"

enum { N = 90 };

int main() {
  static int x[N];
  bool all = true, every = true, any = false, some = false, none = false;
  int whole = 5, part = 0, given = 1;
  for (int i = 0; i < N; ++i)
    x[i] = i * 7 % 30;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    all = all && x[i] < 30;
    every &= x[i] < 29;
    any = x[i] == 17 || any;
    some |= x[i] > 100;
    none = none || x[i] < 0;
    whole = whole && x[i] >= 0 && x[i] < 50;
    if (x[i] == 3)
      part = part || x[i];
    given = (x[i] != 4) && given;
  }
  int results[] = {all, every, any, some, none, whole, part, given};
  SHOW_INTEGERS("results", results, 8);
}
