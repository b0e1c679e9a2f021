// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable that a lambda holds by reference is index, sum and last value of
// loops in it.
// RUN: %conform %s %t
#include "show.h"

int main() {
  int x = 77;
  auto index = [&] {
#pragma twofold parallel for
    for (x = 0; x < 10; ++x)
      ;
    return x;
  };
  auto sum = [&] {
    x = 0;
#pragma twofold parallel for
    for (int i = 0; i < 10; ++i)
      x += i;
    return x;
  };
  auto last = [&] {
    x = 2;
#pragma twofold parallel for
    for (int i = 0; i < 10; ++i)
      x = i;
    return x;
  };
  printf("%d %d\n", index(), x);
  printf("%d %d\n", sum(), x);
  printf("%d %d\n", last(), x);
}
