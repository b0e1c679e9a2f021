// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for_each over pointers, a vector and an array; captures by value and by reference.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <array>
#include <vector>

int main() {
  int plain[40];
  std::vector<double> v(1000, 1.5);
  std::array<short, 30> a{};
  int by = 7, one = 1;
  twofold::for_each(twofold::par, plain, plain + 40,
                    [&plain, by](int &x) { x = int(&x - plain) * by; });
  twofold::for_each(twofold::par, v.begin() + 1, v.end(),
                    [&](double &x) { x += by + one; });
  twofold::for_each(twofold::par, a.begin(), a.end(), [](short &x) { --x; });
  SHOW_INTEGERS("plain", plain, 40);
  SHOW_FLOATS("v", v, 1000);
  SHOW_INTEGERS("a", a, 30);
}
