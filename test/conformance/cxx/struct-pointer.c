// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers in structs: by value, nested, and behind a pointer to the struct.
// RUN: %conform %s %t
#include "show.h"

struct row {
  double *data;
  int n;
};
struct grid {
  struct row row;
  double scale;
};

static double a[50], b[50];

static void run(struct grid g, const struct row *in) {
#pragma twofold parallel for
  for (int i = 0; i < g.row.n; ++i)
    g.row.data[i] = g.scale * in->data[i] + 1;
}

int main(void) {
  for (int i = 0; i < 50; ++i)
    b[i] = i * 0.5;
  struct grid g = {{a, 50}, 3};
  struct row in = {b, 50};
  run(g, &in);
  SHOW_FLOATS("a", a, 50);
}
