// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer to a struct that every iteration follows, and no iteration at all.
// RUN: %conform %s %t -std=c++17
#include "show.h"

struct source {
  int *data;
  int bias;
};

static void run(int n, const source *s, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    out[i] = s->bias;
    if (i & 1)
      out[i] += s->data[i];
  }
}

int main() {
  static int a[40], out[40];
  for (int i = 0; i < 40; ++i)
    a[i] = i;
  source s{a, 5};
  run(40, &s, out);
  run(0, nullptr, out);
  SHOW_INTEGERS("out", out, 40);
}
