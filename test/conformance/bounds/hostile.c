// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes and subscripts near the ends of 64 bits.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"
#include <stdint.h>

int main(void) {
  static int a[8];
  static int64_t at[4] = {0, 3, 7, 2};
  int *p = a;
  uint64_t huge = UINT64_C(1) << 62;
#pragma twofold parallel for bounds extent(p, 8)
  for (int64_t i = INT64_MAX - 4; i < INT64_MAX; ++i)
    p[at[i - (INT64_MAX - 4)]] = (int)(i & 7) + 1;
  SHOW_INTEGERS("a", a, 8);
  at[1] = INT64_MIN;
  VIOLATES(p, INT64_MIN, 8, 21)
#pragma twofold parallel for bounds extent(p, 8)
  for (int i = 0; i < 4; ++i)
    p[at[i]] = 1;
  VIOLATED();
  VIOLATES(p, (long long)huge + 3, 8, 26)
#pragma twofold parallel for bounds extent(p, 8)
  for (int i = 0; i < 4; ++i)
    p[huge + (uint64_t)i] = 1;
  VIOLATED();
}
