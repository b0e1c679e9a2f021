// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates in the cases of a switch, after a comma and in both arms of ?:.
// RUN: %conform %s %t
#include "show.h"

enum { N = 90 };

int main(void) {
  static int x[N];
  int a = 1, b = 0, c = 2;
  for (int i = 0; i < N; ++i)
    x[i] = i * 17 % 23;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    switch (x[i] % 4) {
    case 0:
      a += 2;
      break;
    case 1:
      a -= x[i];
      // falls through
    case 2:
      a++;
      break;
    default:;
    }
    b += i, c ^= x[i];
    x[i] > 9 ? (b += x[i]) : (b -= 1);
  }
  int results[] = {a, b, c};
  SHOW_INTEGERS("results", results, 3);
}
