// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that get the number of the last iteration that assigned them, alone
// and beside others, and steps of one and more that only the call knows.
// RUN: %conform %s %t
#include <stdio.h>

enum { Size = 3000 };
static float a[Size];

static void shows(int by) {
  int last = -1, other = -2;
#pragma twofold parallel for
  for (int i = 0; i < Size; i += by)
    if (a[i] < 0)
      last = i;
    else if (a[i] > 8)
      last = i;
  printf("%d\n", last);
#pragma twofold parallel for
  for (int i = Size - 1; i >= 0; i -= by) {
    if (a[i] < 0)
      last = i;
    if (a[i] > 5)
      other = i;
  }
  printf("%d %d\n", last, other);
  float value = 0;
#pragma twofold parallel for
  for (int i = 0; i < Size; i += by)
    if (a[i] < 0) {
      last = i;
      value = a[i];
    }
  printf("%d %g\n", last, value);
  const float *where = 0;
#pragma twofold parallel for device(native)
  for (const float *p = a; p < a + Size; p += by)
    if (*p < -1)
      where = p;
  printf("%d\n", where ? (int)(where - a) : -1);
  unsigned char narrow = 3;
#pragma twofold parallel for schedule(dynamic, 7)
  for (unsigned i = 5; i < Size; i += by)
    if (a[i] < 0)
      narrow = i;
  printf("%d\n", narrow);
  long kept = 77;
#pragma twofold parallel for
  for (long i = 0; i < Size; i += by)
    if (a[i] > 1000)
      kept = i;
  printf("%ld\n", kept);
#pragma twofold parallel for
  for (int i = 0; i < Size; i += by)
    a[i] += 1;
  float sum = 0;
  for (int i = 0; i < Size; ++i)
    sum += a[i];
  printf("%g\n", sum);
}

int main(void) {
  for (int by = 1; by < 5; ++by) {
    for (int i = 0; i < Size; ++i)
      a[i] = i % 2999 == 77 * by ? -by : i % 10;
    shows(by);
  }
}
