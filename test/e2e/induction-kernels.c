// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A choice of induction variables as kernels, with trip counts that matter.
// RUN: %e2e %s %t -Wno-char-subscripts
#include "Inputs/show.h"
#include <limits.h>
#include <stdint.h>

static int evaluations;

static int bound(int n) {
  ++evaluations;
  return n;
}

int main(void) {
  int a[300] = {0};
  for (int k = 0; k < 300; ++k)
    a[k] = -k;

#pragma twofold parallel for
  for (unsigned char i = 0; i <= 254; ++i)
    a[i] = i;
  SHOW_INTEGERS("uchar <= 254", a, 300);

#pragma twofold parallel for
  for (signed char i = 127; i > -128; i -= 5)
    a[i + 128] = i;
  SHOW_INTEGERS("schar down", a, 300);

  int by = 7;
#pragma twofold parallel for
  for (short i = 290; i >= 0; i -= by)
    a[i] = i * by;
  SHOW_INTEGERS("short symbolic down", a, 300);

#pragma twofold parallel for
  for (int i = bound(3); i < bound(200); i += bound(11))
    a[i] += i;
  SHOW_INTEGERS("calls in the header", a, 300);
#ifdef WITH_PLUGIN
  if (evaluations != 3)
    printf("bounds evaluated %d times\n", evaluations);
#endif

#pragma twofold parallel for
  for (unsigned i = UINT_MAX - 20; i < UINT_MAX; i += 4)
    a[i - (UINT_MAX - 20)] = (int)(UINT_MAX - i);
  SHOW_INTEGERS("uint near the limit", a, 300);

#pragma twofold parallel for
  for (uint64_t i = UINT64_MAX - 21; i < UINT64_MAX - 1; i += 3)
    a[UINT64_MAX - i] = (int)(i % 1000);
  SHOW_INTEGERS("ulong near the limit", a, 300);

#pragma twofold parallel for
  for (int i = INT_MIN; i < INT_MAX - 50000000; i += 50000000)
    a[(int)(((long)i - INT_MIN) / 50000000)] = i;
  SHOW_INTEGERS("whole int range", a, 300);

#pragma twofold parallel for
  for (long i = -100; i != 100; ++i)
    a[i + 100] = (int)(i * i * i);
  SHOW_INTEGERS("negative to positive", a, 300);
}
