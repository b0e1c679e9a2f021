// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and last values beside checked subscripts.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 90 };

int main(void) {
  static int a[N], at[N];
  int last = -1, sum = 3, most = 0;
  for (int i = 0; i < N; ++i) {
    at[i] = (i * 7) % N;
    a[i] = i;
  }
#pragma twofold parallel for bounds lastprivate(last) reduction(+ : sum)
  for (int i = 0; i < N; ++i) {
    last = a[at[i]];
    sum += last;
  }
#pragma twofold parallel for bounds reduction(max : most)
  for (int i = 0; i < N; ++i)
    most = a[at[i]] > most ? a[at[i]] : most;
  printf("%d %d %d\n", last, sum, most);
  at[60] = N + 1000;
  VIOLATES(a, N + 1000, N, 29)
#pragma twofold parallel for bounds reduction(+ : sum)
  for (int i = 0; i < N; ++i)
    sum += a[at[i]];
  VIOLATED();
  printf("%d\n", sum);
}
