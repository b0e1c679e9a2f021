// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses as OpenMP's users write them.
// RUN: %conform %s %t
#include "show.h"

struct part {
  int *b;
  long n;
};
struct whole {
  struct part in, *out;
};

static void members(struct part *w, struct whole d, const long *ix) {
#pragma twofold parallel for extent(w->b, w->n)
  for (long i = 0; i < w->n; ++i)
    w->b[ix[i]] += 1;
#pragma twofold parallel for extent(d.in.b, d.in.n) extent(d.out->b, d.out->n)
  for (long i = 0; i < d.in.n; ++i)
    d.in.b[ix[i]] += d.out->b[ix[i]];
}

static int induction(int *a, int n) {
  int i, j;
#pragma twofold parallel for private(i, j)
  for (i = 0; i < n; ++i)
    for (j = 0; j < 3; ++j)
      a[i] += j;
#pragma twofold parallel for lastprivate(i) private(j) schedule(guided)
  for (i = 0; i < n; ++i)
    for (j = 0; j < 3; ++j)
      a[i] += j;
  int last = i;
#pragma twofold parallel for collapse(2) private(i, j) schedule(auto)
  for (i = 0; i < n / 4; ++i)
    for (j = 0; j < 4; ++j)
      a[4 * i + j] += i;
  return last;
}

static int sums(const int *k, int *h, int n) {
  int own[4] = {0}, most = 0;
  long s = 0;
#pragma twofold parallel for simd reduction(+ : h[0 : 8]) reduction(+ : own, s) \
    reduction(default, max : most) safelen(8) simdlen(4) aligned(k : 4)        \
    nontemporal(k) order(concurrent) proc_bind(close) nowait                   \
    schedule(nonmonotonic : dynamic, 4) if(parallel : n > 2) if(simd : n > 8)
  for (int i = 0; i < n; ++i) {
    h[k[i] & 7] += 1;
    own[k[i] & 3] += 2;
    s += k[i];
    if (k[i] > most)
      most = k[i];
  }
  return own[0] + own[3] + (int)s + most;
}

static int conditional(const int *k, int n) {
  int x = -1;
#pragma twofold parallel for lastprivate(conditional : x) schedule(runtime)
  for (int i = 0; i < n; ++i)
    if (k[i] > 40)
      x = i;
  return x;
}

int main(void) {
  int a[64], b[64], c[64], h[8] = {0};
  long ix[64];
  for (int i = 0; i < 64; ++i) {
    a[i] = i * 7 % 43;
    b[i] = i;
    c[i] = 2 * i;
    ix[i] = 63 - i;
  }
  struct part w = {b, 64}, v = {c, 64};
  struct whole d = {w, &v};
  members(&w, d, ix);
  SHOW_INTEGERS("b", b, 64);
  SHOW_INTEGER(sums(a, h, 64));
  SHOW_INTEGERS("h", h, 8);
  SHOW_INTEGER(conditional(a, 64));
  SHOW_INTEGER(induction(a, 64));
  SHOW_INTEGERS("a", a, 64);
  return 0;
}
