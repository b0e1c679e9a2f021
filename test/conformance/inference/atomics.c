// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic variables are left to the program.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 300 };

int main(void) {
  static int x[N];
  _Atomic int count = 3;
  _Atomic unsigned odd = 0;
  int plain = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    count += x[i];
    ++count;
    odd ^= x[i];
    __atomic_fetch_add(&plain, x[i], __ATOMIC_RELAXED);
  }
  SHOW_INTEGER(count);
  SHOW_INTEGER(odd);
  SHOW_INTEGER(plain);
}
