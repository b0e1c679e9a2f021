// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in which a flag or a number of the call chooses the arrays, the
// subscript or the statements: each is called with arrays that are apart, that
// overlap and that are the same.
// RUN: %e2e %s %t --native
// RUN: %e2e %s %t --native --also TWOFOLD_ZERO_COPY=0 -O3 -march=native
#include <stdbool.h>
#include <stdio.h>

enum { N = 3000 };
static double all[2 * N];

static void show(const char *name) {
  double hash = 0;
  for (int i = 0; i < 2 * N; ++i) {
    hash = hash * 0.999 + all[i] * (1 + i % 7);
    all[i] = i * 37 % 101 * 0.25;
  }
  printf("%s %a\n", name, hash);
}

static void rows(double **u, int p) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    u[1 - p][i] = u[p][i] + 0.25 * (u[p][i - 1] + u[p][i + 1]);
}

struct grids {
  double *u[2], *v[3];
  int p;
};

static void members(struct grids *g) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    g->u[1 - g->p][i] = g->u[g->p][i - 1] * 0.5 + 1;
}

static void negated(struct grids g) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    g.u[!g.p][i] = g.u[g.p][i - 1] * 0.5 + 1;
}

static void cycle(struct grids *g, int t) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    g->v[(t + 1) % 3][i] = g->v[t % 3][i - 1] * 0.5 + g->v[(t + 2) % 3][i + 1];
}

static void both(struct grids *g) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    for (int c = 0; c < 2; ++c)
      g->u[c][i] = g->v[c][i - 1] * 0.5 + c;
}

static void local(double *a, double *b, int w) {
  double *t[2] = {a, b};
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    t[w][i] = t[!w][i - 1] * 0.5;
}

static void within(double *a, double *b, int w) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i) {
    double *to = w ? a : b, *from = w ? b : a;
    to[i] = from[i - 1] * 0.5;
  }
}

static void lvalues(double *a, double *b, int w) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    (w ? a : b)[i] = (w ? b : a)[i - 1] * 0.5;
}

static void statements(double *a, double *b, int w) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    if (w)
      a[i] = b[i - 1] * 0.5;
    else
      b[i] = a[i - 1];
}

static void leaves(double *a, double *b, bool w) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i) {
    if (!w)
      continue;
    a[i] = b[i - 1] * 0.5;
  }
}

static void conditions(double *a, double *b, int w, int x) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    if (w != x && (w || x))
      a[i] = b[i - 1] * 0.5;
    else
      a[i] += 1;
}

static void subscript(double *a, double *b, int w) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i) {
    int k = w ? 1 : 0;
    a[i] = b[i - k] * 0.5;
  }
}

static void difference(double *a, double *b, int w) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    a[i] = b[i - (w == 2)] * 0.5;
}

static void one(double *a, int w) {
#pragma twofold parallel for
  for (int i = 1; i < N - 1; ++i)
    if (w)
      a[i] = a[i - 1] * 0.5;
    else
      a[i] *= 2;
}

int main(void) {
  const int apart[] = {N, 0, 1, N - 10};
  for (int o = 0; o < 4; ++o) {
    double *p = all, *q = all + apart[o];
    for (int w = 0; w < 3; ++w) {
      double *u[2] = {p, q};
      struct grids g = {{p, q}, {q, p, p}, w & 1};
      printf("apart %d, chosen %d\n", apart[o], w);
      rows(u, w & 1), show("rows");
      members(&g), show("members");
      negated(g), show("negated");
      cycle(&g, w), show("cycle");
      both(&g), show("both");
      local(p, q, w & 1), show("local");
      within(p, q, w), show("within");
      lvalues(p, q, w), show("lvalues");
      statements(p, q, w), show("statements");
      leaves(p, q, w), show("leaves");
      leaves(q, p, w), show("leaves back");
      conditions(p, q, w, 1), show("conditions");
      subscript(p, q, w), show("subscript");
      difference(q, p, w), show("difference");
      one(p, w), show("one");
    }
  }
}
