// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// slice.cpp
#include <cstdio>
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<float> x(1000), y(1000, 1);
  twofold::slice a(x), b(y);
  a = 3 * b + 1;
  where(b > 0, b) = a - b;
  std::printf("%g %g\n", sum(a), sum(b));
}
