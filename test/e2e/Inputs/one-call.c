// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A few launches of one kind, named by the first argument. Integers: every
// variant gives the same bits, and none gives them twice.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Side = 96, Count = Side * Side, Steps = 4 };

static unsigned *x, *y, table[16];

// Reads what it writes: done twice, it is wrong.
static void update(unsigned *a, unsigned by) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[i] = a[i] * 3 + by;
}

static unsigned sum(const unsigned *a) {
  unsigned total = 0;
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    total += a[i];
  return total;
}

// Writes some elements, not all.
static void some(unsigned *a, const unsigned *b) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    if (b[i] & 1)
      a[i] += b[i];
}

static void column(unsigned *a, int at) {
#pragma twofold parallel for
  for (int i = 0; i < Side; ++i)
    a[i * Side + at] = a[i * Side + at] * 7 + 1;
}

static void stencil(unsigned *to, const unsigned *from) {
#pragma twofold parallel for collapse(2)
  for (int i = 1; i < Side - 1; ++i)
    for (int j = 1; j < Side - 1; ++j)
      to[i * Side + j] += from[(i - 1) * Side + j] + from[i * Side + j + 1];
}

static void count(unsigned *a, const unsigned *b) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[b[i] % Side] += b[i];
}

static int find(const unsigned *a, unsigned value) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    if (a[i] == value)
      return i;
  return -1;
}

static void small(unsigned *a, const unsigned *b) {
#pragma twofold parallel for
  for (int i = 0; i < 16; ++i)
    a[i] = a[i] * 5 + b[i];
}

static void show(const char *name, const unsigned *a, int n) {
  unsigned hash = 0;
  for (int i = 0; i < n; ++i)
    hash = hash * 31 + a[i];
  printf("%s %u\n", name, hash);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  x = aligned_alloc(4096, Count * sizeof *x);
  y = aligned_alloc(4096, Count * sizeof *y);
  for (int i = 0; i < Count; ++i)
    x[i] = (unsigned)i * 2654435761u, y[i] = 7 * (unsigned)i + 3;
  for (int i = 0; i < 16; ++i)
    table[i] = (unsigned)i;
  for (int t = 0; t < Steps; ++t) {
    if (!strcmp(what, "update"))
      update(x, (unsigned)t), update(y, 2);
    else if (!strcmp(what, "sum"))
      update(x, 1), printf("%u\n", sum(x));
    else if (!strcmp(what, "some"))
      some(x, y), some(y, x);
    else if (!strcmp(what, "column"))
      column(x, t), column(y, 3 * t);
    else if (!strcmp(what, "stencil"))
      stencil(x, y), stencil(y, x);
    else if (!strcmp(what, "count"))
      count(x, y);
    else if (!strcmp(what, "find"))
      printf("%d\n", find(y, 7 * 5000 + 3)), update(y, 0), update(y, 0);
    else if (!strcmp(what, "small"))
      small(table, x), update(x, table[3]);
    else if (!strcmp(what, "host"))
      update(x, 5), x[t * 2000] += 9, update(x, x[17]);
    else if (!strcmp(what, "free"))
      update(x, 5), free(x), x = malloc(Count * sizeof *x),
                             memcpy(x, y, Count * sizeof *x), update(y, 6);
    else
      return 2;
  }
  show("x", x, Count);
  show("y", y, Count);
  show("table", table, 16);
  return 0;
}
