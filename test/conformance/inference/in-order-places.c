// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statics of the body, unions, bit-fields, first elements under conditions and
// recurrences: in order, with the serial results.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 200 };
union number {
  unsigned u;
  float f;
};
struct flags {
  unsigned odd : 1, count : 9;
};

int main(void) {
  static int x[N], y[N], z[N];
  union number n = {1};
  struct flags f = {0, 0};
  int found[1] = {-1}, *p = found, g[1] = {0};
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19, z[i] = i % 5;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    static int before = 3;
    y[i] = before;
    before = x[i];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    n.u += x[i];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    f.count += x[i];
    f.odd ^= x[i] & 1;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (x[i] == 5)
      *p = i;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    g[0] = g[0] * 3 % 1000 + x[i];
#pragma twofold parallel for
  for (int i = 2; i < N; ++i)
    z[i] = (z[i - 1] + z[i - 2] + x[i]) % 97;
  int results[] = {n.u, f.count, f.odd, found[0], g[0]};
  SHOW_INTEGERS("results", results, 5);
  SHOW_INTEGERS("y", y, N);
  SHOW_INTEGERS("z", z, N);
}
