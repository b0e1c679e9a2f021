// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts that each iteration compares with 0 and with a length, as Cython's
// loops do. What they are at least and at most is tested before the loop: where
// all are in range, Twofold's loop runs; else OpenMP's, which tells what is not.
// RUN: %openmp %s %t --kernels 8
// RUN: %clang -O1 -fwrapv -fopenmp %s -c -o %t.o %plugin -fplugin-arg-twofold-openmp -Rpass=twofold -Rpass-missed=twofold 2>&1 | %FileCheck %s
#include <stdio.h>
#define N 3000
#define unlikely(c) __builtin_expect(!!(c), 0)
struct View {
  double *data;
  long shape[2];
};
static double x[N], y[N];
static int raised;
__attribute__((noinline)) static void raise_error(int what) { raised = what; }

// What Cython makes of a subscript, and of a loop around subscripts.
#define CHECKED(T, AT, LENGTH)                                                 \
  T = AT;                                                                      \
  bad = -1;                                                                    \
  if (T < 0) {                                                                 \
    T += LENGTH;                                                               \
    if (unlikely(T < 0))                                                       \
      bad = 0;                                                                 \
  } else if (unlikely(T >= LENGTH))                                            \
    bad = 0;                                                                   \
  if (unlikely(bad != -1)) {                                                   \
    raise_error(bad + 1);                                                      \
    goto error;                                                                \
  }
#define OR_FAIL                                                                \
  goto end;                                                                    \
  error:;                                                                      \
  _Pragma("omp atomic write") why = 4;                                         \
  end:;

static int stencil(struct View a, struct View b, long first, long count) {
  int why = 0;
#pragma omp parallel for
  for (long i = 0; i < count; ++i) {
    long at = first + i, s, t;
    int bad;
    CHECKED(s, at - 1, a.shape[0])
    CHECKED(t, at, b.shape[0])
    b.data[t] = 2 * a.data[s];
    CHECKED(s, at + 1, a.shape[0])
    b.data[t] += a.data[s];
    OR_FAIL
  }
  return why;
}

// Conditions, also those that variables hold, make ranges narrower.
static int edges(struct View a, struct View b) {
  int why = 0;
  const long n = a.shape[0];
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    long s, t;
    int bad, inside = (i > 0) != 0;
    CHECKED(t, i, b.shape[0])
    b.data[t] = 0;
    if (inside) {
      CHECKED(s, i - 1, a.shape[0])
      b.data[t] += a.data[s];
    }
    if (i < n - 1 && t >= 0) {
      CHECKED(s, i + 1, a.shape[0])
      b.data[t] -= a.data[s];
    }
    CHECKED(s, i, a.shape[0])
    b.data[t] += a.data[s];
    OR_FAIL
  }
  return why;
}

// A triangle, from the last row to the first, with a step.
static int triangle(struct View a, struct View b, int rows) {
  int why = 0;
#pragma omp parallel for schedule(dynamic)
  for (int i = rows - 1; i >= 0; --i) {
    double sum = 0;
    long s, t;
    int bad;
    for (int j = 0; j <= i; j += 2) {
      CHECKED(s, (long)i * a.shape[1] + j, a.shape[0] * a.shape[1])
      sum += a.data[s];
    }
    CHECKED(t, i, b.shape[0])
    b.data[t] = sum;
    OR_FAIL
  }
  return why;
}

// Subscripts that overflow on their way, in types of their own.
static int wraps(struct View a, struct View b, int factor, int count) {
  int why = 0;
#pragma omp parallel for
  for (int i = 0; i < count; ++i) {
    long s, t;
    int bad;
    unsigned char small = (unsigned char)i;
    CHECKED(s, (int)((unsigned)i * (unsigned)factor), a.shape[0])
    CHECKED(t, small, b.shape[0])
    if (i < 256)
      b.data[t] = a.data[s] + 1;
    OR_FAIL
  }
  return why;
}

// A jump goes past what sets a subscript; and one leaves a loop.
static int jumps(struct View a, struct View b, long far) {
  int why = 0;
  const long n = b.shape[0];
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    long s, t, from = far;
    int bad;
    CHECKED(t, i, b.shape[0])
    if (b.data[t] > 5)
      goto known;
    from = i;
    for (long j = 0; j < 3; ++j) {
      if (b.data[t] > j)
        continue;
      from = j;
      break;
    }
  known:
    CHECKED(s, from, a.shape[0])
    b.data[t] = a.data[s];
    OR_FAIL
  }
  return why;
}

// From the end; and a constant from the end.
static int from_end(struct View a, struct View b) {
  int why = 0;
#pragma omp parallel for
  for (long i = 0; i < b.shape[0]; ++i) {
    long s, t;
    int bad;
    CHECKED(s, -1, a.shape[0])
    CHECKED(t, b.shape[0] - 1 - i, b.shape[0])
    b.data[t] = a.data[s] + i;
    OR_FAIL
  }
  return why;
}

// Divisors that iterations compute: they are positive or they are tested.
static int divisors(struct View b, int from, int n) {
  int why = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int d = i + from;
    if (unlikely(d == 0)) {
      raise_error(7);
      goto error;
    } else if (sizeof(int) == sizeof(int) && unlikely(d == -1) &&
               unlikely(b.data[i] < -1e9)) {
      raise_error(8);
      goto error;
    }
    b.data[i] = 1000 / d;
    OR_FAIL
  }
  return why;
}

