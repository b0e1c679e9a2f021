// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return of a structure by value.
// RUN: %conform %s %t
#include "show.h"
struct Place {
  int row, value;
  double half;
};

static struct Place find(const int *a, int n, int x) {
  struct Place none = {-1, 0, 0.5};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] > x) {
      struct Place found = {i, a[i], a[i] / 2.0};
      return found;
    }
  return none;
}

int main(void) {
  static int a[700];
  for (int i = 0; i < 700; ++i)
    a[i] = i * i % 1009;
  for (int x = 900; x < 1100; x += 31) {
    struct Place p = find(a, 700, x);
    printf("%d %d %a\n", p.row, p.value, p.half);
  }
}
