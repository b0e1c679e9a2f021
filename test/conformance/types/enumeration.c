// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C enumerations: negative and large values, as elements, in switch, in arithmetic.
// RUN: %conform %s %t
#include "show.h"

enum { N = 40 };
enum colour { red = -1, green, blue = 5 };
enum big { small, huge = 0xFFFFFFFFu };
typedef enum { left, right } side;

static side other(side s) { return s == left ? right : left; }

int main(void) {
  static enum colour c[N];
  static enum big b[N];
  static int out[N];
  enum colour want = green;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    c[i] = i % 3 == 0 ? red : i % 3 == 1 ? green : blue;
    b[i] = i % 2 ? huge : small;
    side s = other((side)(i % 2));
    switch (c[i]) {
    case red:
      out[i] = 10;
      break;
    case blue:
      out[i] = c[i] + s;
      break;
    default:
      out[i] = (c[i] == want) + 2 * (b[i] > 7);
    }
    out[i] += c[i] * 100;
  }
  SHOW_INTEGERS("c", c, N);
  SHOW_INTEGERS("b", b, N);
  SHOW_INTEGERS("out", out, N);
}
