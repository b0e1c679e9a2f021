// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without -fopenmp, too, a reduction that the program declares is a name that is
// known, so that its directive is told of.
// RUN: %clangxx -O1 -fsyntax-only %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %s 2>&1 | %FileCheck %s
// RUN: %clangxx -O1 -fsyntax-only %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold -fopenmp %s 2>&1 | %FileCheck %s
struct Tally {
  int sum = 0;
};
#pragma omp declare reduction(tally : Tally : omp_out.sum += omp_in.sum)
int add(const int *x, int n) {
  Tally t;
  // CHECK: :[[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: reduction 'tally' is declared by the program
#pragma omp parallel for reduction(tally : t)
  for (int i = 0; i < n; ++i)
    t.sum += x[i];
  return t.sum;
}
