// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scratch in containers, members and lambdas: in order.
// RUN: %conform %s %t --native
#include "show.h"
#include <algorithm>
#include <array>
#include <vector>

enum { N = 300, M = 40 };
static int keep[M];
static double x[5][N];

template <typename T> struct Gatherer {
  T values[M];
  int fill(int i) {
    int count = 0;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        values[count++] = T(i + j);
    return count;
  }
  void all() {
#pragma twofold parallel for
    for (int i = 0; i < N; ++i) {
      int count = fill(i);
      x[0][i] = values[count - 1] * values[i % count];
    }
  }
};

int main() {
  for (int j = 0; j < M; ++j)
    keep[j] = j * 7 % 3 != 0;
  static Gatherer<float> gatherer;
  gatherer.all();
  std::vector<double> scratch(M);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int count = 0;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        scratch[count++] = i + j;
    x[1][i] = scratch[i % count];
  }
  std::array<double, M> fixed;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int count = 0;
    while (count < M) {
      fixed[count] = i * count;
      ++count;
    }
    x[2][i] = fixed[i % count];
  }
  double plain[M];
  auto work = [&](int i) {
    int count = 0;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        plain[count++] = i + j;
    return plain[i % count];
  };
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    x[3][i] = work(i);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (double &value : scratch)
      value = keep[i % M] ? i : value + 1;
    x[4][i] = scratch[i % M];
  }
  for (auto &row : x) {
    double all = 0;
    for (double value : row)
      all = all * 0.75 + value;
    SHOW_FLOATS("row", row + 100, 3);
    SHOW_FLOATS("all", &all, 1);
  }
}
