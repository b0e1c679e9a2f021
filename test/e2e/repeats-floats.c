// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that are made of floating-point numbers, magnitudes, remainders of
// negative numbers and shifts: each loop is called where no two iterations
// meet, then where some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { Most = 6000 };
static int Last[2 * Most], Next[Most], V[Most];
static double X[Most];
static float F[Most];
static double Scale = 1, Low;

static void fill(int repeats) {
  for (int i = 0; i < 2 * Most; ++i)
    Last[i] = -1;
  for (int i = 0; i < Most; ++i) {
    const int place = (int)(i * 1237L % Most);
    const int at = repeats ? place % 350 : place;
    Next[i] = 0;
    V[i] = at;
    X[i] = at + 0.25;
    F[i] = (float)at + 0.5f;
  }
}

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < 2 * Most; ++i)
    hash = (hash ^ (unsigned)Last[i]) * 1099511628211ull;
  for (int i = 0; i < Most; ++i)
    hash = (hash ^ (unsigned)Next[i]) * 1099511628211ull;
  printf("%s %016llx\n", name, hash);
}

static void bins(int *last, const double *x, int n, double k) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(int)(x[i] * k)] = i;
}

struct Grid {
  double x, h;
  int width, *first, *next;
};

static int cellOf(const struct Grid *g, double x, double y) {
  const int column = (int)floor((x - g->x) / g->h);
  const int row = (int)floor(y);
  return row * g->width + column;
}

static void cells(struct Grid *g, const double *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int c = cellOf(g, x[i], 0.5);
    g->next[i] = g->first[c];
    g->first[c] = i;
  }
}

static void rounded(int *last, const float *f, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float t = f[i];
    t -= 0.25f;
    t *= 2;
    last[lrintf(t / 2)] = i;
  }
}

static void clamped(int *last, const double *x, int n, int most) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int b = (int)((x[i] - Low) * Scale);
    if (b < 0)
      b = 0;
    if (b > most)
      b = most;
    last[b] = i;
  }
}

static void roots(int *last, const double *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (fabs(x[i]) * x[i] >= 0)
      last[(size_t)fmin(sqrt(x[i] * x[i]), 1e6)] = i;
}

static void counted(int *last, int n, double k) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(int)(i * k)] = i;
}

static void magnitudes(int *last, const int *v, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[abs(v[i] - 100000) % m] = i;
}

static void around(int *last, const int *v, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[((v[i] - 100000) % m + m) % m] = i;
}

static void shifted(int *last, const int *v, int n, int down) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[v[i] >> down] = i;
}

static void divided(int *last, const int *v, int n, int by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[v[i] / by] = i;
}

static void logarithms(int *last, const double *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(int)(log(x[i]) * 100)] = i;
}

/// 10 k times 0.7f is 7 k as a float, and less than that as a double.
static void narrow(int *last, const float *f, int n, float by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(int)(f[i] * by)] = i;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int repeats = 0; repeats < (argc > 1 ? 1 : 2); ++repeats) {
    const double k = repeats ? 0.5 : 1;
    struct Grid g = {0, repeats ? 2 : 1, Most, Last, Next};
    fill(repeats);
    bins(Last, X, Most, k);
    show("bins");
    fill(repeats);
    cells(&g, X, Most);
    show("cells");
    fill(repeats);
    rounded(Last, F, Most);
    show("rounded");
    fill(repeats);
    clamped(Last, X, Most, 2 * Most - 1);
    show("clamped");
    fill(repeats);
    roots(Last, X, Most);
    show("roots");
    fill(repeats);
    counted(Last, Most, repeats ? 0.75 : 1.5);
    show("counted");
    fill(repeats);
    magnitudes(Last, V, Most, 2 * Most - 1);
    show("magnitudes");
    fill(repeats);
    around(Last, V, Most, 2 * Most - 1);
    show("around");
    fill(repeats);
    shifted(Last, V, Most, repeats);
    show("shifted");
    fill(repeats);
    divided(Last, V, Most, repeats + 1);
    show("divided");
    fill(repeats);
    // Two of them are the same hundredths of a logarithm, and not of another one.
    for (int i = 0; i < Most / 4; ++i)
      X[i] = exp((repeats ? i / 2 * 2 + (i % 2 ? 0.8 : 0.1) : i + 0.5) / 100);
    logarithms(Last, X, Most / 4);
    show("logarithms");
    fill(repeats);
    for (int i = 0; i < Most / 2; ++i)
      F[i] = 10.0f * (i / 2) + (i % 2 == 0 ? 0 : repeats ? 0.5f : 2);
    narrow(Last, F, Most / 2, 0.7f);
    show("narrow");
  }
  return 0;
}
