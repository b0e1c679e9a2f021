// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions on floating-point numbers of which some are none: what compares
// with those comes out as C has it, and so does what is stored under it.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <math.h>
#include <stdio.h>

enum { Most = 3000 };
static int Last[Most + 1];
static double X[Most];
static float Y[Most];

static void fill(int none) {
  for (int i = 0; i < Most; ++i) {
    Last[i] = i % 89;
    X[i] = none && i % 7 != 3 ? NAN : 1;
    Y[i] = (float)X[i];
  }
}

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < Most; ++i)
    hash = (hash ^ (unsigned)Last[i]) * 1099511628211ull;
  printf("%s %016llx\n", name, hash);
}

static void negated(int *last, const double *x, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    const int by = !(x[i] > 0.5);
    last[i] = last[i - by] * 3 + 1;
  }
}

static void unequal(int *last, const float *y, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    const int by = y[i] != 1;
    last[i] = last[i - by] * 3 + 1;
  }
}

static void neither(int *last, const double *x, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    const int at = x[i] < 0.5 ? i : x[i] >= 0.5 ? i : i - 1;
    last[i] = last[at] * 3 + 1;
  }
}

static void itself(int *last, const double *x, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    last[i] = last[x[i] != x[i] ? i - 1 : i] * 3 + 1;
}

static void lesser(int *last, const double *x, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    last[i] = last[fmin(x[i], 2.0) == 2.0 ? i - 1 : i] * 3 + 1;
}

static void one(int *last, double limit, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    if (!(limit < i))
      last[i] = last[i - 1] * 3 + 1;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int none = 0; none < (argc > 1 ? 1 : 2); ++none) {
    fill(none);
    negated(Last, X, Most);
    show("negated");
    fill(none);
    unequal(Last, Y, Most);
    show("unequal");
    fill(none);
    neither(Last, X, Most);
    show("neither");
    fill(none);
    itself(Last, X, Most);
    show("itself");
    fill(none);
    lesser(Last, X, Most);
    show("lesser");
    fill(none);
    one(Last, none ? NAN : 0, Most);
    show("one");
  }
  return 0;
}
