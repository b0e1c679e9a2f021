// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What puts elements into a container changes it, however it is come to.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#define PARALLEL _Pragma("twofold parallel for")

void shared(int n, const std::vector<int> &v, std::vector<int> &l,
            std::set<int> &s) {
  PARALLEL for (int i = 0; i < n; ++i) {
    auto at = std::back_inserter(l); // expected-warning {{'l' gets or loses elements here}}
    *at = i;
  }
  PARALLEL for (int i = 0; i < n; ++i)
    std::copy(v.begin() + i, v.begin() + i + 2, std::back_inserter(l)); // expected-warning {{'l' gets or loses elements here}}
  PARALLEL for (int i = 0; i < n; ++i)
    std::copy(v.begin() + i, v.begin() + i + 2, std::inserter(s, s.end())); // expected-warning {{'s' gets or loses elements here}}
}

void own(int n, const std::vector<int> &v, int *o) {
  PARALLEL for (int i = 0; i < n; ++i) {
    std::vector<int> mine;
    std::copy(v.begin() + i, v.begin() + i + 2, std::back_inserter(mine));
    o[i] = mine[1];
  }
}
