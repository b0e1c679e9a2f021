// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations that meet in views of computed places, and through pointers that a
// condition chooses.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1 -std=c++20
// RUN: %clangxx %plugin -std=c++20 -w -O1 %s -o %t.told %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_CHECK=1 %t.told 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_CHECK=1 %t.told apart 2>&1 >%t.out | count 0
#include <cstdio>
#include <span>
#include <vector>

enum { N = 3000 };

static void views(std::vector<double> &v, const std::vector<int> &at) {
  // CHECK-DAG: repeats-views.cpp:[[#@LINE+2]]: runs in order in calls like this one
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (double &x :
         std::span<double>(v.begin() + at[i], v.begin() + at[i] + 5))
      x = x * 0.5 + i;
}

static void chosen(double *a, double *b, bool first, int places) {
  // CHECK-DAG: repeats-views.cpp:[[#@LINE+2]]: runs in order in calls like this one
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double *to = first ? a : b;
    to[i % places] = i;
  }
}

int main(int argc, char **) {
  for (int repeats = 0; repeats < (argc > 1 ? 1 : 2); ++repeats) {
    std::vector<double> v(5 * N + 5, 1);
    std::vector<int> at(N);
    for (int i = 0; i < N; ++i)
      at[i] = repeats ? 4 * i : 5 * i;
    views(v, at);
    chosen(v.data(), v.data() + N, repeats == 0, repeats ? 64 : N);
    double sum = 0;
    for (int i = 0; i < 5 * N; ++i)
      sum += v[i] * (i % 31);
    std::printf("%.17g\n", sum);
  }
  return 0;
}
