// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linked indices: the kernel's loop ends when one of them is out of bounds.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 60 };

int main(void) {
  static int next[N], head[8], count[8];
  for (int i = 0; i < N; ++i)
    next[i] = i + 8 < N ? i + 8 : -1;
  for (int i = 0; i < 8; ++i)
    head[i] = i;
#pragma twofold parallel for bounds
  for (int i = 0; i < 8; ++i)
    for (int k = head[i]; k >= 0; k = next[k])
      ++count[i];
  SHOW_INTEGERS("count", count, 8);
  next[20] = N;
  VIOLATES(next, N, N, 26)
#pragma twofold parallel for bounds
  for (int i = 0; i < 8; ++i) {
    int k = head[i];
    while (k != -1)
      k = next[k];
    count[i] = k;
  }
  VIOLATED();
}
