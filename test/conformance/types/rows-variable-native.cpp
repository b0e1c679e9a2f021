// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private arrays of variable length and pointers to such rows, in C++.
// RUN: %conform %s %t --native -Wno-vla-cxx-extension
#include <cstdio>

int main(int argc, char **) {
  int n = argc + 16;
  typedef double Row[n];
  Row x[n], y, t, *q;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x[i][j] = i * 3 - j;
#pragma twofold parallel for private(q, t)
  for (int i = 0; i < n; ++i) {
    q = &x[i];
    double s = sizeof(t);
    for (int j = 0; j < n; ++j)
      t[j] = (*q)[j];
    for (int j = 0; j < n; ++j)
      s += t[n - 1 - j] * j;
    auto &row = x[i];
    for (double v : row)
      s += v / 4;
    y[i] = s;
  }
  for (int i = 0; i < n; ++i)
    std::printf("%g ", y[i]);
  // In a closure's loop q is the closure's: in order, where it stands.
  auto sums = [&] {
#pragma twofold parallel for private(q)
    for (int i = 0; i < n; ++i) {
      q = x + i;
      double s = 0;
      for (int j = 0; j < n; ++j)
        s += q[0][j];
      y[i] = s;
    }
  };
  sums();
  for (int i = 0; i < n; ++i)
    std::printf("%g ", y[i]);
  std::puts("");
}
