// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices of std::vector in annotated loops: that a vector is not const does not
// make a read of it a store, and a sum may go to an element of one.
// RUN: %conform %s %t --native
// RUN: %clangxx %plugin -fplugin-arg-twofold-no-opencl -DWITH_PLUGIN -I%S/../Inputs -Werror -fsyntax-only %s
#include "show.h"
#include <vector>

enum { N = 13, M = 19 };

static void sums(std::vector<int> &y, const std::vector<int> &at,
                 std::vector<int> &x, int m) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
#ifdef WITH_PLUGIN
#pragma twofold slice
    y[at[i]] = i + twofold_sum(x[0:m]);
#else
  {
    int sum = i;
    for (int j = 0; j < m; ++j)
      sum += x[j];
    y[at[i]] = sum;
  }
#endif
}

static void rows(int *o, std::vector<int> &x, int m) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
#ifdef WITH_PLUGIN
#pragma twofold slice
    o[i * m : m] = x[0:m] * 2 + i;
#else
    for (int j = 0; j < m; ++j)
      o[i * m + j] = x[j] * 2 + i;
#endif
}

int main() {
  std::vector<int> x(M), y(N), at(N), o(N * M);
  for (int j = 0; j < M; ++j)
    x[j] = j * j % 7;
  for (int i = 0; i < N; ++i)
    at[i] = i * 5 % N;
  sums(y, at, x, M);
  rows(o.data(), x, M);
  SHOW_INTEGERS("y", y.data(), N);
  SHOW_INTEGERS("o", o.data(), N * M);
}
