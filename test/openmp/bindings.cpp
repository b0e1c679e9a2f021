// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations give names to the parts of an object, or of an array, which they
// may copy.
// RUN: %openmp %s %t --kernels 8 -std=c++17
#include <cstdio>
#include <utility>
#include <vector>
struct Pair {
  double x, y;
};
int main() {
  std::vector<Pair> pairs(500);
  std::vector<std::pair<int, double>> tuples(300);
  int array[100][2], blocks[100][2][2];
  for (int i = 0; i < 400; ++i)
    blocks[i / 4][i / 2 % 2][i % 2] = i;
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
    auto [u, v] = array[i];
    u += v;
    sum += u;
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i) {
    const auto [row, other] = blocks[i];
    sum += row[0] * other[1];
    blocks[i][0][0] = 9;
    sum += row[0];
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i) {
    int pair[2] = {i, i + 1};
    auto first = [pair] { return pair[0]; };
    pair[0] = array[i][0];
    sum += first() * pair[0];
  }
  printf("%g %g %d\n", sum, tuples[7].second, array[5][1]);
}
