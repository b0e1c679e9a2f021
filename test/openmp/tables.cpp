// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant tables that iterations declare as static are the program's; lists
// that they walk over are each iteration's.
// RUN: %openmp %s %t --kernels 10 -std=c++17
// RUN: %clangxx -std=c++17 -O1 -fopenmp -fsyntax-only %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %s 2>&1 | %FileCheck %s
#include <array>
#include <cstdio>
enum { N = 1000 };
static const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
static double out[N];
static int seed() {
  static int last = 3;
  return last += 2;
}
int main() {
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    static const int weights[] = {1, 2, 3};
    out[i] = weights[i % 3];
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    static constexpr double turn[2][2] = {{1, 2}, {3, 4}};
    static constexpr int Most = 4;
    out[i] += turn[i % 2][i / 2 % 2] * Most;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    static const std::array<double, 2> pair{1, 5};
    out[i] += pair[i % 2];
  }
#pragma omp parallel
  {
    static const float parts[] = {0.5f, 0.25f};
#pragma omp for
    for (int i = 0; i < N; ++i)
      out[i] += parts[i % 2] * steps[i % 4][1];
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    for (int k : {1, 2, 4})
      out[i] += k * i;
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    for (double k : {0.5, i * 0.25}) {
      k *= i;
      out[i] += k;
    }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const auto list = {1, 2, i};
    for (int k : list)
      out[i] += k;
    out[i] += list.size();
  }
#pragma omp parallel for
  for (int i = 1; i < N - 1; ++i)
    for (int dy : {-1, 0, 1})
      for (int dx : {-1, 0, 1}) {
        if (!dx && !dy)
          continue;
        out[i] += dx * 3 + dy * i;
      }
  int values[] = {5, 4, 3, 2, 1};
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    for (int k : values) {
      k += i;
      out[i] += k;
    }
#pragma omp parallel for
  for (int k : values) {
    k += 2;
    out[k] += 1;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    // CHECK: [[@LINE+1]]:{{.*}}OpenMP's 'parallel for' stays as it is: it declares 'counts', which is static; declare it outside
    static int counts[3] = {1, 1, 1};
    out[i] += counts[i % 3];
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    // CHECK: [[@LINE+1]]:{{.*}}OpenMP's 'parallel for' stays as it is: it declares 'first', which is static; declare it outside
    static const int first = seed();
    out[i] += first;
  }
  double sum = 0;
  for (int i = 0; i < N; ++i)
    sum += out[i] * (i % 11);
  std::printf("%.6f\n", sum);
}
