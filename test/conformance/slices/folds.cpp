// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of expressions of any rank.
// RUN: %conform %s %t -O0 -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  constexpr int N = 60;
  std::vector<float> v(N), w(N);
  std::vector<short> k(N);
  for (int i = 0; i < N; ++i) {
    v[i] = i * 7 % 60;
    w[i] = 2 * i;
    k[i] = i * i % 7;
  }
  twofold::slice x(v), y(w);
  twofold::slice K(k);
  SHOW_FLOAT(sum(x));
  SHOW_FLOAT(dot(x, y.reverse()));
  SHOW_FLOAT(max(abs(x - y)));
  SHOW_FLOAT(min(x + 1));
  SHOW_INTEGER(sum(K));
  SHOW_INTEGER(product(K.sub(1, 6) + 1));
  SHOW_INTEGER(max(K));
  SHOW_INTEGER(argmin(K));
  SHOW_INTEGER(argmax(x.sub(0, 30, 2)));
  SHOW_INTEGER(count(K == 3));
  SHOW_INTEGER(any(x > 59));
  SHOW_INTEGER(any(x > 58));
  SHOW_INTEGER(all(x < 60));
  static float m[6][10];
  twofold::slice A(m);
  A = twofold::index<0>() * 100 + twofold::index<1>();
  SHOW_FLOAT(sum(A));
  SHOW_FLOAT(sum(A.transpose() * 2));
  SHOW_INTEGER(count(A.sub<1>(1, 4) > 205));
  auto at = argmax(-abs(A - 304));
  std::printf("%td %td\n", at[0], at[1]);
  at = argmin(abs(A.transpose() - 304));
  std::printf("%td %td\n", at[0], at[1]);
  static int c[2][3][4][5];
  twofold::slice C(c);
  C = twofold::index<3>() + twofold::index<0>() * twofold::index<2>();
  SHOW_INTEGER(sum(C));
  SHOW_INTEGER(max(C.reverse<3>()));
  SHOW_FLOAT(sum(x.sub(3, 0)));
  SHOW_FLOAT(product(x.sub(3, 0)));
  SHOW_INTEGER(any(x.sub(3, 0) < 60));
  SHOW_INTEGER(all(x.sub(3, 0) < 0));
}
