// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of an array that one iteration alone updates, as far as numbers in memory
// say so: ascending, descending, in any order, with gaps, and others that share
// elements after all. The same call again meets numbers that have changed.
// RUN: %conform %s %t --unsimulated
#include <stdio.h>
#include <string.h>

enum { Count = 600, Room = 64 * Count + 64 };
static double f[Room];
static int number[Count], row[Count + 1], order[Count], both[2 * Room];

static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < Room; ++i)
    sum += f[i] * (i % 1013 + 1);
  printf("%s %.17g\n", what, sum);
}

static void boxes(void) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    for (int o = 64 * i; o < 64 * i + number[i]; ++o)
      for (int j = 0; j < 9; ++j)
        f[o] += i + j;
  show("boxes");
}

static void rows(const int *from) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    for (int o = from[i]; o < from[i + 1]; ++o)
      for (int j = 0; j < 7; ++j)
        f[o] += j * i;
  show("rows");
}

static void pairs(const int *from, int n) {
#pragma twofold parallel for schedule(dynamic, 5)
  for (int i = n - 1; i >= 0; --i) {
    double *mine = f + from[i];
    if (number[i] > 5)
      for (int o = 0; o < from[i + 1] - from[i]; ++o) {
        mine[o] += 3;
        mine[o] += i % 4;
      }
  }
  show("pairs");
}

static void sorted(int width) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    for (int o = 0; o < width; ++o)
      for (int j = 0; j < 40; ++j)
        f[order[i] * 64 + o] += j + i;
  show("sorted");
}

// The numbers lie in the array that is updated.
static void inside(void) {
  int *where = both, *what = both + Count / 2;
#pragma twofold parallel for
  for (int i = 0; i < Count / 2; ++i)
    for (int o = where[i]; o < where[i] + 8; ++o)
      for (int j = 0; j < 9; ++j)
        what[o] += j;
  long sum = 0;
  for (int i = 0; i < 2 * Room; ++i)
    sum += (long)both[i] * (i % 91);
  printf("inside %ld\n", sum);
}

int main(void) {
  for (int i = 0; i < Room; ++i)
    f[i] = i % 7;
  for (int i = 0; i < Count; ++i) {
    number[i] = i % 37;
    row[i + 1] = row[i] + i % 41;
    order[i] = i * 7 % Count;
  }
  for (int round = 0; round < 3; ++round) {
    boxes();
    rows(row);
    pairs(row, Count);
    sorted(64);
  }
  number[7] = 100; // shares elements with others
  boxes();
  row[100] = row[99] - 30;
  rows(row);
  pairs(row, Count);
  sorted(70);
  order[3] = order[400];
  sorted(64);
  number[7] = 5;
  boxes();
  for (int i = 0; i <= Count; ++i)
    row[i] = 64 * (Count - i);
  rows(row);
  for (int i = 0; i < Count / 2; ++i)
    both[i] = 100 + 8 * i;
  inside();
}
