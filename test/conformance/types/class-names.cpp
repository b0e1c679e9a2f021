// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of the user's named like what the kernel calls its own objects.
// RUN: %conform %s %t
#include "show.h"
struct A {
  int v;
  int get(int k) const {
    int self = k;
    int object = 2;
    return self * v + object;
  }
  A(int object) : v(object) {
    int self = 3;
    v += self;
  }
};
int main() {
  enum { N = 20 };
  static int o[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    A a(i);
    o[i] = a.get(2);
  }
  SHOW_INTEGERS("o", o, N);
}
