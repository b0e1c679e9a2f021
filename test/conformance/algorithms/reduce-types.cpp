// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce: the start value's type is the sum's; without one it is the element's.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <type_traits>
#include <vector>

int main() {
  std::vector<int> ints(600, 2000000000);
  std::vector<unsigned char> bytes(600, 250);
  std::vector<float> floats(600, 0.5f);
  std::vector<double> doubles(600, 0.75);
  auto none = twofold::reduce(twofold::par, bytes.begin(), bytes.end());
  static_assert(std::is_same_v<decltype(none), unsigned char>);
  SHOW_INTEGER(none);
  SHOW_INTEGER(twofold::reduce(twofold::par, ints.begin(), ints.end(), 1L));
  SHOW_INTEGER(twofold::reduce(twofold::par, bytes.begin(), bytes.end(), 0));
  SHOW_FLOAT(twofold::reduce(twofold::par, floats.begin(), floats.end()));
  SHOW_FLOAT(twofold::reduce(twofold::par, ints.begin(), ints.end(), 0.0));
  // A sum that cannot hold the elements: rounded in blocks, always the same.
  SHOW_FLOAT(twofold::reduce(twofold::par, doubles.begin(), doubles.end(), 1.f));
  SHOW_INTEGER(twofold::reduce(twofold::par, doubles.begin(), doubles.end(), 5,
                               twofold::maximum<int>()));
}
