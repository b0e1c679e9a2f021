// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions without effects decide about the exit.
// RUN: %conform %s %t
#include "show.h"
#include <math.h>
#include <stdlib.h>

static int digits(int v) {
  int sum = 0;
  for (; v; v /= 10)
    sum += v % 10;
  return sum;
}

static int prime(int v) {
  for (int d = 2; d * d <= v; ++d)
    if (v % d == 0)
      return 0;
  return v > 1;
}

int main(void) {
  int found = 0;
#pragma twofold parallel for
  for (int i = 1; i < 1900; ++i)
    if (digits(i) == 23 && prime(i) && fabs(sqrt((double)abs(i)) - 40) < 2) {
      found = i;
      break;
    }
  SHOW_INTEGER(found);
}
