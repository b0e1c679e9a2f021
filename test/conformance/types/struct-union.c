// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unions: bytes that another member reads.
// RUN: %conform %s %t
#include "show.h"

enum { N = 40 };
union word {
  float f;
  unsigned u;
};

int main(void) {
  static unsigned u[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    union word w = {.f = i * 0.5f};
    w.u ^= 0x80000000u;
    u[i] = w.u;
  }
  SHOW_INTEGERS("u", u, N);
}
