// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of matrices and vectors, also into their own operands.
// RUN: %conform %s %t -O0 -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  static float a[6][10], c[6][6], s[6][6];
  std::vector<float> v(10), w(10);
  twofold::slice A(a);
  twofold::slice C(c), S(s);
  twofold::slice x(v), y(w);
  A = twofold::index<0>() * 3 - twofold::index<1>();
  x = twofold::index() % 4 + 1;
  y.sub(0, 6) = matmul(A, x) * 2 + 1;
  SHOW_FLOATS("matrix and vector", w, 10);
  y = matmul(x.sub(0, 6), A) + y;
  SHOW_FLOATS("vector and matrix", w, 10);
  y.sub(0, 6) = matmul(A, y);
  SHOW_FLOATS("its own operand", w, 10);
  C = matmul(A, A.transpose());
  S = C * 0.5f;
  C += matmul(C.transpose(), S);
  SHOW_FLOATS("matrices", &c[0][0], 36);
  SHOW_FLOAT(sum(matmul(A, x)));
}
