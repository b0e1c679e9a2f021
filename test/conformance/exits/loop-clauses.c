// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses on a loop with an exit; bounds and clauses are evaluated once.
// RUN: %conform %s %t
#include "show.h"
static int calls;

static int once(int value) {
  ++calls;
  return value;
}

static int find(const int *a, int n, int x, int parallel) {
#pragma twofold parallel for schedule(dynamic, once(3)) num_threads(once(5)) if (once(parallel))
  for (int i = once(0); i < once(n) + 0; i += once(2))
    if (a[i] == x)
      return i;
  return -1;
}

int main(void) {
  static int a[1000];
  for (int i = 0; i < 1000; ++i)
    a[i] = i % 400;
  SHOW_INTEGER(find(a, 1000, 222, 1));
  SHOW_INTEGER(find(a, 1000, 223, 1));
#ifdef WITH_PLUGIN
  calls = calls == 12 ? 0 : calls;
#else
  calls = 0;
#endif
  SHOW_INTEGER(calls);
}
