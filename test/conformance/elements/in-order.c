// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates whose result depends on the order run in it.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 300, BINS = 6 };
struct flags {
  unsigned low : 3, high : 5;
};

int main(void) {
  static int h[BINS];
  static unsigned short m[BINS];
  static struct flags f[BINS];
  for (int k = 0; k < BINS; ++k)
    m[k] = 40000;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    h[i % BINS] += i % 2 ? 1.75 : -0.5;
    if (m[i % BINS] > i - 20)
      m[i % BINS] = i - 20;
    f[i % BINS].high += 3;
  }
  SHOW_INTEGERS("h", h, BINS);
  SHOW_INTEGERS("m", m, BINS);
  for (int k = 0; k < BINS; ++k)
    SHOW_INTEGER(f[k].high);
}
