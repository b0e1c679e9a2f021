// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `double` as element, capture, local, parameter, result and member; conversions from and to integers.
// RUN: %conform %s %t
#include "show.h"

enum { N = 60 };
struct cell {
  char tag;
  double value[2];
};

static double mixed(double a, double b) { return a * b - a / (b + 1) + (a < b ? 0.5 : -b); }

int main(void) {
  static double a[N], b[N];
  static struct cell cells[N];
  static int whole[N];
  double by = 1.7;
  for (int i = 0; i < N; ++i)
    a[i] = i * 0.37 - 5;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double local = a[i] / 3;
    b[i] = mixed(local, by) + i;
    b[i] *= a[i] != 0 ? 1 / a[i] : 1e30;
    cells[i].value[i % 2] = b[i] > by ? by : -local;
    cells[i].tag = (char)a[i];
    whole[i] = (int)(a[i] * 10) + (a[i] >= by) + !local + (long long)b[i] % 100;
  }
  SHOW_FLOATS("b", b, N);
  SHOW_INTEGERS("whole", whole, N);
  for (int i = 0; i < N; ++i)
    SHOW_FLOAT(cells[i].value[0] + cells[i].value[1] * 3 + cells[i].tag);
}
