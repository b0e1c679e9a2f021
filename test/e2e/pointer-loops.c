// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over pointers.
// RUN: %e2e %s %t
#include "Inputs/show.h"

struct pair {
  short first;
  double second;
};

int main(void) {
  int a[100];
  double b[100];
  struct pair pairs[50];
  for (int i = 0; i < 100; ++i) {
    a[i] = i;
    b[i] = i * 0.25;
  }
  for (int i = 0; i < 50; ++i)
    pairs[i] = (struct pair){(short)i, i * 1.5};
  int n = 100;

#pragma twofold parallel for
  for (int *p = a; p < a + n; ++p)
    *p = *p * 2 + 1;
  SHOW_INTEGERS("ints", a, n);

#pragma twofold parallel for
  for (double *p = b + 1; p != b + 99; p++)
    p[0] += 100.0;
  SHOW_FLOATS("doubles", b, n);

  int *start = a + 99;
#pragma twofold parallel for
  for (int *p = start; p >= a; p -= 3)
    *p = -*p;
  SHOW_INTEGERS("down by three", a, n);

#pragma twofold parallel for
  for (struct pair *p = pairs; p < pairs + 50; p += 2) {
    p->first = (short)(p->first * 3);
    p->second -= p->first;
  }
  for (int i = 0; i < 50; ++i)
    printf("%d %a\n", pairs[i].first, pairs[i].second);

  long sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (const int *p = a; p < a + n; ++p)
    sum += *p;
  SHOW_INTEGER(sum);

  int table[40][8];
  for (int i = 0; i < 8; ++i)
    a[i] = i;
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < 40; ++i)
    for (const int *p = a; p < a + 8; ++p)
      table[i][*p & 7] = i;
  for (int i = 0; i < 40; i += 13)
    SHOW_INTEGERS("collapsed with a pointer", table[i], 8);
}
