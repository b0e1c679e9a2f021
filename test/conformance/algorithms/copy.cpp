// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// copy and copy_n: between types, to the same array's other half, by move.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <memory>
#include <vector>

int main() {
  std::vector<int> v(400);
  std::vector<float> f(400);
  for (int i = 0; i < 400; ++i)
    v[i] = i * 3;
  SHOW_INTEGER(twofold::copy(twofold::par, v.begin(), v.end(), f.begin()) -
               f.begin());
  SHOW_FLOATS("f", f, 400);
  SHOW_INTEGER(twofold::copy_n(twofold::par, v.begin(), 200, v.begin() + 200) -
               v.begin());
  SHOW_INTEGER(twofold::copy_n(twofold::par, v.begin(), 0, v.begin()) -
               v.begin());
  SHOW_INTEGERS("v", v, 400);
  std::vector<std::unique_ptr<int>> p(50), q(50);
  for (int i = 0; i < 50; ++i)
    p[i].reset(new int(i));
  twofold::copy(twofold::par, std::make_move_iterator(p.begin()),
                std::make_move_iterator(p.end()), q.begin());
  SHOW_INTEGER(*q[49] + (p[49] == nullptr));
}
