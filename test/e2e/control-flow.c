// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for, while, do, switch, continue and break inside a body.
// RUN: %e2e %s %t
#include "Inputs/show.h"

int main(void) {
  enum { n = 130 };
  int a[n] = {0}, b[n] = {0};
  long total = 5;

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (i % 11 == 5)
      continue;
    int v = i, loops = 0;
    while (v > 1) {
      if (v == 27)
        break;
      v = v & 1 ? 3 * v + 1 : v / 2;
      if (++loops > 50)
        break;
      if (v % 3 == 0)
        continue;
      b[i] += v;
    }
    do {
      v += 2;
    } while (v < 10);
    a[i] = v;
  }
#pragma twofold parallel for reduction(+ : total)
  for (int i = 0; i < n; ++i) {
    if (i % 10 == 9)
      continue;
    int kind;
    switch (i % 8) {
    case 0:
      kind = 1;
      break;
    case 1:
    case 2:
      kind = 20;
      /* fall through */
      __attribute__((fallthrough));
    case 3:
      kind = 300;
      break;
    case 4 ... 5: {
      int k = 0;
      for (int j = 0; j < i; ++j) {
        if (j % 2)
          continue;
        if (j > 40)
          break;
        k += j;
      }
      kind = k;
      break;
    }
    default:
      if (i > 100)
        continue;
      kind = -i;
    }
    total += kind;
    a[i] = kind;
    for (int j = 0, k = 10; j < k; ++j, --k)
      b[i] += j * k;
    for (;;)
      if (b[i] % 5)
        b[i]++;
      else
        break;
  }
  SHOW_INTEGERS("a", a, n);
  SHOW_INTEGERS("b", b, n);
  SHOW_INTEGER(total);
  int last = 0;
#pragma twofold parallel for lastprivate(last)
  for (int i = 0; i < n; ++i) {
    last = i * 2;
    if (i & 1)
      continue;
    a[i] = last;
  }
  SHOW_INTEGERS("a", a, n);
  SHOW_INTEGER(last);
}
