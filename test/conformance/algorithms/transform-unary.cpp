// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// transform with one input: another type, in place, the returned iterator.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<int> from(500);
  std::vector<double> to(501, -1);
  for (int i = 0; i < 500; ++i)
    from[i] = i * 37 % 101;
  auto end = twofold::transform(twofold::par, from.cbegin(), from.cend(),
                                to.begin(), [](int x) { return x * 0.25; });
  SHOW_INTEGER(end - to.begin());
  SHOW_FLOATS("to", to, 501);
  twofold::transform(twofold::par, from.begin(), from.end(), from.begin(),
                     [](int x) { return x * x - 5; });
  SHOW_INTEGERS("from", from, 500);
}
