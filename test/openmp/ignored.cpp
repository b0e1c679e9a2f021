// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without -fopenmp a member that a directive names is the object's.
// RUN: %clangxx -O1 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clangxx -O1 -Werror %plugin -fplugin-arg-twofold-openmp %s -o %t.flag %runtime_flags
// RUN: %t.flag > %t.actual
// RUN: diff %t.expected %t.actual
// A directive that names what is declared nowhere is told of.
// RUN: %clangxx -fsyntax-only %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %s 2>&1 | %FileCheck %s
// CHECK: :[[@LINE+35]]:13: remark: OpenMP's 'parallel for' stays as it is: it names 'thread', which is declared nowhere
// CHECK: :[[@LINE+38]]:13: remark: OpenMP's 'target teams distribute parallel for' stays as it is: it names 'none', which is declared nowhere
#include <cstdio>
static double a[100];
struct Counter {
  int n, m;
  void run() {
#pragma omp parallel for
    for (m = 0; m < n; ++m)
      a[m] = m;
    std::printf("%d %g\n", m, a[9]);
#pragma omp parallel for private(m)
    for (int i = 0; i < n; ++i) {
      m = i;
      a[i] += m;
    }
    std::printf("%g\n", a[9]);
#pragma omp parallel for firstprivate(m)
    for (int i = 0; i < n; ++i)
      a[i] += m;
    std::printf("%g\n", a[9]);
#pragma omp parallel for reduction(+ : m)
    for (int i = 0; i < n; ++i)
      m += i;
    std::printf("%d\n", m);
  }
};
namespace names {
static double b[100];
static void used(int thread) { std::printf("%d\n", thread); }
static void unnamed(int n) {
#ifdef _OPENMP
  int thread;
#endif
  int other = 2;
#pragma omp parallel for private(thread)
  for (int i = 0; i < n; ++i)
    b[i] = i * other;
  std::printf("%g\n", b[9]);
#pragma omp target teams distribute parallel for device(none) if (target : n)
  for (int i = 0; i < n; ++i)
    b[i] += i * other;
  std::printf("%g\n", b[9]);
}
} // namespace names
static void ended(int n) {
#pragma omp parallel for;
  for (int i = 0; i < n; ++i)
    a[i] = i * 3;
  std::printf("%g\n", a[9]);
}
int main() {
  ended(100);
  Counter{100, 3}.run();
  names::used(1);
  names::unnamed(100);
}
