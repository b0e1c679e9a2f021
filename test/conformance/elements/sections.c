// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections in reduction clauses say how far an array reaches that a pointer
// names: beginnings, lengths of several words, arrays, several in one clause.
// RUN: %conform %s %t
#include <stdio.h>

enum { N = 3000, CELLS = 40 };

static int total(int a, int b) { return a + b; }

static void count(int n, int cells, int *h, const int *where) {
#pragma twofold parallel for reduction(+ : h[0 : cells])
  for (int i = 0; i < n; ++i)
    h[where[i]] += i;
}

static void upper(int n, int cells, int *h, const int *where) {
#pragma twofold parallel for reduction(max : h[cells / 2 : cells - cells / 2])
  for (int i = 0; i < n; ++i)
    if (where[i] >= cells / 2)
      h[where[i]] = h[where[i]] < i ? i : h[where[i]];
}

static void both(int n, int cells, int *h, unsigned *g, const int *where) {
  int edges[CELLS + 1] = {0};
#pragma twofold parallel for reduction(+ : h[ : total(cells, 0)], edges[0 : cells + 1]) \
    reduction(^ : g[0 : cells])
  for (int i = 0; i < n; ++i) {
    h[where[i]] -= 1;
    edges[where[i] + 1] += 2;
    g[where[i]] ^= (unsigned)i;
  }
  for (int c = 0; c < cells; ++c)
    h[c] += edges[c + 1];
}

static int where[N], h[CELLS];
static int last[CELLS];
static unsigned mixed[CELLS];

int main(void) {
  for (int i = 0; i < N; ++i)
    where[i] = i * 7 % CELLS;
  for (int round = 0; round < 2; ++round) {
    count(N, CELLS, h, where);
    upper(N, CELLS, last, where);
    both(N, CELLS, h, mixed, where);
  }
  for (int c = 0; c < CELLS; ++c)
    printf("%d %d %u\n", h[c], last[c], mixed[c]);
}
