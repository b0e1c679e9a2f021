// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A store out of range is not made; what lies behind the array keeps its values.
// RUN: %conform %s %t --races-unseen
#include "errors.h"
#include "show.h"

enum { N = 128 };
static struct {
  int before[N], a[N], behind[N];
} all;

int main(void) {
  static int at[N];
  for (int i = 0; i < N; ++i)
    at[i] = i;
  at[5] = N + 3;
  int *a = all.a;
  VIOLATES(a, N + 3, N, 21)
#pragma twofold parallel for bounds extent(a, N)
  for (int i = 0; i < N; ++i)
    a[at[i]] = 9;
  VIOLATED();
  at[5] = -2;
  VIOLATES(a, -2, N, 27)
#pragma twofold parallel for bounds extent(a, N)
  for (int i = 0; i < N; ++i)
    a[at[i]]++;
  VIOLATED();
  SHOW_INTEGERS("before", all.before, N);
  SHOW_INTEGERS("behind", all.behind, N);
}
