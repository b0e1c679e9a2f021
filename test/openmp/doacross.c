// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations that wait as OpenMP 5.2 says it are no error without -fopenmp, and
// run in order.
// RUN: %clang -O1 -fopenmp -fopenmp-version=52 %s -o %t.right
// RUN: %t.right > %t.expected
// RUN: %clang -O1 -Wall -Werror -Wno-unknown-pragmas %s -o %t.flag %plugin -fplugin-arg-twofold-openmp %runtime_flags
// RUN: %t.flag | diff %t.expected -
// RUN: %clang -O1 -fopenmp -fopenmp-version=52 %s -o %t.flag %plugin -fplugin-arg-twofold-openmp %runtime_flags
// RUN: %t.flag | diff %t.expected -
#include <stdio.h>
#ifdef _OPENMP
enum { BACK = 1 };
#endif
int main(void) {
  enum { N = 4000 };
  static int f[N];
  f[0] = 1;
#pragma omp parallel for ordered(1)
  for (int i = 1; i < N; ++i) {
#pragma omp ordered doacross(sink : i - 1)
    f[i] = (f[i - 1] * 3 + i) & 1023;
#pragma omp ordered doacross(source :)
  }
#pragma omp parallel for ordered(1)
  for (int i = 1; i < N; ++i) {
#pragma omp ordered doacross(sink : omp_cur_iteration - 1)
    f[i] = (f[i - 1] * 5 + f[i]) & 1023;
#pragma omp ordered doacross(source : omp_cur_iteration)
  }
#pragma omp parallel for ordered(1)
  for (int i = 1; i < N; ++i) {
#pragma omp ordered doacross(sink : i - BACK)
    f[i] = (f[i - 1] * 7 + f[i]) & 1023;
#pragma omp ordered doacross(source :)
  }
  printf("%d %d\n", f[N - 1], f[N / 2]);
}
