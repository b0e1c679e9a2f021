// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that iterations leave are checked in order: an exit before the index
// that is out of bounds hides it, an index before the exit ends the loop.
// RUN: %conform %s %t --native
#include "errors.h"
#include "show.h"

enum { N = 100 };

static int find(const int *a, int n, int x) {
#pragma twofold parallel for bounds extent(a, 100)
  for (int i = 0; i < n; ++i)
    if (a[i] == x)
      return i;
  return -1;
}

int main(void) {
  static int a[N], b[N], at[N];
  for (int i = 0; i < N; ++i) {
    a[i] = i * 3 % 101;
    at[i] = N - 1 - i;
  }
  SHOW_INTEGER(find(a, N, 60));
  SHOW_INTEGER(find(a, 4 * N, 60));
  SHOW_INTEGER(find(a, N, -5));
  int found = 0;
  VIOLATES(a, 100, N, 13)
  found = find(a, 4 * N, -5);
  VIOLATED();
  (void)found;

  at[40] = 120;
  int i, sum = 0;
#pragma twofold parallel for bounds
  for (i = 0; i < N; ++i) {
    if (i == 30)
      break;
    b[at[i]] = i;
    sum += a[i];
  }
  SHOW_INTEGER(i);
  SHOW_INTEGER(sum);
  SHOW_INTEGERS("b", b, N);
  VIOLATES(b, 120, N, 50)
#pragma twofold parallel for bounds
  for (i = 0; i < N; ++i) {
    if (i == 50)
      break;
    b[at[i]] = -i;
  }
  VIOLATED();
}
