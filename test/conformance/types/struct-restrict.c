// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `restrict` and const pointers, pointers to arrays and into structs.
// RUN: %conform %s %t
#include "show.h"

enum { N = 40 };
struct row {
  float v[4];
};

static void run(int n, float *restrict out, const float *restrict const in, const struct row *restrict rows,
                float (*grid)[4]) {
#pragma twofold parallel for extent(out, n) extent(in, n + 1) extent(rows, n) extent(grid, n)
  for (int i = 0; i < n; ++i) {
    const float *restrict r = rows[i].v;
    float *g = grid[i];
    out[i] = in[i] + in[i + 1] + r[1] * (*(rows + i)).v[3];
    g[2] = r[0];
    *(g + 3) += grid[i][1];
  }
}

int main(void) {
  static float out[N], in[N + 1], grid[N][4];
  static struct row rows[N];
  for (int i = 0; i < N; ++i) {
    in[i] = i * 0.25f;
    rows[i].v[1] = i;
    rows[i].v[3] = 0.5f;
    rows[i].v[0] = -i;
    grid[i][1] = 2;
  }
  run(N, out, in, rows, grid);
  SHOW_FLOATS("f_out", out, N);
  SHOW_FLOATS("f_grid", grid[0], 4 * N);
}
