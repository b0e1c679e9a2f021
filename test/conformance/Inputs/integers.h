/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program of every integer type, which is called `number`. */
#include "show.h"

enum { N = 60 };
struct cell {
  char tag;
  number value[2];
};

static number mixed(number a, number b) {
  return a % 7 + b / 3 - (a ^ b) + (a & 12) + (b | 1);
}

int main(void) {
  static number a[N], b[N];
  static struct cell cells[N];
  static long wide[N];
  number by = (number)200;
  for (int i = 0; i < N; ++i)
    a[i] = (number)(i * 37 - 500);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    number local = a[i];
    local >>= 1;
    b[i] = mixed(local, by) + a[i] / 5;
    b[i] += (number)i;
    b[i] <<= 1;
    b[i]--;
    cells[i].value[i % 2] = b[i] > by ? by : -local;
    cells[i].tag = (char)a[i];
    wide[i] = (long)(a[i] * 3 + ~local) + (a[i] < by) + (number)(a[i] * 0.5f);
  }
  SHOW_INTEGERS("b", b, N);
  SHOW_INTEGERS("wide", wide, N);
  for (int i = 0; i < N; ++i)
    SHOW_INTEGER(cells[i].value[0] + cells[i].value[1] * 3 + cells[i].tag);
}
