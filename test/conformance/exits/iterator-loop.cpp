// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterators, with the exiting one returned by value.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

using Numbers = std::vector<long>;

static Numbers::const_iterator find(const Numbers &v, long x) {
#pragma twofold parallel for
  for (Numbers::const_iterator it = v.begin(); it < v.end(); it += 1)
    if (*it > x)
      return it;
  return v.end();
}

int main() {
  Numbers v(800);
  for (int i = 0; i < 800; ++i)
    v[i] = i * 7 % 811;
  for (long x = -1; x < 900; x += 90)
    SHOW_INTEGER(find(v, x) - v.begin());
}
