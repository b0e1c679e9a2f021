// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A store before the exit, or behind it where others read: the loop runs in order.
// RUN: %conform %s %t --native
#include "show.h"

// A round of bubble sort. The last assignments of variables are looked for until
// iterations are found to depend on each other.
static int sorted_up_to(int *a, int last) {
  int sorted = 1, moved = 0, kept;
#pragma twofold parallel for
  for (int i = 0; i < 99; ++i) {
    if (i > last)
      break;
    if (a[i] > a[i + 1]) {
      kept = a[i];
      a[i] = a[i + 1];
      a[i + 1] = kept;
      moved = (sorted = 0) + i;
    }
  }
  return sorted * 1000 + moved;
}

int main(void) {
  static int a[300], b[300];
  for (int i = 0; i < 300; ++i)
    a[i] = i * 3 % 200;
#pragma twofold parallel for
  for (int i = 0; i < 300; ++i) {
    b[i] = a[i] + 1;
    if (b[i] == 151)
      break;
  }
  SHOW_INTEGERS("b", b, 300);
  for (int last = 98; last > 40; last -= 7)
    SHOW_INTEGER(sorted_up_to(a, last));
  SHOW_INTEGERS("a", a, 300);
}
