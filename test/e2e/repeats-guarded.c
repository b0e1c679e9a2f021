// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions on what the loop itself writes and on floating-point numbers, and
// divided indices: each loop is called where no two iterations meet, then where
// some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <stdio.h>

enum { Most = 4000 };
static long Y[2 * Most], Used[2 * Most];
static int Index[Most], Half[Most];
static double X[Most], Z[Most];
static float F[Most];

static void fill(int repeats) {
  for (int i = 0; i < 2 * Most; ++i) {
    Y[i] = i * 7919 % 1000;
    Used[i] = 0;
  }
  for (int i = 0; i < Most; ++i) {
    Index[i] = repeats ? i * 37 % (Most / 20) : (int)(i * 1237L % Most);
    Half[i] = repeats ? i / 3 : 0;
    X[i] = i % 2 ? 1.5 : -0.5;
    Z[i] = i % 2 ? -0.0 : 0.25;
    F[i] = i % 3 ? 0.75f : -2.0f;
  }
}

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < 2 * Most; ++i)
    hash = ((hash ^ (unsigned long long)Y[i]) * 1099511628211ull ^
            (unsigned long long)Used[i]) *
           1099511628211ull;
  printf("%s %016llx\n", name, hash);
}

static void claims(long *y, long *used, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (!used[index[i]]) {
      used[index[i]] = 1;
      y[i] = i;
    }
}

static void skips(long *y, long *used, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (used[index[i]] != 0)
      continue;
    used[index[i]] = i + 1;
    y[i] = 5;
  }
}

static void slots(long *y, long *used, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int at = index[i];
    if (used[at] < 3) {
      used[at]++;
      y[at] = i;
    }
  }
}

static void relaxed(long *y, const int *index, const int *half, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (y[index[i]] > y[n + half[i]] + 3)
      y[index[i]] = y[n + half[i]] + i % 3;
}

static void above(long *y, const double *x, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] > 0.5)
      y[index[i]] = i;
}

static void between(long *y, const double *x, const double *z, const int *index,
                    int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const double v = x[i];
    if (v <= z[i] && v >= -1)
      y[index[i]] = i;
  }
}

static void either(long *y, const float *f, const double *z, const int *index,
                   int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (f[i] == -2.0f || z[i] != 0)
      y[index[i]] = i;
}

static void near(long *y, const double *x, const double *z, const int *index,
                 int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] * x[i] + z[i] < 10)
      y[index[i]] = i;
}

static void limited(long *y, const double *x, const int *index, double t,
                    int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] < t)
      y[index[i]] = i;
}

static void halved(long *y, const int *half, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[(2 * i + 1 - half[i]) / 2] = i;
}

static void left(long *y, const int *half, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[(i + half[i]) % n] = i;
}

static void packed(long *y, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[index[i] >> 1] = y[index[i] >> 1] * 3 + i;
}

// One loop for each call, so that none knows what another one has found.
#define BOTH(CALL)                                                             \
  do {                                                                         \
    for (int repeats = 0; repeats < 2; ++repeats) {                            \
      fill(repeats);                                                           \
      CALL;                                                                    \
      show(#CALL);                                                             \
    }                                                                          \
  } while (0)

int main(void) {
  const int n = Most;
  BOTH(claims(Y, Used, Index, n));
  BOTH(skips(Y, Used, Index, n));
  BOTH(slots(Y, Used, Index, n));
  BOTH(relaxed(Y, Index, Half, n));
  BOTH(above(Y, X, Index, n));
  BOTH(between(Y, X, Z, Index, n));
  BOTH(either(Y, F, Z, Index, n));
  BOTH(near(Y, X, Z, Index, n));
  BOTH(limited(Y, X, Index, 2, n));
  BOTH(halved(Y, Half, n));
  BOTH(left(Y, Half, n));
  BOTH(packed(Y, Index, n));
  return 0;
}
