// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without -fopenmp a region that stays is plain code: with members that are
// bit-fields, which have other names under a directive, and with a region's own
// variables, which a lambda around the region has not captured.
// RUN: %openmp %s %t --kernels 0
#include <cstdio>
struct Part {
  int a;
  int b : 4;
  Part(int n) : a(n), b(1) {
#pragma omp parallel firstprivate(a, b) num_threads(1)
    std::printf("%d\n", a + b);
#pragma omp parallel for lastprivate(b)
    for (int i = 0; i < 5; ++i) {
      b = i;
      std::printf("%d\n", 0 * b);
    }
    std::printf("%d %d\n", a, b);
  }
};
struct Seven {
  int n = 7;
  ~Seven() { n = 0; }
};
int main() {
  Part p(3);
  std::printf("%d %d\n", p.a, p.b);
  double g = 0, &other = g;
  Seven seven;
  auto Run = [&]() {
#pragma omp target
#pragma omp parallel for private(g, other, seven)
    for (int i = 0; i < 4; ++i) {
      g = 1;
      other = 2;
      [&]() {
        g += 1;
        other += 1;
      }();
      std::printf("%g %g %d\n", g, other, seven.n);
    }
#pragma omp target
#pragma omp teams distribute parallel for private(g)
    for (int i = 0; i < 4; ++i) {
      g = 3;
      std::printf("%g\n", g);
    }
  };
  Run();
}
