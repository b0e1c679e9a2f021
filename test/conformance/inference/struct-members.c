// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of a struct, of a struct in it and of its array are summed up, each
// by an operator of its own.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 160 };
struct inner {
  float f;
  unsigned u;
};
struct outer {
  int sum, low;
  struct inner in;
  int many[3];
};

int main(void) {
  static int x[N];
  struct outer s = {1, 1000, {0.5f, 7}, {1, 2, 3}};
  for (int i = 0; i < N; ++i)
    x[i] = i * 71 % 83 + 1;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    s.sum += x[i];
    if (x[i] < s.low)
      s.low = x[i];
    s.in.f += x[i];
    s.in.u ^= x[i];
    s.many[1] -= x[i];
    s.many[x[i] % 3]--;
  }
  int results[] = {s.sum, s.low, s.in.u, s.many[0], s.many[1], s.many[2]};
  SHOW_INTEGERS("results", results, 6);
  SHOW_FLOAT(s.in.f);
}
