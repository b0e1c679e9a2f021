// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What only the exiting iteration does may have any effect.
// RUN: %conform %s %t
#include "show.h"
static int log_[4], logged;

static void note(int i) { log_[logged++ & 3] = i; }

int main(void) {
  static int a[500];
  for (int i = 0; i < 500; ++i)
    a[i] = i % 123;
  for (int x = 0; x < 200; x += 61) {
#pragma twofold parallel for
    for (int i = 0; i < 500; ++i)
      if (a[i] == x) {
        note(i);
        printf("found %d at %d\n", x, i);
        a[i] = -1;
        break;
      }
  }
  SHOW_INTEGERS("log", log_, 4);
  SHOW_INTEGER(logged);
}
