// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A last value of the part behind the exit, which the exit looks at.
// RUN: %conform %s %t
#include "show.h"
int main() {
  static int a[400];
  for (int i = 0; i < 400; ++i)
    a[i] = i * 7 % 401;
  for (int x = 0; x < 500; x += 90) {
    int before = -1, result = -2;
#pragma twofold parallel for
    for (int i = 0; i < 400; ++i) {
      if (a[i] == x) {
        result = before;
        break;
      }
      before = a[i] * 2;
    }
    printf("%d: %d %d\n", x, result, before);
  }
}
