// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instantiations of one template share what does not depend on its parameters.
// RUN: %conform %s %t --unsimulated
#include <cstdio>

namespace {

double f[6000], g[6000];
int w[10], at[10];

template <typename Integer> void fill(Integer n, Integer parts) {
#pragma twofold parallel for
  for (Integer t = 0; t < parts; ++t) {
    w[3] += 1;
    f[at[5]] += 2;
    for (Integer i = 0; i < n; ++i)
      f[i] += double(i);
    g[t] = at[9] + 1;
  }
}

} // namespace

int main() {
  fill<long>(501, 13);
  fill<int>(500, 11);
  fill<short>(400, 10);
  std::printf("%d %g %g %g %g\n", w[3], f[0], f[1], f[450], g[12]);
}
