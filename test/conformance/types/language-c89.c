// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C89: declarations first, no // inside, a variable of the loop declared outside.
// RUN: %conform %s %t -std=c89 -Wno-comment
#include "show.h"

#define N 40

static long twice(long n)
{
  return 2 * n;
}

int main()
{
  static long a[N];
  static char text[6] = "hello";
  int i;
#pragma twofold parallel for
  for (i = 0; i < N; i++) {
    register int k;
    auto long s = 0;
    for (k = 0; k < 5; k++)
      s += text[k];
    a[i] = s + (i < 3 ? -1 : twice((long)i));
  }
  SHOW_INTEGERS("a", a, N);
  return 0;
}
