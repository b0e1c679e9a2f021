// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of teams are no more than the machine has, whatever num_threads
// says; a loop without teams has as many as it says.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O1 -fopenmp -c %s -o %t/o %plugin -fplugin-arg-twofold-openmp -fplugin-arg-twofold-dump=%t
// RUN: cat %t/*.01-clauses.txt | %FileCheck %s
void loops(int n, int *x) {
  // CHECK-NOT: num_threads
  // CHECK: x[i] += 1
#pragma omp target teams distribute parallel for num_threads(256) map(x[0 : n])
  for (int i = 0; i < n; ++i)
    x[i] += 1;
  // CHECK-NOT: num_threads
  // CHECK: x[i] += 2
#pragma omp target teams map(x[0 : n])
#pragma omp distribute parallel for num_threads(256)
  for (int i = 0; i < n; ++i)
    x[i] += 2;
  // CHECK: num_threads
  // CHECK: x[i] += 3
#pragma omp parallel for num_threads(256)
  for (int i = 0; i < n; ++i)
    x[i] += 3;
}
