// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas and structured bindings copy arrays, under directives that are taken
// and under those that stay.
// RUN: %openmp %s %t --kernels 2
// RUN: %openmp %s %t --kernels 0 -DSTAYS
// RUN: %openmp %s %t --kernels 2 -DLONG
// RUN: %clangxx -O1 -DLONG -fopenmp -fsyntax-only %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %s 2>&1 | %FileCheck %s
#include <cstdio>
#ifdef STAYS
#define KEEP static int kept
#else
#define KEEP (void)0
#endif
static int all[4] = {1, 2, 3, 4};
struct Row {
  int x, y;
};
int main() {
  int t[4] = {1, 2, 3, 4}, m[2][3] = {{1, 2, 3}, {4, 5, 6}}, out[100];
  Row rows[3] = {{1, 2}, {3, 4}, {5, 6}};
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    KEEP;
    auto f = [=](int x) { return x + t[i & 3] + m[1][i % 3] + rows[i % 3].y; };
    out[i] = f(i);
  }
#pragma omp target parallel for map(tofrom : out)
  for (int i = 0; i < 100; i++) {
    KEEP;
    auto f = [=](int x) { return x + all[i & 3]; };
    out[i] += f(i);
  }
#ifdef LONG
  double table[1 << 16];
  for (int k = 0; k < 1 << 16; k++)
    table[k] = k;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    // CHECK: [[@LINE+1]]:{{.*}}OpenMP's 'parallel for' stays as it is: it copies an array of more than 64 elements; capture or bind it by reference
    auto f = [table](int k) { return table[k]; };
    out[i] += f(i * 600);
  }
#endif
  std::printf("%d\n", out[50]);
#pragma omp parallel
  {
#pragma omp single
    {
      auto [a, b, c, d] = t;
      t[0] = a + b * c + d;
    }
  }
  std::printf("%d\n", t[0]);
}
