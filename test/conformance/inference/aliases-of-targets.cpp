// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums through references and pointers to one variable, made before the loop or
// in it.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 200 };

int main() {
  static int x[N];
  int a = 1, b = 2, c = 3, d = 4, *p = &a, &r = b;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    *p += x[i];
    r += x[i];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int &inside = c, *at = &d;
    inside += x[i];
    *at -= x[i];
    *&*at += 1;
  }
  int results[] = {a, b, c, d};
  SHOW_INTEGERS("results", results, 4);
}
