// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce with every function object that becomes a reduction loop.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

template <class Op> static long folded(const std::vector<long> &v, long init) {
  return twofold::reduce(twofold::par, v.begin(), v.end(), init, Op());
}

int main() {
  std::vector<long> v(700), few = {3, 5, 7, 11};
  bool flags[200];
  for (long i = 0; i < 700; ++i)
    v[i] = i * 7919 % 1009 + 4;
  for (int i = 0; i < 200; ++i)
    flags[i] = i == 150;
  SHOW_INTEGER(folded<std::plus<>>(v, 10));
  SHOW_INTEGER(folded<std::multiplies<long>>(few, 2));
  SHOW_INTEGER(folded<std::bit_and<>>(v, -1));
  SHOW_INTEGER(folded<std::bit_or<>>(v, 1 << 20));
  SHOW_INTEGER(folded<std::bit_xor<long>>(v, 12345));
  SHOW_INTEGER(folded<twofold::minimum<>>(v, 5));
  SHOW_INTEGER(folded<twofold::minimum<long>>(v, 5000));
  SHOW_INTEGER(folded<twofold::maximum<>>(v, -5));
  SHOW_INTEGER(twofold::reduce(twofold::par, flags, flags + 200, true,
                               std::logical_and<>()));
  SHOW_INTEGER(twofold::reduce(twofold::par, flags, flags + 200, false,
                               std::logical_or<>()));
  SHOW_INTEGER(twofold::reduce(twofold::par, flags, flags + 150, false,
                               std::logical_or<bool>()));
}
