// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums, inner products, copies and fills as kernels.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  std::vector<double> v(500), w(500);
  twofold::fill(twofold::par, v.begin(), v.end(), 0.5);
  twofold::copy(twofold::par, v.begin() + 1, v.end(), w.begin());
  SHOW_FLOATS("w", w, 500);
  SHOW_FLOAT(twofold::transform_reduce(twofold::par, v.begin(), v.end(),
                                       w.begin(), 1.0));
}
