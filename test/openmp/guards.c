// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Paths that no iteration takes are tested before the loop, as Cython's are that
// raise exceptions: with the condition the loop is OpenMP's, without it Twofold's.
// RUN: %openmp %s %t --kernels 3
// RUN: %clang -O1 -fopenmp %s -c -o %t.o %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold 2>&1 | %FileCheck %s
#include <stdio.h>
#define N 4000
struct View {
  void *owner;
  char *data;
};
struct Model {
  double factor;
  struct View weights;
};
static const char *file;
static int raised;
static double x[N], y[N], weights[N];
__attribute__((noinline)) static void tell(const char *what) {
  raised = what[0];
}
#define unlikely(c) __builtin_expect(!!(c), 0)

// What Cython makes of: for i in prange(n): y[i] = self.weights[i] // d
static int divide(struct Model *self, int n, int d) {
  int why = 0, i, last = -1, left = -1, t;
  const char *where = 0;
#pragma omp parallel private(t) private(file) shared(why, where)
  {
#pragma omp for firstprivate(last) lastprivate(last)
    for (i = 0; i < n; i++) {
      if (why < 2) {
        last = (int)(0 + 1 * i);
        if (unlikely(!self->weights.owner)) {
          tell("no owner");
          file = "here";
          goto error;
        }
        t = last;
        if (unlikely(d == 0)) {
          tell("division by zero");
          file = "there";
          goto error;
        } else if (sizeof(int) == sizeof(long) && unlikely(t == -1)) {
          tell("overflow");
          file = "nowhere";
          goto error;
        } else if (unlikely(d == -1) && unlikely(t < -100)) {
          tell("rare");
          file = "rare";
          goto error;
        }
        y[t] = (double)((int)((double *)self->weights.data)[last] / d);
        goto fine;
      error:;
        { where = file; }
        why = 4;
        goto leaves;
      leaves:;
#pragma omp critical(lasts)
        { left = last; }
      fine:;
#pragma omp flush(why)
      }
    }
  }
  if (why)
    return where ? -1 : -2;
  return left == -1 ? last : -3;
}

// Nothing is read where no iteration reads it.
static void none(struct Model *self, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (self->weights.owner == 0) {
      tell("none");
      goto next;
    }
    x[i] += self->factor;
    goto end;
  next:
    tell("after");
  end:;
  }
}

// A condition of each iteration's own, and one that iterations change: they stay.
static int own(int n, int limit) {
  int why = 0, shared = limit;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (x[i] > limit) {
      tell("limit");
      goto error;
    }
    y[i] = x[i];
    goto end;
  error:
#pragma omp atomic write
    why = 1;
  end:;
  }
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; ++i) {
    if (shared > 10000) {
      tell("shared");
      goto error2;
    }
    shared += x[i] > 3;
    goto end2;
  error2:
    why = 2;
  end2:;
  }
  return why;
}
// Others see what an iteration leaves behind; and one goes back.
static int stops(int n) {
  int why = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (why == 0) {
      if (x[i] > 1e6)
        why = 1;
#pragma omp flush(why)
    }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
  again:
    x[i] += 2;
    if (x[i] < 0)
      goto again;
  }
  return why;
}
// A pointer leads to what decides whether an iteration fails.
static int aliased(int n, int *p, int d, int k) {
  int why = 0;
  p = p ? p : &d;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (i == k) {
      *p = 0;
      if (d == 0) {
        tell("d");
        goto error;
      }
    }
    goto end;
  error:
#pragma omp atomic write
    why = 1;
  end:;
  }
  return why;
}
// CHECK-DAG: stays as it is: what decides whether iterations fail may change meanwhile
// CHECK-DAG: stays as it is: iterations change 'why' and flush it for others to see
// CHECK-DAG: stays as it is: no other statement says what a 'goto' in it does

static double sum(void) {
  double s = 0;
  for (int i = 0; i < N; ++i)
    s += x[i] + y[i] * (i % 7);
  return s;
}

int main(void) {
  struct Model model = {2, {&model, (char *)weights}};
  for (int i = 0; i < N; ++i)
    weights[i] = 3 * i;
  printf("%d %d %g\n", divide(&model, N, 5), raised, sum());
  printf("%d %d %g\n", divide(&model, N, -1), raised, sum());
  printf("%d %d %g\n", divide(&model, N, 0), raised, sum());
  printf("%d %d %g\n", divide(0, 0, 1), raised, sum());
  none(0, 0);
  none(&model, N);
  printf("%d %g\n", raised, sum());
  printf("%d %g\n", own(N, 100), sum());
  model.weights.owner = 0;
  printf("%d %d %g\n", divide(&model, N, 5), raised, sum());
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    x[i] = i;
  printf("%d %g\n", own(N, 1000) > 0, x[7]);
  printf("%d %g\n", stops(N), x[7]);
  printf("%d\n", aliased(N, 0, 4, 3));
}
