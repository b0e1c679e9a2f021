// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The policy finds the algorithms, also beside those of std.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  using namespace std;
  using twofold::par;
  vector<int> v(300), w(300);
  fill(par, v.begin(), v.end(), 4);
  fill(w.begin(), w.end(), 5);
  for_each(par, v.begin(), v.end(), [](int &x) { ++x; });
  for_each_n(par, v.begin(), 7, [](int &x) { ++x; });
  transform(par, v.begin(), v.end(), w.begin(), [](int x) { return x * 2; });
  transform(par, v.begin(), v.end(), w.begin(), w.begin(), plus<>());
  SHOW_INTEGER(reduce(par, v.begin(), v.end()));
  SHOW_INTEGER(reduce(par, v.begin(), v.end(), 1));
  SHOW_INTEGER(reduce(par, v.begin(), v.end(), 1, multiplies<>()) == 0);
  SHOW_INTEGER(transform_reduce(par, v.begin(), v.end(), w.begin(), 0));
  SHOW_INTEGER(transform_reduce(par, v.begin(), v.end(), 0, plus<>(), negate<>()));
  inclusive_scan(par, v.begin(), v.end(), w.begin());
  inclusive_scan(par, w.begin(), w.end(), w.begin(), bit_or<>());
  inclusive_scan(par, w.begin(), w.end(), w.begin(), bit_xor<>(), 3);
  exclusive_scan(par, w.begin(), w.end(), w.begin(), 3);
  exclusive_scan(par, w.begin(), w.end(), w.begin(), 3, bit_xor<>());
  copy(par, w.begin(), w.end(), v.begin());
  copy_n(par, v.begin(), 3, w.begin());
  fill_n(par, v.begin(), 3, 1);
  SHOW_INTEGER(count(par, v.begin(), v.end(), 1));
  SHOW_INTEGER(count_if(par, v.begin(), v.end(), [](int x) { return x > 9; }));
  SHOW_INTEGERS("v", v, 300);
}
