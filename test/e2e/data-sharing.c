// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// private, lastprivate, and variables of all storage durations.
// RUN: %e2e %s %t
#include "Inputs/show.h"

static int global_scale = 3;
static double global_table[16];
int shared_result[64];

static int lookup(int n) {
  static int squares[64];
  static int offset = 10;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    squares[i] = i * i + offset + global_scale;
  offset += 1;
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += squares[i];
  return sum;
}

int main(void) {
  int a[200], t = 77, last = -1, k = 0;
  double x = 1.5, final = 0.0;
#pragma twofold parallel for private(t) lastprivate(last, final)
  for (int i = 0; i < 200; ++i) {
    t = i * 2;
    t += 1;
    a[i] = t;
    last = t + i;
    final = i * x;
  }
  SHOW_INTEGERS("a", a, 200);
  SHOW_INTEGER(last);
  SHOW_FLOAT(final);

#pragma twofold parallel for collapse(2) private(k) lastprivate(last)
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 20; ++j) {
      k = i * 20 + j;
      a[k] = k * 3;
      last = k;
    }
  SHOW_INTEGERS("a", a, 200);
  SHOW_INTEGER(last);

  // The sequentially last iteration, not the largest index.
#pragma twofold parallel for lastprivate(last)
  for (int i = 150; i > 3; i -= 4) {
    last = i * 1000;
    a[i] = last;
  }
  SHOW_INTEGER(last);

#pragma twofold parallel for
  for (int i = 0; i < 16; ++i)
    global_table[i] = i * 0.5 * global_scale;
  SHOW_FLOATS("global", global_table, 16);

  for (int n = 0; n < 64; n += 21)
    printf("lookup %d\n", lookup(n));

#pragma twofold parallel for
  for (int i = 0; i < 64; ++i)
    shared_result[i] += i + global_scale;
  SHOW_INTEGERS("extern", shared_result, 64);
}
