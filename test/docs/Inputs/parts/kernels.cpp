// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the statements in C++ of the page on kernels stand among.
#include <cstdio>
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  const int n = 640;
  const float a = 3;
  std::vector<float> from(n), to(n), more(n);
  for (int i = 0; i < n; ++i)
    from[i] = i % 5 == 0 ? -8.0f : 4.0f;
  float *x = from.data(), *y = to.data(), *z = more.data();
#include "part-0.cpp"
  std::printf("%g %g\n", y[0], y[n - 1]);
#include "part-1.cpp"
  std::printf("%g %g\n", y[0], y[n - 1]);
#include "part-2.cpp"
  std::printf("%g %g %g\n", z[1], dot, most);
}
