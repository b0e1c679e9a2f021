// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without -fopenmp lengths of arrays name the variables of the function.
// RUN: %clang -O1 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clang -O1 %plugin -fplugin-arg-twofold-openmp %s -o %t.flag
// RUN: %t.flag > %t.actual
// RUN: diff %t.expected %t.actual
#include <stdio.h>
static double rows(int n, int m, double a[n][m]) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    double(*row)[m] = a;
    typedef double line[m];
    sum += row[i][1] + sizeof(line) + sizeof(int[n]);
  }
#pragma omp single
  sum += (*(double(*)[n][m])a)[1][2];
  return sum;
}
int main(void) {
  double a[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  printf("%g\n", rows(3, 4, a));
}
