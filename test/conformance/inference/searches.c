// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where stores go to what a search in their array has found, iterations run in
// order; searches in iterations' own parts run in parallel.
// RUN: %conform %s %t --native
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20000, M = 32768, Parts = 64 };
static int table[M], parent[N], key[N], other[N];

static void show(const char *what, const int *of, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; ++i)
    sum = sum * 31 + (unsigned)of[i];
  printf("%s %u\n", what, sum);
}

static void insert_all(int *t, int m) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int h = key[i] * 7 & (m - 1);
    while (t[h] != 0)
      h = (h + 1) & (m - 1);
    t[h] = i + 1;
  }
}

static void insert_parts(int *t, int m, int n) {
#pragma twofold parallel for
  for (int b = 0; b < Parts; ++b)
    for (int i = b * n; i < (b + 1) * n; ++i) {
      int h = key[i] * 7 & (m - 1);
      for (;; h = (h + 1) & (m - 1))
        if (t[b * m + h] == 0) {
          t[b * m + h] = i + 1;
          break;
        }
    }
}

static int find(int *p, int x) {
  while (p[x] != x)
    x = p[x] = p[p[x]];
  return x;
}

static void unite(int *p) {
#pragma twofold parallel for
  for (int i = 0; i < N / 2; ++i) {
    int x = find(p, key[i]), y = find(p, other[i]);
    if (x < y)
      p[y] = x;
    else
      p[x] = y;
  }
}

int main(void) {
  unsigned seed = 1;
  for (int i = 0; i < N; ++i) {
    seed = seed * 1664525u + 1013904223u;
    key[i] = (int)(seed >> 9) % N;
    other[i] = (int)(seed >> 5) % N;
    parent[i] = i;
  }
  insert_all(table, M);
  show("insert_all", table, M);
  memset(table, 0, sizeof table);
  insert_parts(table, M / Parts, N / Parts);
  show("insert_parts", table, M);
  unite(parent);
  show("unite", parent, N);
}
