// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction of a user's operation and a scan as kernels.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

struct Map {
  unsigned a, b;
};
struct Then {
  Map operator()(const Map &f, const Map &g) const {
    return {g.a * f.a, g.a * f.b + g.b};
  }
};

int main() {
  std::vector<Map> v(300), to(300);
  for (unsigned i = 0; i < 300; ++i)
    v[i] = {i | 1, i * 3};
  Map all =
      twofold::reduce(twofold::par, v.begin(), v.end(), Map{1, 0}, Then());
  std::printf("%u %u\n", all.a, all.b);
  twofold::inclusive_scan(twofold::par, v.begin(), v.end(), to.begin(), Then());
  for (const Map &m : to)
    std::printf("%u %u\n", m.a, m.b);
}
