// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions in the widest types.
// RUN: %conform %s %t --native -std=gnu++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<long double> v(300);
  std::vector<__int128> w(300);
  for (int i = 0; i < 300; ++i) {
    v[i] = i * 0.5L;
    w[i] = (__int128)i << 80;
  }
  SHOW_FLOAT(twofold::reduce(twofold::par, v.begin(), v.end()));
  SHOW_INTEGER(twofold::reduce(twofold::par, w.begin(), w.end()) >> 80);
}
