// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// * & | ^ as compound assignments and spelled out.
// RUN: %conform %s %t
#include "show.h"

enum { N = 200 };

int main(void) {
  static unsigned x[N];
  unsigned p = 3, q = 1, a = ~0u, b = 0xffffu, o = 0, r = 1, h = 5, k = 9;
  for (unsigned i = 0; i < N; ++i)
    x[i] = i * 2654435761u;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    p *= x[i] | 1;
    q = (x[i] >> 3 | 1) * q;
    a &= x[i] | 0xf0f0u;
    b = b & ~(x[i] & 8);
    o |= x[i] & 0x55u;
    r = 1u << (i % 7) | r;
    h ^= x[i];
    k = k ^ (x[i] >> 1) ^ 3u;
  }
  unsigned results[] = {p, q, a, b, o, r, h, k};
  SHOW_INTEGERS("results", results, 8);
}
