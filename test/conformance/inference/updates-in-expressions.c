// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates as arms of ?:, right sides of && and ||, parts of commas and steps of
// inner loops.
// RUN: %conform %s %t
#include "show.h"

enum { N = 130 };

int main(void) {
  static int x[N];
  int a = 0, b = 1, c = 2, d = 3, e = 4, f = 5;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    x[i] > 9 ? (a += x[i]) : (b += i);
    x[i] > 3 && (c += 2);
    x[i] > 3 || (c -= 1);
    d += x[i], e = e + i, (void)(f ^= x[i]);
    for (int j = 0; j < 2; ++j, d += j)
      e++;
    for (a += 1; 0;)
      ;
  }
  int results[] = {a, b, c, d, e, f};
  SHOW_INTEGERS("results", results, 6);
}
