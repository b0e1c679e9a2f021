// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the statements in C++ of the page on slices stand among.
#include <cstdio>
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  const int n = 40, m = 40, rows = n, columns = m;
  std::vector<float> vector(n), values(n, 1), pixels(rows * columns, 2);
  float *pointer = values.data(), *matrix = pixels.data();
  for (int i = 0; i < n; ++i)
    vector[i] = float(i % 5 - 3);
  std::vector<float> others(4 * 38 * 38, 4);
  twofold::slice up(others.data(), 38, 38),
      down(others.data() + 38 * 38, 38, 38),
      left(others.data() + 2 * 38 * 38, 38, 38),
      right(others.data() + 3 * 38 * 38, 38, 38);
#include "part-1.cpp"
  std::printf("%g %g %g\n", s, sum(y), sum(a));
}
