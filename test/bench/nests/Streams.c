/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Streams.c - BabelStream's five loops, and short calls --------------===*/
#include "Nest.h"

KERNEL stream_copy(long n, const real *a, real *c) {
#pragma omp parallel for
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    c[i] = a[i];
}

KERNEL stream_mul(long n, real s, real *b, const real *c) {
#pragma omp parallel for
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    b[i] = s * c[i];
}

KERNEL stream_add(long n, const real *a, const real *b, real *c) {
#pragma omp parallel for
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}

KERNEL stream_triad(long n, real s, real *a, const real *b, const real *c) {
#pragma omp parallel for
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    a[i] = b[i] + s * c[i];
}

KERNEL stream_dot(long n, const real *a, const real *b, real *sum) {
  real s = 0;
#pragma omp parallel for reduction(+ : s)
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    s += a[i] * b[i];
  *sum = s;
}

#define STREAM(ID, FLAGS, ARRAYS, CALL)                                        \
  NEST(ID, "stream", (FLAGS) | REPEATS, "100", "10000,1000000", "33554432",    \
       ARRAYS, CALL)
STREAM(stream_copy, ORDERED, (reals(w, n, 0, 1), zeros(w, n)),
       stream_copy(n, A0, A1))
STREAM(stream_mul, ORDERED, (zeros(w, n), reals(w, n, 0, 1)),
       stream_mul(n, 0.375, A0, A1))
STREAM(stream_add, ORDERED, (reals(w, n, 0, 1), reals(w, n, 0, 1), zeros(w, n)),
       stream_add(n, A0, A1, A2))
STREAM(stream_triad, ORDERED,
       (zeros(w, n), reals(w, n, 0, 1), reals(w, n, 0, 1)),
       stream_triad(n, 0.375, A0, A1, A2))
STREAM(stream_dot, REORDERED,
       (reals(w, n, 0, 1), reals(w, n, 0, 1), zeros(w, 1)),
       stream_dot(n, A0, A1, A2))

/* Calls that are over before a thread could be woken. */
KERNEL short_rows(int n, real *c, const real *a, const real *b) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      c[i * n + j] += a[i * n + j] * b[j];
}

KERNEL short_sums(int n, real *y, const real *a, const real *x) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real s = 0;
    for (int j = 0; j < n; ++j)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

KERNEL short_products(int n, real *c, const real *a, const real *b) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      real s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

NEST(short_add, "short", ORDERED | REPEATS, "1,16", "1,4,16,64,256,1024",
     "4096", (reals(w, n, 0, 1), reals(w, n, 0, 1), zeros(w, n)),
     stream_add(n, A0, A1, A2))
NEST(short_rows, "short", ORDERED | REPEATS, "1,5", "1,4,8,16,32", "64",
     (zeros(w, n *n), reals(w, n *n, 0, 1), reals(w, n, 0, 1)),
     short_rows(n, A0, A1, A2))
NEST(short_sums, "short", ORDERED | REPEATS, "1,5", "1,4,8,16,32", "64",
     (zeros(w, n), reals(w, n *n, 0, 1), reals(w, n, 0, 1)),
     short_sums(n, A0, A1, A2))
NEST(short_products, "short", ORDERED | REPEATS, "1,5", "1,4,8,16", "32",
     (zeros(w, n *n), reals(w, n *n, 0, 1), reals(w, n *n, 0, 1)),
     short_products(n, A0, A1, A2))
