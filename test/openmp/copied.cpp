// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas and structured bindings copy arrays, under directives that are taken
// and under those that stay.
// RUN: %openmp %s %t --kernels 2
// RUN: %openmp %s %t --kernels 0 -DSTAYS
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
