// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Narrow and wide, signed and unsigned indices and bounds.
// RUN: %conform %s %t
#include "show.h"

int main(void) {
  unsigned char x[50] = {0};
  short end = 50;
  long start = -10, sum = 0;
#pragma twofold parallel for
  for (short i = 0; i < end; ++i)
    x[i] = i;
#pragma twofold parallel for
  for (long i = start; i < end; i += 2)
    sum += i;
#pragma twofold parallel for
  for (unsigned char i = 0; i < end; ++i)
    x[i] += i;
  SHOW_INTEGERS("x", x, 50);
  SHOW_INTEGER(sum);
}
