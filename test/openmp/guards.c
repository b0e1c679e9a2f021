// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Paths that no iteration takes are tested before the loop, as Cython's are that
// raise exceptions: with the condition the loop is OpenMP's, without it Twofold's.
// RUN: %openmp %s %t --kernels 6
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

// Pointers and numbers that are no integers are conditions as they stand.
__attribute__((noinline)) static int scalars(const struct Model *self, double d, double _Complex c, int n) {
  int why = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (d) {
      tell("number");
      goto error;
    }
    if (self && self->weights.owner) {
      tell("pointers");
      goto error;
    }
    if (c) {
      tell("complex");
      goto error;
    }
    y[i] = i;
    goto end;
  error:
#pragma omp atomic write
    why = 1;
  end:;
  }
  return why;
}

// A condition that changes something is not left out: this loop stays.
static int counts(int n, int d) {
  int why = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (x[i]++ >= 0 && d == 0) {
      tell("zero");
      goto error;
    }
    y[i] = i;
    goto end;
  error:
#pragma omp atomic write
    why = 1;
  end:;
  }
  return why;
}
// No iteration needs to read where others would: one of these loops stays, and
// what is tested before the other is only what is the same for all iterations.
__attribute__((noinline)) static int some(const struct Model *self, int first, int n) {
  int why = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    x[i] = i;
    if (i >= first && !self->weights.owner) {
      tell("some");
      goto error;
    }
    goto end;
  error:
#pragma omp atomic write
    why = 1;
  end:;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    y[i] = i;
    if (first < n && (weights[i] < 0 && self->factor == 0)) {
      tell("other");
      goto error2;
    }
    goto end2;
  error2:
#pragma omp atomic write
    why = 2;
  end2:;
  }
  return why;
}
// Each iteration has read there already.
__attribute__((noinline)) static int same(const struct Model *self, int first, int n) {
  int why = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (!self->weights.owner) {
      tell("first");
      goto error;
    }
    if (i >= first && self->factor == 0) {
      tell("then");
      goto error;
    }
    y[i] = self->factor;
    goto end;
  error:
#pragma omp atomic write
    why = 1;
  end:;
  }
  return why;
}
// Nor is a pointer known to lead anywhere that is read through on the right of
// an operator: these loops stay.
__attribute__((noinline)) static int right(const struct Model *self, int on, int off, int n) {
  int why = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (on && !self->weights.owner) {
      tell("right");
      goto error;
    }
    if (weights[i] < 0) {
      if (self->factor == 0) {
        tell("below");
        goto error;
      }
    }
    y[i] = 1;
    goto end;
  error:
#pragma omp atomic write
    why = 1;
  end:;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (weights[i] >= 0)
      if (off || self->factor == 0) {
        tell("off");
        goto error2;
      }
    if (!self->weights.owner) {
      tell("owner");
      goto error2;
    }
    y[i] += 1;
    goto end2;
  error2:
#pragma omp atomic write
    why = 2;
  end2:;
  }
  return why;
}
// CHECK-DAG: stays as it is: what decides whether iterations run code for threads alone may change meanwhile
// CHECK-DAG: stays as it is: iterations change 'why' and flush it for others to see
// CHECK-DAG: stays as it is: no other statement says what 'goto {{.*}}' in it does; put what it leaves out under an 'if', or in a function that returns there

// As Cython calls methods, through a table.
static double weigh(struct Model *self, int i) { return self->factor * i; }
static double (*table)(struct Model *, int) = weigh;
static int by_table(struct Model *self, int n) {
  int why = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (unlikely(!self->weights.owner)) {
      tell("no owner");
      goto error;
    }
    y[i] = table(self, i);
    goto end;
  error:
#pragma omp atomic write
    why = 1;
  end:;
  }
  return why;
}
// CHECK-DAG: stays as it is: what decides whether iterations run code for threads alone may change in a function that is called by its address; call it by its name, which '@cython.final' has a method be

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
  printf("%d %g\n", by_table(&model, N), sum());
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
  printf("%d %d %g\n", counts(N, 1), raised, sum());
  printf("%d %d %g\n", scalars(0, 0, 0, N), raised, sum());
  printf("%d %d %g\n", scalars(&model, 0, 0, N), raised, sum());
  printf("%d %d %g\n", scalars(0, .25, 0, N), raised, sum());
  printf("%d %d %g\n", scalars(0, 0, .25, N), raised, sum());
  model.weights.owner = &model;
  printf("%d %d %g\n", scalars(&model, 0, 0, N), raised, sum());
  printf("%d %d %g\n", some(0, N, N), raised, sum());
  printf("%d %d %g\n", some(0, N - 1, N - 1), raised, sum());
  printf("%d %d %g\n", some(&model, 9, N), raised, sum());
  printf("%d %d %g\n", same(&model, 9, N), raised, sum());
  printf("%d %d %g\n", right(&model, 1, 0, N), raised, sum());
  printf("%d %d %g\n", right(0, 0, 1, N), raised, sum());
  model.factor = 0;
  printf("%d %d\n", same(&model, N, N), raised);
  printf("%d %d\n", same(&model, 9, N), raised);
  model.weights.owner = 0;
  printf("%d %d %g\n", some(&model, 9, N), raised, sum());
}
