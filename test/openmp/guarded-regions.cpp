// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Paths that no iteration takes are tested before a whole region, where nothing
// in it changes the answer, and in functions that regions call.
// RUN: %openmp %s %t --kernels 5
// RUN: %clangxx -O1 -fopenmp %s -c -o %t.o %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold 2>&1 | %FileCheck %s
#include <cstdio>
enum { N = 3000 };
struct Model {
  const void *owner;
  double factor;
};
static double x[N], y[N];
static int told, states;
static Model model;
static struct Factor {
  double value;
} factors[N];
__attribute__((noinline)) static void tell() { told = 1; }

// Python's names, which say that threads go on as they did.
extern "C" int PyGILState_Ensure() { return ++states; }
extern "C" void PyGILState_Release(int state) { states = state - 1; }

static int divided(int n, int d);
// CHECK-DAG: stays as it is: a function that it calls has a loop with a test before it
static void called_ahead(int d) {
#pragma omp parallel
  divided(N, d);
}

// A loop that the threads of a region may share out.
static int divided(int n, int d) {
  int failed = 0;
#pragma omp for
  for (int i = 0; i < n; ++i) {
    if (d == 0) {
      tell();
      goto error;
    }
    x[i] = i / d;
    goto end;
  error:
#pragma omp atomic write
    failed = 1;
  end:;
  }
  return failed;
}
// CHECK-DAG: stays as it is: a function that it calls has a loop with a test before it
static void called(int d) {
#pragma omp parallel
  divided(N, d);
}

// Each iteration reads through the pointer, and whoever comes here iterates.
static int states_of_threads(const Model *self, int n) {
  int failed = 0;
#pragma omp parallel
  {
    int state = PyGILState_Ensure();
    {
#pragma omp for
      for (int i = 0; i < n; ++i) {
        if (!self->owner) {
          tell();
          goto error;
        }
        y[i] += x[i] * self->factor;
        goto end;
      error:
#pragma omp atomic write
        failed = 1;
      end:;
      }
    }
    PyGILState_Release(state);
  }
  return failed;
}

// Other code and another loop.
static int both(int n, int d) {
  int failed = 0, begun = 0;
#pragma omp parallel
  {
#pragma omp single
    begun = d;
#pragma omp for
    for (int i = 0; i < n; ++i)
      x[i] += begun;
#pragma omp for
    for (int i = 0; i < n; ++i) {
      if (d == 0) {
        tell();
        goto error;
      }
      y[i] += i % d;
      goto end;
    error:
#pragma omp atomic write
      failed = 1;
    end:;
    }
  }
  return failed;
}

// CHECK-DAG: stays as it is: what decides whether iterations run code for threads alone may change meanwhile
static int stored_before(int n, int d, int *p) {
  int failed = 0;
  p = p ? p : &d;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; ++i)
      if (i == 5)
        *p = 0;
#pragma omp for
    for (int i = 0; i < n; ++i) {
      if (d == 0) {
        tell();
        goto error;
      }
      y[i] += 1;
      goto end;
    error:
#pragma omp atomic write
      failed = 1;
    end:;
    }
  }
  return failed;
}

// What the pointer leads to has a name of its own.
static int stored_by_name(const Factor *self, int n, int k) {
  int failed = 0;
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; ++i) {
    if (self->value == 0) {
      tell();
      goto error;
    }
    y[i] += 1;
    if (i == k)
      factors[i].value = 0;
    goto end;
  error:
#pragma omp atomic write
    failed = 1;
  end:;
  }
  return failed;
}

// What an iteration declares is no value of before; and a single changes one.
static int declared_inside(int n, int d) {
  int failed = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; ++i) {
      int t = i / 2;
      if (t == 9) {
        tell();
        goto error;
      }
      y[i] += t;
      goto end;
    error:
#pragma omp atomic write
      failed = 1;
    end:;
    }
  }
#pragma omp parallel
  {
#pragma omp single
    d = d - 4;
#pragma omp for
    for (int i = 0; i < n; ++i) {
      if (d == 0) {
        tell();
        goto error;
      }
      y[i] += d;
      goto end;
    error:
#pragma omp atomic write
      failed = 2;
    end:;
    }
  }
  return failed;
}

// The pointer leads nowhere where the region does not come to the loop.
static int perhaps(const Model *self, int n, bool any) {
  int failed = 0;
#pragma omp parallel
  {
    if (any) {
#pragma omp for
      for (int i = 0; i < n; ++i) {
        if (!self->owner) {
          tell();
          goto error;
        }
        y[i] += self->factor;
        goto end;
      error:
#pragma omp atomic write
        failed = 1;
      end:;
      }
    }
  }
  return failed;
}

static void print(int failed) {
  double sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i] + y[i] * (i % 5);
  std::printf("%d %d %g\n", failed, told, sum);
  told = 0;
}

int main() {
  print(divided(N, 3));
  print(divided(N, 0));
  called(2);
  called_ahead(5);
  print(0);
  model = {&model, 2};
  print(states_of_threads(&model, N));
  print(states_of_threads(nullptr, 0));
  model.owner = nullptr;
  print(states_of_threads(&model, N));
  for (int d = 3; d > -4; d -= 3)
    print(both(N, d));
  print(stored_before(N, 3, nullptr));
  factors[7].value = 1;
  print(stored_by_name(&factors[7], N, 7));
  for (int d = 4; d < 7; d += 2)
    print(declared_inside(N, d));
  print(perhaps(nullptr, N, false));
  model = {&model, 2};
  print(perhaps(&model, N, true));
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    x[i] += i;
  print(0);
}