// Others hold the view while the loop runs, and integers of its lengths' type
// are stored; but not where its address is taken behind the loop.
static void clear(struct View *v) { v->shape[0] = 0; }
static int held(struct View *v, long *to, long n) {
  int why = 0;
  struct View local = *v;
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    long t;
    int bad;
    CHECKED(t, i, local.shape[0])
    to[t] += t;
    OR_FAIL
  }
  clear(&local);
  return why + (int)local.shape[0];
}
static int shown(struct View *v, long *to, long n) {
  int why = 0;
  struct View local = *v, *seen = &local;
  if (!to)
    to = &seen->shape[0];
#pragma omp parallel for num_threads(1)
  for (long i = 0; i < n; ++i) {
    long t;
    int bad;
    CHECKED(t, i, local.shape[0])
    to[0] = 5;
    OR_FAIL
  }
  return why;
}

// A subscript from memory has no bounds.
static int loaded(struct View a, struct View b, const int *k) {
  int why = 0;
#pragma omp parallel for
  for (long i = 0; i < b.shape[0]; ++i) {
    long s;
    int bad;
    CHECKED(s, k[i], a.shape[0])
    b.data[i] = a.data[s];
    OR_FAIL
  }
  return why;
}
// CHECK-DAG: stays as it is: what decides whether iterations run code for threads alone may change meanwhile
// CHECK-DAG: stays as it is: 'raised' is one for all iterations
// CHECK-DAG: offloaded: OpenCL kernel 'stencil
// CHECK-DAG: offloaded: OpenCL kernel 'edges
// CHECK-DAG: offloaded: OpenCL kernel 'triangle
// CHECK-DAG: offloaded: OpenCL kernel 'wraps
// CHECK-DAG: offloaded: OpenCL kernel 'from_end
// CHECK-DAG: offloaded: OpenCL kernel 'divisors
// CHECK-DAG: offloaded: OpenCL kernel 'held

static void show(const char *what, int why) {
  double sum = 0;
  for (int i = 0; i < N; ++i)
    sum += y[i] * (i % 7 + 1);
  printf("%s: %d %d %g\n", what, why, raised, sum);
  raised = 0;
  for (int i = 0; i < N; ++i) {
    x[i] = i % 9;
    y[i] = i % 11;
  }
}

static struct View of(double *data, long rows, long columns) {
  return (struct View){data, {rows, columns}};
}

/// Some iterations fail before a subscript is compared.
static int limited(struct View a, struct View b, long count, long most) {
  int why = 0;
#pragma omp parallel for
  for (long i = 0; i < count; ++i) {
    long s;
    int bad;
    if (i > most)
      goto error;
    CHECKED(s, i, a.shape[0])
    b.data[i] += a.data[s];
    OR_FAIL
  }
  return why;
}

int main(void) {
  static long to[N];
  static int k[N];
  show("begin", 0);
  const struct View a = of(x, N, 1), b = of(y, N, 1);
  show("stencil", stencil(a, b, 1, N - 2));
  show("stencil from 0", stencil(a, b, 0, N - 2));
  show("stencil to the end", stencil(a, b, 1, N - 1));
  show("stencil that is short", stencil(of(x, 99, 1), b, 1, 100));
  show("stencil of none", stencil(of(x, 0, 1), b, 1, 0));
  show("edges", edges(a, b));
  show("edges of one", edges(of(x, 1, 1), b));
  show("edges that are short", edges(a, of(y, N - 1, 1)));
  show("triangle", triangle(of(x, 50, 60), b, 50));
  show("triangle that is short", triangle(of(x, 50, 60), b, 51));
  show("triangle of no width", triangle(of(x, 50, -60), b, 50));
  show("wraps", wraps(a, b, 5, 200));
  show("wraps around", wraps(a, b, 1 << 30, 200));
  show("wraps into range", wraps(a, b, 1 << 30, 5));
  show("wraps bytes", wraps(a, b, 1, 2000));
  show("jumps", jumps(a, b, 7));
  show("jumps out of range", jumps(a, b, N));
  show("from the end", from_end(a, b));
  show("from the end of none", from_end(of(x, 0, 1), b));
  show("limited", limited(a, b, N, N));
  show("limited to less", limited(a, b, N, N - 2));
  show("limited and short", limited(of(x, N - 1, 1), b, N, N));
  show("divisors", divisors(b, 1, N));
  show("a divisor of 0", divisors(b, 0, N));
  show("divisors below 0", divisors(b, -N, 100));
  struct View v = a;
  show("held", held(&v, to, N));
  show("held and short", held(&v, to, N + 1));
  show("shown", shown(&v, 0, N));
  show("shown another", shown(&v, to, N));
  for (int i = 0; i < N; ++i)
    k[i] = N - 1 - i;
  show("loaded", loaded(a, b, k));
  k[5] = N;
  show("loaded out of range", loaded(a, b, k));
  printf("%ld %ld\n", to[0], to[N - 1]);
}
