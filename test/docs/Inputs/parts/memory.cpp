// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the statements in C++ of the page on memory stand among.
#include <cstdio>
#include <twofold/twofold.hpp>

int main() {
  const int n = 1000;
#include "part-1.cpp"
  std::printf("%g %g\n", a[0], a[n - 1]);
}
