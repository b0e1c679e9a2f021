// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With -fwrapv numbers with a sign wrap as others do. An array of which each
// iteration has one element is not taken for one that each of them fills.
// RUN: %e2e %s %t -fwrapv
#include "Inputs/show.h"
#include <limits.h>

static int zero;
static int a[4096];

int main(void) {
#pragma twofold parallel for
  for (int i = INT_MAX - 10; i != INT_MIN + 10; ++i)
    a[i & 4095] = i;
  SHOW_INTEGERS("constant", a, 4096);
  const int from = INT_MIN + 30 + zero;
#pragma twofold parallel for
  for (int i = from; i != INT_MAX - 2000; --i)
    a[i & 4095] += i / 2;
  SHOW_INTEGERS("down", a, 4096);
#pragma twofold parallel for
  for (long i = LONG_MAX - 100; i != LONG_MIN + 100; ++i)
    a[i & 255] ^= (int)i;
  SHOW_INTEGERS("long", a, 4096);
  return 0;
}
