// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every operator over unsigned numbers of each width, which wrap around.
// RUN: %conform %s %t
#include "show.h"

enum { N = 130 };

int main(void) {
  static unsigned x[N];
  unsigned char a = 3, o = 0;
  unsigned short m = 1, b = 0xffff;
  unsigned s = 7, e = 9;
  unsigned long l = 1;
  for (int i = 0; i < N; ++i)
    x[i] = i * 2654435761u;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a += x[i];
    o |= x[i] & 0x15;
    m *= x[i] | 1;
    b &= x[i] | 0xf0f0;
    s -= x[i];
    e ^= x[i];
    l = l * (2 * x[i] + 1ul);
  }
  unsigned long results[] = {a, o, m, b, s, e, l};
  SHOW_INTEGERS("results", results, 7);
}
