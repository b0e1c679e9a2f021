// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between the loops of a region each thread tests what is the same for all, and
// may fail, as Cython's do that look whether a view is there. All is tested
// before the region: where nothing fails its loops are taken, else OpenMP's
// region runs and fails as it always did.
// RUN: %openmp %s %t --kernels 7
// RUN: %clang -O1 -fopenmp %s -c -o %t.o %plugin -fplugin-arg-twofold-openmp -Rpass=twofold -Rpass-missed=twofold 2>&1 | %FileCheck %s
#include <stdio.h>
#define N 3000
#define unlikely(c) __builtin_expect(!!(c), 0)
struct View {
  void *memview;
  double *data;
  long n;
};
struct Model {
  struct View now, before;
};
static double x[N], y[N];
static int raised;
__attribute__((noinline)) static void raise_error(int what) { raised = what; }

#define FAIL_IF(C, WHAT)                                                       \
  if (unlikely(C)) {                                                           \
    raise_error(WHAT);                                                         \
    goto error;                                                                \
  }
// 'views_1_' over 1 dimension
static int views(struct View a, struct View b, double f) {
  int why = 0;
#pragma omp parallel
  {
    FAIL_IF(!a.memview, 1)
#pragma omp for
    for (long i = 0; i < a.n; ++i)
      a.data[i] *= f;
    FAIL_IF(!b.memview, 2)
    long n = b.n;
    if (n > 0) {
#pragma omp for
      for (long i = 0; i < n; ++i)
        b.data[i] += a.data[i];
    }
    goto end;
  error:;
#pragma omp atomic write
    why = 4;
    goto end;
  end:;
  }
  return why;
}

// Members, by a pointer that each thread follows first.
static int members(struct Model *m) {
  int why = 0;
#pragma omp parallel
  {
    FAIL_IF(!m->now.memview, 3)
#pragma omp for
    for (long i = 1; i < N - 1; ++i)
      m->now.data[i] = i % 7;
    FAIL_IF(!m->before.memview, 4)
#pragma omp for
    for (long i = 1; i < N - 1; ++i)
      m->before.data[i] = m->now.data[i - 1] + m->now.data[i + 1];
    goto end;
  error:;
#pragma omp atomic write
    why = 5;
  end:;
  }
  return why;
}

// With another branch, which threads run.
static int branches(struct View a, int code) {
  int why = 0;
  double t = 0;
#pragma omp parallel firstprivate(t)
  {
    if (unlikely(code > 7)) {
      raise_error(5);
      goto error;
    } else
      t = 2;
#pragma omp for
    for (long i = 0; i < a.n; ++i)
      a.data[i] += t;
#pragma omp for
    for (long i = 0; i < a.n; ++i)
      a.data[i] *= t;
    goto end;
  error:;
#pragma omp atomic write
    why = 6;
  end:;
  }
  return why;
}

// The first loop decides about what comes then.
// CHECK-DAG: stays as it is: no other statement says what 'goto {{.*}}' in it does; put what it leaves out under an 'if', or in a function that returns there
static int decides(struct View a, int *bad) {
  int why = 0;
#pragma omp parallel
  {
#pragma omp for
    for (long i = 0; i < a.n; ++i)
      if (a.data[i] == 5)
        *bad = 1;
    FAIL_IF(*bad, 6)
#pragma omp for
    for (long i = 0; i < a.n; ++i)
      a.data[i] += 1;
    goto end;
  error:;
#pragma omp atomic write
    why = 7;
  end:;
  }
  return why;
}

// A loop beside what fails is OpenMP's wherever its condition holds.
static int beside(struct View a, const int *code, int asked) {
  int why = 0;
#pragma omp parallel
  {
#pragma omp for
    for (long i = 0; i < a.n; ++i)
      a.data[i] += 1;
    if (asked) {
      FAIL_IF(*code > 3, 7)
      // CHECK-DAG: :[[#@LINE+1]]:1: remark: OpenMP's 'for' stays as it is: it stands under a condition that leads to code that only threads can run, too
#pragma omp for
      for (long i = 0; i < a.n; ++i)
        a.data[i] += 2;
    }
    goto end;
  error:;
#pragma omp atomic write
    why = 8;
  end:;
  }
  return why;
}

static void show(const char *what, int why) {
  double s = 0;
  for (int i = 0; i < N; ++i)
    s += x[i] * (i % 13) + y[i] * (i % 17);
  printf("%s: %d %d %.3f\n", what, why, raised, s);
  raised = 0;
}

int main(void) {
  struct View a = {x, x, N}, b = {y, y, N}, none = {0, 0, N};
  for (int i = 0; i < N; ++i)
    x[i] = i % 11, y[i] = i % 5;
  show("views", views(a, b, 1.5));
  show("second view", views(a, none, 1.5));
  show("first view", views(none, b, 1.5));
  struct Model all = {a, b}, some = {a, none}, other = {none, b};
  show("members", members(&all));
  show("second member", members(&some));
  show("first member", members(&other));
  show("branches", branches(a, 7));
  show("failing branch", branches(a, 8));
  int bad = 0;
  x[7] = 5;
  show("decides", decides(a, &bad));
  int codes[2] = {0, 7};
  show("beside", beside(a, codes, 0));
  show("beside, asked", beside(a, codes, 1));
  show("beside, failing", beside(a, codes + 1, 1));
  return 0;
}
