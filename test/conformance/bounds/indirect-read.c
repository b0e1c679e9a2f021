// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A subscript from memory that is out of range: the loop's results do not come.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 200 };

int main(void) {
  static int from[N], to[N], at[N];
  long sum = 5;
  for (int i = 0; i < N; ++i)
    from[i] = at[i] = i;
  at[77] = N;
  VIOLATES(from, N, N, 18)
#pragma twofold parallel for bounds reduction(+ : sum)
  for (int i = 0; i < N; ++i)
    sum += from[at[i]];
  VIOLATED();
  printf("sum %ld\n", sum);
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    if (i != 77)
      to[i] = from[at[i]];
  SHOW_INTEGERS("to", to, N);
}
