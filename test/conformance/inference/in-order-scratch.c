// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One array that every iteration overwrites and reads again, whatever says how
// far: in order, with the serial results.
// RUN: %conform %s %t --native
#include "show.h"
#include <stdlib.h>

enum { N = 300, M = 40 };
static int sizes[2] = {N, M};
static unsigned width = M;
static double shared[M], table[8][8];
struct box {
  int length;
  double values[M];
} box = {M, {0}};

static void fill(double *to, int first, int count) {
  for (int m = 0; m < count; ++m)
    to[m] = first * m % 13;
}
enum direction { FORWARD = 1, BACKWARD = -1 };
static void turn(double *row, int count, enum direction way, struct box *work) {
  if (way == FORWARD) {
    for (int m = 0; m < work->length; ++m)
      work->values[m] = 0;
    for (int m = 0; m < count; ++m)
      work->values[m * 7 % count] += row[m];
    for (int m = 0; m < count; ++m)
      row[m] = work->values[m];
  }
}
static double last(const double *from) { return from[sizes[1] - 1]; }

int main(int argc, char **argv) {
  static double x[N][M];
  int few = argc > 30 ? 3 : M, side = argc > 30 ? 2 : 8, lengths[N];
  double scratch[M], *block = malloc(M * sizeof *block);
  struct box *b = &box;
  for (int i = 0; i < N; ++i)
    lengths[i] = M / 2 + i % 20;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int m = 0; m < sizes[1]; ++m)
      scratch[m] = i * m % 17;
    for (int m = 0; m < sizes[1]; ++m)
      x[i][m] = scratch[M - 1 - m];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (unsigned m = 0; m < width; ++m)
      shared[m] = x[i][m] + m;
    x[i][0] += shared[i % M];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int m = 0; m < b->length; ++m)
      b->values[m] = x[i][m] + m;
    for (int m = 0; m < few; ++m)
      block[m] = b->values[few - 1 - m];
    x[i][1] += block[i % M];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    fill(shared, i, sizes[1]);
    x[i][2] += last(shared);
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int m = 0; m < lengths[i]; ++m)
      shared[m] = i + m;
    x[i][3] += shared[lengths[i] - 1];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int p = 0; p < side; ++p)
      for (int q = 0; q < side; ++q)
        table[p][q] = i + p * q;
    x[i][4] += table[i % side][i % 3];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    turn(x[i], M, argc > 30 ? BACKWARD : FORWARD, b);
  double all = 0;
  for (int i = 0; i < N; ++i)
    for (int m = 0; m < M; ++m)
      all = all * 0.75 + x[i][m];
  SHOW_FLOATS("x", x[7], M);
  SHOW_FLOATS("all", &all, 1);
  free(block);
}
