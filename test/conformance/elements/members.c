// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of an array of structs: one counts, the other is only read.
// RUN: %conform %s %t --races-unseen
#include "show.h"

struct cell {
  int count;
  float limit;
  short votes[3];
};
enum { N = 400, CELLS = 10 };

static void vote(struct cell *cells, int count, const float *x, int n) {
#pragma twofold parallel for extent(cells, count)
  for (int i = 0; i < n; ++i) {
    int k = i % count;
    if (x[i] < cells[k].limit)
      cells[k].count += 1;
    cells[k].votes[i % 3]++;
  }
}

int main(void) {
  static struct cell cells[CELLS];
  static float x[N];
  for (int i = 0; i < N; ++i)
    x[i] = (float)(i * 17 % 41);
  for (int k = 0; k < CELLS; ++k)
    cells[k].limit = (float)(4 * k);
  vote(cells, CELLS, x, N);
  for (int k = 0; k < CELLS; ++k) {
    SHOW_INTEGER(cells[k].count);
    SHOW_FLOAT(cells[k].limit);
    SHOW_INTEGERS("votes", cells[k].votes, 3);
  }
}
