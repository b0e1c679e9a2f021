// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constructor that sets a bit-field: on threads, cut to its width.
// RUN: %conform %s %t --native -Wno-pass-failed
#include "show.h"
struct Low {
  unsigned bits : 3;
  Low(int i) : bits(i) {}
};
int main() {
  enum { N = 20 };
  static int o[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = i;
    int &r = k;
    Low low(i);
    r += 5;
    o[i] = k + low.bits;
  }
  SHOW_INTEGERS("o", o, N);
}
