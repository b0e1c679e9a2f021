// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores that one iteration of hundreds makes meet as well.
// RUN: %conform %s %t --native
#include <stdio.h>

enum { N = 400000, Classes = 40 };
static int class_of[N], key[N], row[N + 1], last[Classes];
static double x[N];

static void show(const char *what) {
  unsigned sum = 0;
  for (int i = 0; i < Classes; ++i) {
    sum = sum * 31 + (unsigned)last[i];
    last[i] = 0;
  }
  printf("%s %u\n", what, sum);
}

static void above(double limit) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (x[i] > limit)
      last[class_of[i]] = i;
  show("above");
}

static void chosen(int what) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (key[i] == what)
      last[class_of[i]] = i;
  show("chosen");
}

static void every(int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (i % step == 7)
      last[class_of[i]] = i;
  show("every");
}

static void rows(void) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = row[i]; j < row[i + 1]; ++j)
      last[class_of[j]] = i;
  show("rows");
}

int main(void) {
  unsigned seed = 1;
  for (int i = 0; i < N; ++i) {
    seed = seed * 1664525u + 1013904223u;
    class_of[i] = (int)(seed >> 8) % Classes;
    key[i] = (int)(seed >> 10) % 800;
    x[i] = (seed >> 9) % 100000 / 100000.0;
    row[i + 1] = row[i] + (i % 700 == 0 ? 2 : 0);
  }
  above(0.998);
  chosen(5);
  every(600);
  rows();
}
