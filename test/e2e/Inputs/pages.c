// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- pages.c - kernels over page-aligned arrays, for Oclgrind -----------===//
#include "show.h"

struct point {
  float x, y;
};

enum { Count = 777 };

#define PAGES __attribute__((aligned(4096))) static
PAGES int a[Count];
PAGES int b[Count];
PAGES float grid[20][40];
PAGES struct point points[Count];

static int digits(int v) {
  int count[10] = {0}, most = 0;
  for (; v; v /= 10)
    ++count[v % 10];
  for (int k = 0; k < 10; ++k)
    if (count[k] > count[most])
      most = k;
  return most;
}

int main(void) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i) {
    a[i] = i * 37;
    points[i].x = (float)i;
    points[i].y = (float)-i;
  }
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i) {
    int local[4];
    for (int k = 0; k < 4; ++k)
      local[k] = a[i] >> k;
    struct point p = points[i];
    switch (i % 3) {
    case 0:
      b[i] = local[i % 4];
      break;
    case 1:
      b[i] = digits(a[i]);
      break;
    default:
      b[i] = (int)(p.x - p.y);
    }
  }
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 40; ++j)
      grid[i][j] = (float)(a[i] - b[j]);
  long sum = 3, last = 0;
  int low = 1000, all = 1;
#pragma twofold parallel for reduction(+ : sum) reduction(min : low)           \
    reduction(&& : all) lastprivate(last)
  for (int i = 0; i < Count; ++i) {
    sum += b[i];
    last = a[i] * 2;
    if (b[i] < low)
      low = b[i];
    all = all && b[i] >= 0;
  }
  SHOW_INTEGERS("b", b, Count);
  SHOW_FLOATS("grid", grid[0], 800);
  SHOW_INTEGER(sum);
  SHOW_INTEGER(last);
  SHOW_INTEGER(low);
  SHOW_INTEGER(all);
}
