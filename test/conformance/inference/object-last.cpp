// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last object that any iteration assigned under a condition.
// RUN: %conform %s %t
#include "show.h"
enum { N = 90 };
struct Vec {
  double x = 0, y = 0;
};
int main() {
  static Vec q[N];
  for (int i = 0; i < N; ++i)
    q[i].x = i, q[i].y = i * 3 % 7;
  Vec last, kept, none;
  none.x = kept.y = 77;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (i % 10 == 3) {
      last = q[i];
      last.y = 5;
    }
    if (i == 4 || (i == 17 && (kept = q[i]).y > 1))
      kept = q[i - 1];
    if (i > N)
      none = q[i];
  }
  double results[] = {last.x, last.y, kept.x, kept.y, none.x, none.y};
  SHOW_FLOATS("results", results, 6);
}
