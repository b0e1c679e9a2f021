// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations give names to the parts of an object. Of an array they copy it
// stays OpenMP's.
// RUN: %openmp %s %t --kernels 5 -std=c++17
// RUN: %clangxx -std=c++17 -O1 -fopenmp -fsyntax-only %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %s 2>&1 | %FileCheck %s
#include <cstdio>
#include <utility>
#include <vector>
struct Pair {
  double x, y;
};
int main() {
  std::vector<Pair> pairs(500);
  std::vector<std::pair<int, double>> tuples(300);
  int array[100][2];
  double sum = 0;
#pragma omp parallel for
  for (auto &[x, y] : pairs) {
    x = 1;
    y = 2;
  }
#pragma omp parallel for reduction(+ : sum)
  for (auto [x, y] : pairs) {
    x += 1;
    sum += x * y;
  }
#pragma omp parallel for
  for (int i = 0; i < 300; ++i) {
    auto &[k, v] = tuples[i];
    k = i;
    v = i * 0.5;
  }
#pragma omp parallel for reduction(+ : sum)
  for (const auto &[k, v] : tuples)
    sum += k + v;
#pragma omp parallel for
  for (auto &[u, v] : array) {
    u = 3;
    v = 4;
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i) {
    // CHECK: it has a statement of a rare kind, ArrayInitLoopExpr
    auto [u, v] = array[i];
    u += v;
    sum += u;
  }
  printf("%g %g %d\n", sum, tuples[7].second, array[5][1]);
}
