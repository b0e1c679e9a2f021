// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random index arrays, of which all places are compared before each call.
// RUN: %e2e %s %t --native
// RUN: %e2e %s %t --native -O3 -march=native
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

enum { Most = 400 };
static unsigned long long Seed = 1;
static unsigned draw(unsigned below) {
  Seed = Seed * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(Seed >> 33) % below;
}

static long Y[2 * Most];
static int A[Most], B[Most];
static unsigned short C[Most];

static void scatter(long *y, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[A[i]] = y[A[i]] * 3 + i;
}
static void pair(long *y, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[A[i]] = y[B[i]] * 3 + 1;
}
static void guarded(long *y, int n, int limit) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (B[i] < limit && C[i] >= 10)
      y[A[i] + C[i]] = i;
}
static void own(long *y, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[A[i]] = y[i] * 5 - y[i + 1];
}
static void inner(long *y, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[A[i] + B[j]] = i * 7 + j;
}

int main(void) {
  setenv("TWOFOLD_CHECK", "1", 1);
  unsigned long long hash = 1469598103934665603ull;
  for (int round = 0; round < 300; ++round) {
    const unsigned n = 2 + draw(Most - 2), span = 1 + draw(Most);
    const int sorted = draw(2);
    for (unsigned i = 0; i < Most; ++i) {
      A[i] = (int)(sorted ? i % span : draw(span));
      B[i] = (int)draw(Most);
      C[i] = (unsigned short)draw(Most);
    }
    scatter(Y, (int)n);
    pair(Y, (int)n);
    guarded(Y, (int)n, (int)draw(20));
    own(Y, (int)n - 1);
    inner(Y, (int)draw(n) + 1, (int)draw(3));
    for (int i = 0; i < 2 * Most; ++i)
      hash = (hash ^ (unsigned long long)Y[i]) * 1099511628211ull;
    if (round % 20 == 0)
      printf("%d %016llx\n", round, hash);
  }
  printf("%016llx\n", hash);
}
