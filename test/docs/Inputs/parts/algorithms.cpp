// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the statements of the page on algorithms stand among.
#include <cstdio>
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  const int n = 1000;
  const float a = 3;
#include "part-0.cpp"
  std::printf("%g %g\n", sum, y[0]);
  std::vector<int> keys(n), values(n);
  for (int i = 0; i < n; ++i)
    keys[i] = i % 5, values[i] = i;
#include "part-2.cpp"
#include "part-4.cpp"
  std::printf("%d %d %d %d %d\n", values[1], int(chosen.size()),
              int(ends.second - sums.begin()), sums[4], int(keys.size()));
}
