// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of <cmath> and <complex> that few programs call.
// RUN: %conform %s %t --native -O0 -std=c++20
#include "show.h"
#include <complex>
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  constexpr int N = 12;
  std::vector<double> v(N), r(N);
  std::vector<long long> k(N);
  std::vector<std::complex<double>> c(N);
  for (int i = 0; i < N; ++i) {
    v[i] = i * 0.75 - 4;
    c[i] = {v[i], 2};
  }
  twofold::slice x(v), y(r);
  twofold::slice K(k);
  twofold::slice z(c);
  y = nearbyint(x) + logb(x) + nextafter(x, 9.0) + nexttoward(x, 1.0L);
  SHOW_FLOATS("rounded", r, N);
  y = ldexp(x, 3) + scalbn(x, K % 3) + scalbln(x, 2L) + lerp(x, y, 0.5);
  SHOW_FLOATS("scaled", r, N);
  y = norm(z) + arg(z) + real(proj(z));
  SHOW_FLOATS("complex", r, N);
  K = lround(x) + llround(x) + lrint(x) + llrint(x) + ilogb(x);
  K = K * 8 + isgreater(x, 1.0) + 2 * isless(x, y) + 4 * isunordered(x, y);
  SHOW_INTEGERS("integers", k, N);
  K = isnormal(x) + 2 * isgreaterequal(x, 0.5) + 4 * islessequal(x, 0.5) +
      8 * islessgreater(x, 0.5) + 16 * (fpclassify(x) == FP_ZERO);
  SHOW_INTEGERS("predicates", k, N);
}
