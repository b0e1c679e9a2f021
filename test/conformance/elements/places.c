// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates in all places that a statement can stand in.
// RUN: %conform %s %t
#include "show.h"

enum { N = 260, BINS = 8 };

static int next(int x) {
  return x * 5 % BINS;
}

int main(void) {
  static int h[BINS], s[4], a[N];
  for (int i = 0; i < N; ++i)
    a[i] = i * 3 % 17;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (a[i] > 12)
      continue;
    switch (a[i] & 3) {
    case 0:
      h[next(a[i])]++;
      break;
    case 1:
      h[a[i] % BINS] -= 2;
    default:
      (h[i % BINS])++, --h[(i + 1) % BINS];
    }
    for (int k = 0; k < 4; s[k] += a[i], ++k)
      ;
    int left = a[i] % 3;
    while (left-- > 0)
      h[left] += 10;
    do
      h[BINS - 1]++;
    while (++left < 1);
  }
  SHOW_INTEGERS("h", h, BINS);
  SHOW_INTEGERS("s", s, 4);
}
