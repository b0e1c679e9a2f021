// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// && and || on ints, bytes and _Bool.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 400, BINS = 9 };

int main(void) {
  static int every[BINS], any[BINS];
  static _Bool seen[BINS], calm[BINS];
  static signed char a[N];
  for (int i = 0; i < N; ++i)
    a[i] = (signed char)(i % 97 == 5 ? 0 : i % 11);
  for (int k = 0; k < BINS; ++k) {
    every[k] = 5;
    calm[k] = 1;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    every[i % BINS] = every[i % BINS] && a[i] < 10;
    any[i % BINS] = a[i] > 9 || any[i % BINS];
    seen[i % BINS] |= a[i] == 10;
    calm[i % BINS] = calm[i % BINS] && a[i];
  }
  SHOW_INTEGERS("every", every, BINS);
  SHOW_INTEGERS("any", any, BINS);
  SHOW_INTEGERS("seen", seen, BINS);
  SHOW_INTEGERS("calm", calm, BINS);
}
