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
}
