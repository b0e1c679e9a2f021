// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An item of a CPU computes a tile where there are more rows, columns and
// rounds than in one. The same kernel runs rows that are too short for tiles,
// in groups of many items, for all of which a thread's stack has room. Rounds
// may come to their bound from the other end of their type.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0,POCL_WORK_GROUP_SPECIALIZATION=1
#include "Inputs/show.h"

#ifdef INTERPRETED
enum { ROWS = 20, ROUNDS = 9, MANY = 300 };
#else
enum { ROWS = 401, ROUNDS = 300, MANY = 20000 };
#endif
enum { SIZE = 300000 };
static double a[SIZE], b[SIZE], c[SIZE];

static void product(int n, int m, int l) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

static void wrapping(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (unsigned char k = 250; k != 4; ++k)
        s += a[i + k] * b[j * 3 + k];
      c[i * m + j] = s;
    }
}

int main(void) {
  for (int i = 0; i < SIZE; ++i) {
    a[i] = (i * 37LL % 101) / 17.0 - 2;
    b[i] = (i * 13LL % 31) / 11.0 - 1;
  }
  product(ROWS, 67, ROUNDS);
  SHOW_FLOATS("tiles", c, ROWS * 67);
  product(MANY, 15, 5);
  SHOW_FLOATS("many rows", c, MANY);
  product(3, MANY, 5);
  SHOW_FLOATS("long rows", c, MANY);
  wrapping(33, 35);
  SHOW_FLOATS("wrapping", c, 33 * 35);
  return 0;
}
