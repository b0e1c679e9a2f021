// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands that all have the same strides, without being side by side.
// RUN: %conform %s %t -O0 -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>

using part3 = std::array<twofold::section, 3>;

int main() {
  static int a[9][11], b[9][11], p[6][7][8], r[6][7][8];
  twofold::slice A(a), B(b);
  twofold::slice P(p), R(r);
  A = twofold::index<0>() * 13 % 7 + twofold::index<1>() * 5 % 11;
  P = twofold::index<0>() * 100 + twofold::index<1>() * 10 +
      twofold::index<2>();
  auto at = [&](auto &X, int i, int j) {
    return X.sub({{{1 + i, 7}, {1 + j, 9}}});
  };
  at(B, 0, 0) = at(A, -1, 0) + at(A, 1, 0) + at(A, 0, -1) + at(A, 0, 1);
  SHOW_INTEGERS("five points", &b[0][0], 99);
  bool right = true; // element by element
  for (int i = 1; i < 8; ++i)
    for (int j = 1; j < 10; ++j)
      right &= b[i][j] == a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
  where(at(A, 0, 0) > 6, at(B, 1, 1)) = at(A, -1, -1) * 100;
  at(B, 0, 0) -= at(A, 1, 1) + twofold::index<1>();
  SHOW_INTEGERS("masked, updated", &b[0][0], 99);
  at(A, 0, 0) = at(A, 0, 0) + at(A, -1, -1) * 2; // its own neighbours
  SHOW_INTEGERS("in place", &a[0][0], 99);
  at(B, 0, 0).reverse<0>() = at(A, 0, 0).reverse<0>() * 3;
  at(B, 0, 0).reverse<1>() += at(A, 1, 0).reverse<1>();
  B.sub<1>(1, 1) = A.sub<1>(3, 1) + 1;
  B.sub(1, 1).sub<1>(2, 5) = A.sub(7, 1).sub<1>(0, 5) * 2;
  B.col(4) = A.col(5) + B.col(6);
  SHOW_INTEGERS("backwards, thin", &b[0][0], 99);
  R.sub(part3{{{1, 4}, {1, 5}, {1, 6}}}) =
      P.sub(part3{{{0, 4}, {1, 5}, {1, 6}}}) +
      P.sub(part3{{{2, 4}, {0, 5}, {2, 6}}});
  for (int i = 1; i < 5; ++i)
    for (int j = 1; j < 6; ++j)
      for (int k = 1; k < 7; ++k)
        right &= r[i][j][k] == p[i - 1][j][k] + p[i + 1][j - 1][k + 1];
  where(P.sub(part3{{{1, 4}, {1, 5}, {1, 6}}}) % 3 == 0,
        R.sub(part3{{{1, 4}, {2, 5}, {0, 6}}})) *= 2;
  R.sub(part3{{{0, 1}, {1, 5}, {3, 4}}}) =
      P.sub(part3{{{5, 1}, {0, 5}, {2, 4}}});
  R.sub(part3{{{2, 3}, {3, 1}, {3, 4}}}) =
      P.sub(part3{{{1, 3}, {0, 1}, {2, 4}}});
  SHOW_INTEGERS("three dimensions", &r[0][0][0], 336);
  auto Q = P.sub(part3{{{1, 4}, {1, 5}, {1, 6}}});
  Q = Q + P.sub(part3{{{0, 4}, {1, 5}, {1, 6}}});
  SHOW_INTEGERS("in place", &p[0][0][0], 336);
  return !right;
}
