// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// min_element and max_element of numbers in memory are kernels: the first of
// equal ones, and a NaN only where it comes first.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <cmath>
#include <vector>

using twofold::par;

int main() {
  std::vector<float> v(700);
  for (int i = 0; i < 700; ++i)
    v[i] = float((i * 37 + 50) % 101) - 60;
  SHOW_INTEGER(min_element(par, v.begin(), v.end()) - v.begin());
  SHOW_INTEGER(max_element(par, v.begin(), v.end()) - v.begin());
  SHOW_INTEGER(min_element(par, v.begin(), v.end(), std::greater<>()) -
               v.begin());
  SHOW_INTEGER(max_element(par, v.begin(), v.end(), std::greater<float>()) -
               v.begin());
  v[300] = NAN;
  SHOW_INTEGER(min_element(par, v.begin(), v.end()) - v.begin());
  SHOW_INTEGER(max_element(par, v.begin(), v.end()) - v.begin());
  v[0] = NAN;
  SHOW_INTEGER(min_element(par, v.begin(), v.end()) - v.begin());
  SHOW_INTEGER(max_element(par, v.cbegin(), v.cend()) - v.cbegin());
  SHOW_INTEGER(max_element(par, v.begin(), v.begin()) - v.begin());
  SHOW_INTEGER(min_element(par, v.data() + 9, v.data() + 10) - v.data());
}
