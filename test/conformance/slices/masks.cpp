// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// where(): the chosen elements change; what could fail is evaluated for them
// alone.
// RUN: %conform %s %t -O0 -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  constexpr int N = 60;
  std::vector<int> a(N), b(N), r(N);
  for (int i = 0; i < N; ++i) {
    a[i] = i * 37 % 41 - 20;
    b[i] = i % 5;
  }
  twofold::slice A(a), B(b), R(r);
  where(B != 0, R) = A / B;
  where(B != 0, R) /= B;
  where(B != 0, R) %= B;
  SHOW_INTEGERS("divided", r, N);
  where(A > 0 && B != 2, R) += A * 2;
  where(A > R, R) = 7;
  SHOW_INTEGERS("masked", r, N);
  R = where(B != 0, 100 / B, where(A < 0, -A, 1));
  SHOW_INTEGERS("chosen", r, N);
  std::vector<float> f(N);
  twofold::slice F(f);
  where(A > 3 || B == 1, F) = A * 0.5f + B;
  where(F > 4, F) /= F - 4;
  F = where(F > 1 && B < 3, F * 2, where(A != B, F, -1));
  SHOW_FLOATS("floats", f, N);
  int m[6][10];
  twofold::slice M(m);
  M = -1;
  where(twofold::index<0>() + twofold::index<1>() > 7,
        M.transpose().transpose()) = 3;
  where(M.sub<1>(0, 6) == M.sub<1>(0, 6).transpose(), M.sub<1>(4, 6)) *= 5;
  where(M > 0, M) = twofold::index<0>() * 10 + twofold::index<1>();
  SHOW_INTEGERS("matrix", &m[0][0], 60);
}
