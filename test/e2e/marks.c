// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores that masks and numbers in memory let through, marks, and heads of
// lists: first where no two iterations meet, then where they do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <stdbool.h>
#include <stdio.h>

enum { N = 3000 };
static double Y[2 * N], X[2 * N];
static int Head[N], Next[N], Key[N], Perhaps[N], Small[N];
static char Mask[N];
static bool Flag[N];

static void show(const char *name) {
  double hash = 0;
  for (int i = 0; i < 2 * N; ++i) {
    hash = hash * 0.999 + Y[i] + 2 * X[i];
    X[i] = i * 37 % 101 * 0.25;
    Y[i] = i;
  }
  for (int i = 0; i < N; ++i) {
    hash = hash * 0.999 + Head[i] + 3 * Next[i];
    Head[i] = -1;
    Next[i] = 0;
  }
  printf("%s %a\n", name, hash);
}

static void masked(double *y, const double *x, const int *key,
                   const char *mask) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (mask[i])
      y[key[i]] = x[i] + i;
}

static void flagged(double *y, const double *x, const int *key,
                    const bool *flag) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (!flag[i])
      continue;
    y[key[i]] = x[i] + i;
  }
}

static void other(double *y, const double *x, const int *key,
                  const int *small) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (small[i] != 2)
      y[key[i]] = x[i] + i;
}

static void perhaps(double *y, const double *x, const int *key) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (key[i] != -1)
      y[key[i]] = x[i] + i;
}

static void neighbour(double *y, const double *x, const unsigned char *mask) {
#pragma twofold parallel for
  for (int i = 1; i < N; ++i)
    if (mask[i])
      y[i] = x[i - 1] + i;
}

static void mark(int *head, const int *key) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    head[key[i]] = i;
}

static void list(int *head, int *next, const int *key) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    next[i] = head[key[i]];
    head[key[i]] = i;
  }
}

int main(void) {
  show("start");
  for (int o = 0; o < 3; ++o) {
    for (int i = 0; i < N; ++i) {
      Key[i] = o == 0 ? i * 7 % N : o == 1 ? i % 100 : i / 2;
      Perhaps[i] = i % 5 == 0 ? -1 : Key[i];
      Mask[i] = o == 0 ? 1 : -(i % 3);
      Flag[i] = i % 3 != 1;
      Small[i] = i % 4;
    }
    printf("%d\n", o);
    masked(Y, X, Key, Mask), show("masked");
    flagged(Y, X, Key, Flag), show("flagged");
    other(Y, X, Key, Small), show("other");
    perhaps(Y, X, Perhaps), show("perhaps");
    neighbour(Y, X, (unsigned char *)Mask), show("neighbour");
    neighbour(X, X, (unsigned char *)Mask), show("neighbour in place");
    mark(Head, Key), show("mark");
    list(Head, Next, Key), show("list");
  }
}
