// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++23: if consteval left out, explicit object parameters, size_t literals, operators with several subscripts.
// RUN: %conform %s %t -std=c++23
#include "show.h"
#include <cstddef>

struct Matrix {
  float v[2][2] = {{1, 2}, {3, 4}};
  float &operator[](std::size_t i, std::size_t j) { return v[i][j]; }
  static float operator()(float x) { return x * 2; }
};

int main() {
  enum { N = 40 };
  static float a[N];
#pragma twofold parallel for
  for (std::size_t i = 0; i < N; ++i) {
    Matrix m;
    m[i % 2, 1uz] += i;
    a[i] = m[0, 1] + m[1, 1] + m(3.0f);
  }
  SHOW_FLOATS("f_a", a, N);
}
