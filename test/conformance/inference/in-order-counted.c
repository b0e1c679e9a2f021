// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scratch that every iteration fills anew, as far as the data go: in order, with
// the serial results.
// RUN: %conform %s %t --native
#include "show.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300, M = 40 };
static int keep[M], seen[17], best[8];
static double global[M], table[8][8];
struct work {
  double values[M], *more;
} work;

static int gather(double *to, int i) {
  int count = 0;
  for (int j = 0; j < M; ++j)
    if (keep[j])
      to[count++] = i + j;
  return count;
}
static double whole(int i) {
  static double own[M];
  int count = 0;
  do
    own[count] = i * count;
  while (++count < M);
  double sum = 0;
  while (count)
    sum = sum * 0.5 + own[--count];
  return sum;
}
static void smallest(int i) {
  int n = 0;
  for (int j = 0; j < M; ++j) {
    int value = i * j % 101, at = n < 8 ? n++ : 7;
    while (at > 0 && best[at - 1] > value) {
      best[at] = best[at - 1];
      at--;
    }
    best[at] = value;
  }
}

int main(void) {
  static double x[12][N];
  double scratch[M], *block = malloc(M * sizeof *block);
  struct work *w = &work;
  char text[M];
  w->more = malloc(M * sizeof *w->more);
  for (int j = 0; j < M; ++j)
    keep[j] = j * 7 % 3 != 0;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int count = 0;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        scratch[count++] = i + j;
    while (count)
      x[0][i] = x[0][i] * 0.5 + scratch[--count];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < M; ++j)
      if (keep[j] > i % 2)
        global[j] = i + j;
    x[1][i] = global[i % M] + global[1];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double *p = block;
    int j = 0;
    while (j < M)
      *p++ = i * j++ % 23;
    x[2][i] = block[(i * 7) % M];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (double *p = block; p != block + M;)
      *p++ = i + 1;
    for (double *p = block; p != block + M; ++p)
      x[3][i] = x[3][i] * 0.5 + *p;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int j = 0;
    while (j < M) {
      w->values[j] = i + j;
      w->more[j] = i - j;
      ++j;
    }
    x[4][i] = w->values[i % M] * w->more[i % 3];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = 0;
    while (k < 64) {
      table[k / 8][k % 8] = i + k;
      k++;
    }
    x[5][i] = table[i % 8][i % 7];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int count = gather(scratch, i);
    x[6][i] = scratch[count - 1] + scratch[i % count];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    x[7][i] = whole(i);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    memset(seen, 0, sizeof seen);
    for (int j = 0; j < M; ++j)
      seen[i * j % 17] += j;
    x[8][i] = seen[i % 17];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    snprintf(text, sizeof text, "%d", i * 31);
    x[9][i] = text[0] + (double)strlen(text);
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    smallest(i);
    for (int j = 0; j < 8; ++j)
      x[10][i] = x[10][i] * 2 + best[j];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int digits = 0, rest = i;
    do
      text[digits++] = (char)('0' + rest % 10);
    while (rest /= 10);
    while (digits)
      x[11][i] = x[11][i] * 9 + text[--digits];
  }
  for (int r = 0; r < 12; ++r) {
    double all = 0;
    for (int i = 0; i < N; ++i)
      all = all * 0.75 + x[r][i];
    SHOW_FLOATS("x", x[r] + 100, 3);
    SHOW_FLOATS("all", &all, 1);
  }
  free(block);
  free(w->more);
}
