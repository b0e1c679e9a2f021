// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms of the library that move what is in a whole container, in loops whose
// iterations share it: these run in order, which the copy of the loop without
// containers tells.
// RUN: %clangxx %plugin -Wno-unused-value -c -Xclang -verify %s -o %t.o
#include <algorithm>
#include <numeric>
#include <vector>

void turned(std::vector<int> &v, int *u) {
#pragma twofold parallel for
  for (int q = 0; q < 100; q++) { // expected-warning {{iterations of the parallel loop write the same elements of 'v' here and run in order}}
    std::rotate(v.begin(), v.begin() + 1, v.end());
    u[q] = v[0];
  }
}

void summed(std::vector<int> &v, int *u) {
#pragma twofold parallel for
  for (int q = 0; q < 100; q++) { // expected-warning {{iterations of the parallel loop write the same elements of 'v' here and run in order}}
    std::partial_sum(v.begin(), v.end(), v.begin());
    u[q] = v[0];
  }
}
