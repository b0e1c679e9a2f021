// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Seven small programs, chosen by the first argument, which together have every
// kind of loop. Integers: every variant gives the same bits, and what is done
// twice, or not at all, gives others.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Side = 96, Count = Side * Side, Steps = 3 };

static unsigned *x, *y, table[16];
static _Alignas(4096) unsigned z[Count];

static void update(unsigned *a, unsigned by) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[i] = a[i] * 3 + by;
}

static void part(unsigned *a, int from, int to) {
#pragma twofold parallel for
  for (int i = from; i < to; ++i)
    a[i] = a[i] * 5 + 3;
}

static unsigned sum(const unsigned *a) {
  unsigned total = 0;
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    total += a[i];
  return total;
}

// A least value with its position, and what the last iterations leave.
static void extremes(const unsigned *a, unsigned values[3]) {
  unsigned least = ~0u, at = 0, last = 0;
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    if (a[i] < least)
      least = a[i], at = (unsigned)i;
#pragma twofold parallel for lastprivate(last)
  for (int i = 0; i < Count; ++i)
    last = a[i] ^ (unsigned)i;
  values[0] = least, values[1] = at, values[2] = last;
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

static void count(unsigned *a, const unsigned *b) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[b[i] % Side] += b[i];
}

static void stencil(unsigned *to, const unsigned *from) {
#pragma twofold parallel for collapse(2)
  for (int i = 1; i < Side - 1; ++i)
    for (int j = 1; j < Side - 1; ++j)
      to[i * Side + j] += from[(i - 1) * Side + j] + from[i * Side + j + 1];
}

static int find(const unsigned *a, unsigned value) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    if (a[i] == value)
      return i;
  return -1;
}

// What iterations before the one that leaves have written stays.
static int fill(unsigned *a, const unsigned *b, unsigned value) {
  int i;
#pragma twofold parallel for
  for (i = 0; i < Count; ++i) {
    if (b[i] == value)
      break;
    a[i] += b[i];
  }
  return i;
}

static void slices(unsigned *a, const unsigned *b, int n) {
#ifdef WITH_TWOFOLD
#pragma twofold slice
  {
    a [0:n] = a [0:n] * 2 + b [0:n];
    a [0:n / 2:2] += b [n / 2:n / 2];
  }
#else
  for (int i = 0; i < n; ++i)
    a[i] = a[i] * 2 + b[i];
  for (int i = 0; i < n / 2; ++i)
    a[2 * i] += b[n / 2 + i];
#endif
}

static void small(unsigned *a, const unsigned *b) {
#pragma twofold parallel for
  for (int i = 0; i < 16; ++i)
    a[i] = a[i] * 5 + b[i];
}

// Nothing but loops and numbers between them.
static void scope(unsigned *a, unsigned *b, int n) {
  for (int t = 0; t < 3; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] = a[i] * 3 + b[i];
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      b[i] = b[i] ^ (a[i] >> 3);
  }
}

static void show(const char *name, const unsigned *a, int n) {
  unsigned hash = 0;
  for (int i = 0; i < n; ++i)
    hash = hash * 31 + a[i];
  printf("%s %u\n", name, hash);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  unsigned values[3];
  x = aligned_alloc(4096, Count * sizeof *x);
  y = aligned_alloc(4096, Count * sizeof *y);
  for (int i = 0; i < Count; ++i)
    x[i] = (unsigned)i * 2654435761u, y[i] = 7 * (unsigned)i + 3;
  for (int i = 0; i < 16; ++i)
    table[i] = (unsigned)i;
  for (int t = 0; t < Steps; ++t) {
    if (!strcmp(what, "host")) {
      // Reads, writes, frees and makes anew what loops work on.
      update(x, 5), x[t * 2000] += 9, update(x, x[17]), update(y, 2);
      free(x), x = malloc(Count * sizeof *x);
      memcpy(x, y, Count * sizeof *x), update(y, 6), update(x, 1);
    } else if (!strcmp(what, "reduced")) {
      update(x, 1), printf("%u\n", sum(x)), extremes(x, values);
      printf("%u %u %u\n", values[0], values[1], values[2]);
    } else if (!strcmp(what, "elements")) {
      count(x, y), some(x, y), column(y, 3 * t), some(y, x);
    } else if (!strcmp(what, "exits")) {
      printf("%d\n", find(y, 7 * 5000 + 3)), update(y, 0);
      printf("%d %d\n", fill(x, y, y[4000]), find(x, 1)), update(y, 0);
    } else if (!strcmp(what, "slices")) {
      slices(x, y, Count), stencil(x, y), stencil(y, x);
    } else if (!strcmp(what, "scopes")) {
      scope(x, y, Count), small(table, x), update(x, table[3]);
    } else if (!strcmp(what, "parts")) {
      // More launches than are left under way, and pieces that become one.
      for (int i = 0; i < 12; ++i)
        part(z, 0, 4096), part(z, 4096, Count);
      update(z, 1);
    } else
      return 2;
  }
  show("x", x, Count);
  show("y", y, Count);
  show("z", z, Count);
  show("table", table, 16);
  return 0;
}
