// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that are not visible, called on conditions that are the same for all
// iterations, are left to OpenMP's loop: the condition is tested before.
// RUN: %openmp %s %t --kernels 5
// RUN: %clang -O1 -fopenmp %s -c -o %t.o %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
enum { N = 3000 };
int putenv(char *); // which is not visible
extern int grantpt(int);
static double x[N], y[N];
static long noted;
int level;
typedef void Teller(int, double);
static void note(int i, double v) {
#pragma omp atomic
  noted += (long)v + i;
}
static void raise_level(void) { level += 1; }
// Kernels: of a parameter, of the program's variable, of both and a part that
// differs.
__attribute__((noinline)) static void scaled(int n, int debug, Teller *tell) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * 2;
    if (debug)
      tell(i, y[i]);
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    y[i] += 1;
    if (level > 2) {
      tell(i, 1);
    } else {
      y[i] += 2;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    x[i] += 1;
    if (level > 2 && debug && i % 7 == 0)
      grantpt(-1), tell(i, 2);
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    y[i] += x[i] / 8;
    if (tell && debug > 1)
      tell(i, y[i]);
  }
}
// These stay.
__attribute__((noinline)) static void stay(int n, int debug, int *where, Teller *tell) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    y[i] += 3;
    if (y[i] > 5900)
      tell(i, 4); // CHECK: [[@LINE]]:7: remark: OpenMP's 'parallel for' stays as it is: 'tell' is a pointer to a function
  }
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++) { // CHECK: [[@LINE]]:3: remark: OpenMP's 'parallel for' stays as it is: what decides whether iterations run code for threads alone may change meanwhile
    where[0] = i > 10 ? 5 : 0;
    if (level > 4)
      tell(i, 5);
  }
  level = 0;
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++) { // CHECK: [[@LINE]]:3: remark: OpenMP's 'parallel for' stays as it is: what decides whether iterations run code for threads alone may change meanwhile
    if (i == 10)
      raise_level();
    if (level > 0)
      tell(i, 6);
  }
}
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = i;
  for (int debug = 0; debug < 3; debug++)
    for (level = 0; level < 5; level += 2) {
      scaled(N - debug, debug, debug || level > 2 ? note : 0);
      double all = 0;
      for (int i = 0; i < N; i++)
        all = all * 0.5 + y[i] + x[i];
      printf("%d %d: %g %ld\n", debug, level, all, noted);
    }
  stay(N, 1, &level, note);
  printf("%ld %d %g\n", noted, level, y[N - 2]);
}
