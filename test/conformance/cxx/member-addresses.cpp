// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses of members and of elements of member arrays: the members
// themselves, not copies of them.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <memory>

struct state {
  int *out;
  int cells[8];
  int one;
};
static void bump(int *p, int by) { *p += by; }

int main() {
  static int out[8];
  state s{out, {1, 2, 3, 4, 5, 6, 7, 8}, 9};
#pragma twofold parallel for
  for (int i = 0; i < 8; ++i) {
    const int *p = &s.cells[0];
    s.out[i] = p[7 - i];
  }
#pragma twofold parallel for
  for (int i = 0; i < 6; ++i) {
    int *p = &s.cells[2];
    p[i] = s.out[i] * 10;
  }
#pragma twofold parallel for
  for (int i = 0; i < 8; ++i) {
    int *p = std::addressof(s.one);
    if (i == 3)
      bump(p, s.out[i]);
  }
  SHOW_INTEGERS("out", out, 8);
  SHOW_INTEGERS("cells", s.cells, 8);
  SHOW_INTEGER(s.one);
}
