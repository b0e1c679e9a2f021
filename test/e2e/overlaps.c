// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose iterations depend on each other in some calls and not in others:
// each is called with arrays that are apart, that overlap, that are the same
// and that interleave, with many and with few iterations.
// RUN: %e2e %s %t --native -fno-strict-aliasing
// RUN: %e2e %s %t --native --also TWOFOLD_ZERO_COPY=0 -O3 -march=native -fno-strict-aliasing
#include <stdio.h>
#include <string.h>

enum { Most = 40000 };
static unsigned All[Most], Start[Most];
typedef unsigned Word;

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < Most; ++i)
    hash = (hash ^ All[i]) * 1099511628211ull;
  printf("%s %016llx\n", name, hash);
  memcpy(All, Start, sizeof All);
}

static void plus(Word *a, const Word *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = b[i] * 3 + 1;
}

static void down(Word *a, const Word *b, int n) {
#pragma twofold parallel for
  for (int i = n - 1; i >= 0; --i)
    a[i] = b[i] * 3 + 1;
}

static void steps(Word *a, const Word *b, int n, int s) {
#pragma twofold parallel for
  for (int i = 0; i < n; i += s)
    a[i] = b[i] * 3 + 1;
}

static void stencil(Word *a, const Word *b, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    a[i] = b[i - 1] + 2 * b[i] + b[i + 1];
}

static void guarded(Word *a, const Word *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (i > 0 && i < n - 1)
      a[i] = b[i - 1] + b[i + 1] + 1;
}

static void skipped(Word *a, const Word *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      continue;
    a[i] = b[i - 1] * 5 + 1;
  }
}

static void strided(Word *a, long s, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i * s] = a[i * s] * 3 + (Word)i;
}

static void axpy(int n, const Word *x, int incx, Word *y, int incy) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i * incy] += 3 * x[i * incx];
}

static void rows(Word *a, int ld, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * ld + j] = (Word)(i * 3 + j);
}

static void both(Word *a, int ld, int n, int m) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * ld + j] = (Word)(i * 3 + j);
}

static void triangle(Word *a, int ld, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      a[i * ld + j] = (Word)(i + j);
}

static void transposed(Word *a, const Word *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      a[i * n + j] = b[j * n + i] + 1;
}

static void offset(Word *a, int n, int k) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = a[i + k] * 3 + 1;
}

static void unsignedNext(Word *a, const Word *b, unsigned n) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i)
    a[i] = b[i + 1] * 3 + 1;
}

static void pointers(Word *p, Word *e, const Word *q) {
#pragma twofold parallel for
  for (Word *x = p; x < e; ++x)
    *x = q[x - p] * 3 + 1;
}

static void scalar(Word *a, const Word *s, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = a[i] * *s + 1;
}

static void widened(unsigned char *a, unsigned short *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    b[i] = (unsigned short)(a[i] + 1);
}

struct Pair {
  Word *to, *from;
  int n;
};
static void member(struct Pair *s) {
#pragma twofold parallel for
  for (int i = 0; i < s->n; ++i)
    s->to[i] = s->from[i] * 3 + 1;
}

static void matrix(int n, int m, Word a[n][m], Word b[n][m]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] = b[i][j] * 3 + 1;
}

static Word sums(Word *a, const Word *b, int n) {
  Word sum = 0, last = 0;
#pragma twofold parallel for reduction(+ : sum) lastprivate(last)
  for (int i = 0; i < n; ++i) {
    last = b[i];
    a[i] = last + 1;
    sum += last;
  }
  return sum * 31 + last;
}

static void calls(int n, int often) {
#define TRY(call)                                                              \
  for (int round = 0; round < often; ++round)                                  \
    call;                                                                      \
  show(#call)
  TRY(plus(All + 1, All, n));
  TRY(plus(All, All + 1, n));
  TRY(plus(All, All, n));
  TRY(plus(All, All + n, n));
  TRY(plus(All + n - 1, All, n));
  TRY(down(All, All + 1, n));
  TRY(down(All + 1, All, n));
  TRY(steps(All + 2, All, n, 3));
  TRY(steps(All + 3, All, n, 3));
  TRY(stencil(All, All, n));
  TRY(stencil(All + n, All, n));
  TRY(guarded(All, All, n));
  TRY(guarded(All, All + 1, n));
  TRY(skipped(All, All, n));
  TRY(skipped(All, All + 1, n));
  TRY(strided(All, 0, n));
  TRY(strided(All, 1, n));
  TRY(strided(All, 2, n));
  TRY(strided(All + n, -1, n));
  TRY(axpy(n, All, 1, All + 1, 1));
  TRY(axpy(n, All, 2, All + 1, 2));
  TRY(axpy(n, All, 1, All + n, 0));
  TRY(axpy(n, All, 2, All, 3));
  TRY(rows(All, 7, n / 10, 10));
  TRY(rows(All, 10, n / 10, 10));
  TRY(rows(All, 0, n / 10, 10));
  TRY(both(All, 7, n / 10, 10));
  TRY(both(All, 11, n / 10, 10));
  TRY(both(All, 1, n / 10, 10));
  TRY(triangle(All, 40, 100));
  TRY(triangle(All, 40, 39));
  TRY(transposed(All, All, 60));
  TRY(transposed(All, All + 1, 60));
  TRY(offset(All, n, 1));
  TRY(offset(All, n, n));
  TRY(offset(All + 5, n, -5));
  TRY(unsignedNext(All, All, (unsigned)n));
  TRY(unsignedNext(All + 2, All, (unsigned)n));
  TRY(unsignedNext(All + 1, All, (unsigned)n));
  TRY(pointers(All + 1, All + n, All));
  TRY(pointers(All, All + n, All + 5));
  TRY(scalar(All, All + n / 2, n));
  TRY(scalar(All, All + n, n));
  TRY(widened((unsigned char *)All, (unsigned short *)All, n));
  TRY(widened((unsigned char *)All + 2 * n, (unsigned short *)All, n));
  struct Pair over = {All + 1, All, n}, apart = {All, All + n, n};
  TRY(member(&over));
  TRY(member(&apart));
  TRY(matrix(n / 10, 10, (void *)(All + 1), (void *)All));
  TRY(matrix(n / 10, 10, (void *)All, (void *)All));
  TRY(printf("%u\n", sums(All + 1, All, n)));
  TRY(printf("%u\n", sums(All, All + n, n)));
}

int main(void) {
  for (int i = 0; i < Most; ++i)
    All[i] = Start[i] = (Word)(i * 7919 % 1000);
  calls(12000, 1);
  calls(40, 3);
  calls(1, 2);
  calls(0, 1);
}
