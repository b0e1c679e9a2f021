// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Last values from cases, else branches and behind `continue`, of several
// types.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101 };
enum color { RED, GREEN, BLUE };

int main(void) {
  static int x[N];
  int one = -1, two = -2, end = -3, late = -4;
  enum color c = RED;
  float f = 0.5f;
  unsigned char b = 9;
  for (int i = 0; i < N; ++i)
    x[i] = i * 29 % 12;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    switch (x[i]) {
    case 1:
      one = i;
      break;
    case 2:
      two = i;
      // falls through
    case 3:
      c = GREEN;
      break;
    default:
      end = x[i];
    }
    if (x[i] % 4 == 0)
      continue;
    late = i;
    if (i < 60)
      f = i * 0.5f;
    else if (x[i] == 7)
      b = i;
  }
  int results[] = {one, two, end, late, c, b};
  SHOW_INTEGERS("results", results, 6);
  SHOW_FLOAT(f);
}
