// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `int` as element, capture, local, parameter, result and member; it wraps and converts as C says.
// RUN: %conform %s %t
#include "show.h"

enum { N = 60 };
struct cell {
  char tag;
  int value[2];
};

static int mixed(int a, int b) { return a % 7 + b / 3 - (a ^ b) + (a & 12) + (b | 1); }

int main(void) {
  static int a[N], b[N];
  static struct cell cells[N];
  int by = 200;
  for (int i = 0; i < N; ++i)
    a[i] = i * 37 - 500;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int local = a[i] >> 1;
    b[i] = mixed(local, by) + a[i] / 5;
    b[i] *= i;
    cells[i].value[i % 2] = b[i] > by ? by : -local;
    cells[i].tag = (char)a[i];
    b[i] ^= -16;
  }
  SHOW_INTEGERS("b", b, N);
  for (int i = 0; i < N; ++i)
    SHOW_INTEGER(cells[i].value[0] + cells[i].value[1] * 3 + cells[i].tag);
}
