// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Null pointers in each way that C writes them, beside pointers into arrays.
// RUN: %conform %s %t
#include <stddef.h>
#include <stdio.h>
enum { N = 1000 };
static int a[N], o[N];
int main(void) {
  int *given = a;
  for (int i = 0; i < N; ++i)
    a[i] = i * 7 % 13;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int *row, *none = (int *)0;
    if (i % 3)
      row = a + i;
    else
      row = NULL;
    o[i] = row == NULL ? 1 : *row;
    if (NULL != row)
      o[i] += 20;
    if (row == (int *)NULL)
      o[i] += 300;
    if ((const int *)NULL != row)
      o[i] += 4000;
    o[i] += (none == NULL) * 50000 + (row != 0) * 600000;
    o[i] += (given == (int *)NULL) * 7000000;
  }
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum = sum * 31 % 1000000007 + o[i];
  printf("%ld\n", sum);
}
