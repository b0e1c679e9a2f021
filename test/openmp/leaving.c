// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops as Cython writes them that iterations leave, or in which they make
// views of rows: what is said of them is about the loop that Cython was given.
// RUN: %openmp %s %t --kernels 0
// RUN: %clang -O1 -fopenmp %s -c -o %t.o %plugin -fplugin-arg-twofold-openmp -Rpass=twofold -Rpass-missed=twofold 2>&1 | %FileCheck %s
#include <stdio.h>
enum { N = 1000 };
typedef struct {
  void *memview;
  char *data;
  long shape[8], strides[8];
} __Pyx_memviewslice;
static double x[N];
static int raised;
void raise_error(int *into);
void count(__Pyx_memviewslice *of, int by);

// CHECK-DAG: stays as it is: an iteration may leave it by 'break' or 'return'
static int finds(double what) {
  int found = -1, __pyx_parallel_why = 0;
#pragma omp parallel shared(__pyx_parallel_why)
  {
#pragma omp for
    for (int i = 0; i < N; ++i)
      if (__pyx_parallel_why < 2) {
        if (x[i] == what) {
#pragma omp critical(last)
          found = i;
          __pyx_parallel_why = 2;
        }
#pragma omp flush(__pyx_parallel_why)
      }
  }
  return found;
}

// CHECK-DAG: stays as it is: an iteration may raise an exception, which only threads do; boundscheck=False, cdivision=True and 'noexcept' say that none does
static int raises(double most) {
  int __pyx_parallel_exc_type = 0;
#pragma omp parallel shared(__pyx_parallel_exc_type)
  {
    int own = 0;
#pragma omp for
    for (int i = 0; i < N; ++i)
      if (x[i] > most) {
#pragma omp critical(last)
        {
#pragma omp flush(__pyx_parallel_exc_type)
          if (!__pyx_parallel_exc_type)
            raise_error(&__pyx_parallel_exc_type);
        }
      }
    raise_error(&own);
  }
  return __pyx_parallel_exc_type;
}

// CHECK-DAG: stays as it is: an iteration may raise an exception, which only threads do; note it in a variable, and raise it behind the loop
void __Pyx_Raise(int *into);
static int fails(double most) {
  int __pyx_parallel_exc_type = 0, __pyx_parallel_why = 0, last = 0;
#pragma omp parallel shared(__pyx_parallel_why, __pyx_parallel_exc_type)
  {
#pragma omp for
    for (int i = 0; i < N; ++i)
      if (__pyx_parallel_why < 2) {
        if (x[i] < 0)
          goto __pyx_L2_continue;
        if (x[i] > most)
          goto __pyx_L1_error;
        goto __pyx_L3;
      __pyx_L2_continue:;
        goto __pyx_L4;
      __pyx_L3:;
        goto __pyx_L4;
      __pyx_L1_error:;
#pragma omp critical(raised)
        {
#pragma omp flush(__pyx_parallel_exc_type)
          if (!__pyx_parallel_exc_type)
            __Pyx_Raise(&__pyx_parallel_exc_type);
        }
        __pyx_parallel_why = 4;
#pragma omp critical(last)
        last = i > 0;
      __pyx_L4:;
#pragma omp flush(__pyx_parallel_why)
      }
  }
  return __pyx_parallel_exc_type + last;
}

// CHECK-DAG: stays as it is: iterations make views, as of rows
static void rows(__Pyx_memviewslice all, __Pyx_memviewslice row) {
#pragma omp parallel firstprivate(row)
  {
#pragma omp for
    for (int i = 0; i < 10; ++i) {
      row.memview = all.memview;
      row.data = all.data + i * all.strides[0];
      count(&row, 1);
      ((double *)row.data)[i] += 1;
      count(&row, -1);
    }
  }
}

void raise_error(int *into) { *into = 1; }
void __Pyx_Raise(int *into) { *into = 2; }
static int counted;
void count(__Pyx_memviewslice *of, int by) {
#pragma omp atomic
  counted += of->memview ? by : 0;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  __Pyx_memviewslice all = {x, (char *)x, {10}, {100 * sizeof *x}}, none = {0};
  rows(all, none);
  printf("%d %d %d %d\n", finds(500), finds(-3), raises(7), raises(N));
  printf("%d %d\n", fails(7), fails(N));
  printf("%g %g %d\n", x[0], x[101], counted);
  return 0;
}
