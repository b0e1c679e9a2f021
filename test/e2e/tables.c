// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small tables from the allocator, read by indices that only the running
// program knows: their blocks tell how far they reach.
//
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0 \
// RUN:   --also TWOFOLD_ZERO_COPY=0,TWOFOLD_COHERENCE=eager
#include "Inputs/show.h"
#include <stdlib.h>

enum { Count = 3000, Rows = 300, Entries = 256 };

__attribute__((noinline)) static void look_up(float *to, const float *table,
                                              const unsigned char *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    to[i] = table[at[i]] - i;
}

__attribute__((noinline)) static void multiply(double *y, const double *value,
                                               const int *column,
                                               const int *start,
                                               const double *x, int rows) {
#pragma twofold parallel for
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int k = start[r]; k < start[r + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[r] = sum;
  }
}

__attribute__((noinline)) static void scatter(int *to, const short *place,
                                              int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    to[place[i]] = i;
}

int main(void) {
  // Grown, moved and shrunk: the last size counts.
  float *table = malloc(4 * Entries * sizeof *table);
  table = realloc(table, 40 * Entries * sizeof *table);
  table = realloc(table, Entries * sizeof *table);
  float *to = malloc(Count * sizeof *to);
  unsigned char *at = malloc(Count);
  for (int i = 0; i < Entries; ++i)
    table[i] = (float)(i * i) / 3;
  for (int i = 0; i < Count; ++i)
    at[i] = (unsigned char)(i * 7);
  for (int round = 0; round < 3; ++round) {
    look_up(to, table, at, Count);
    table[round] = to[round + 9];
  }
  SHOW_FLOATS("table", to, Count);

  int *start = malloc((Rows + 1) * sizeof *start);
  int *column = malloc(9 * Rows * sizeof *column);
  double *value = malloc(9 * Rows * sizeof *value);
  double *x = malloc(Rows * sizeof *x), *y = malloc(Rows * sizeof *y);
  for (int r = 0, k = 0; r <= Rows; ++r) {
    start[r] = k;
    for (int i = 0; i < r % 10 && r < Rows; ++i, ++k) {
      column[k] = (r * 31 + i * i) % Rows;
      value[k] = r + i / 8.0;
    }
  }
  for (int i = 0; i < Rows; ++i)
    x[i] = 1 + i % 5;
  multiply(y, value, column, start, x, Rows);
  SHOW_FLOATS("product", y, Rows);

  // What is not written keeps its value.
  int *into = calloc(1000, sizeof *into);
  short *place = malloc(600 * sizeof *place);
  for (int i = 0; i < 600; ++i)
    place[i] = (short)((i * 7) % 1000);
  scatter(into, place, 600);
  SHOW_INTEGERS("scattered", into, 1000);
  free(into);
  free(place);

  // Pages of their own do not stay on a device: free() must not stop at one.
  for (int round = 0; round < 4; ++round) {
    float *aligned = aligned_alloc(4096, 4096 * sizeof *aligned);
    for (int i = 0; i < 4096; ++i)
      aligned[i] = (float)(i + round);
    look_up(aligned, table, at, Count);
    look_up(to, aligned, at, Count);
    free(aligned);
  }
  SHOW_FLOATS("aligned", to, Count);
  free(table);
  return 0;
}
