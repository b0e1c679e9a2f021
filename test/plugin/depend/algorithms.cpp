// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms of the library that move what is in a whole container, in loops whose
// iterations share it: these run in order, which the copy of the loop without
// containers tells. What std::mem_fn makes is no kernel's to call.
// RUN: %clangxx %plugin -Wno-unused-value -c -Xclang -verify %s -o %t.o
#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

void turned(std::vector<int> &v, int *u) {
#pragma twofold parallel for
  for (int q = 0; q < 100; q++) {
    std::rotate(v.begin(), v.begin() + 1, v.end()); // expected-warning {{iterations of the parallel loop write the same elements of 'v' here and run in order}}
    u[q] = v[0];
  }
}

void summed(std::vector<int> &v, int *u) {
#pragma twofold parallel for
  for (int q = 0; q < 100; q++) {
    std::partial_sum(v.begin(), v.end(), v.begin()); // expected-warning {{iterations of the parallel loop write the same elements of 'v' here and run in order}}
    u[q] = v[0];
  }
}

struct Meter {
  int read;
  void count(int by) { read += by; }
};
/// A pointer to a method, handed on by reference to where it is called.
void counted(Meter *meters, int n) {
  auto count = std::mem_fn(&Meter::count);
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    count(meters[i], i); // expected-warning {{not offloaded: 'count' is a pointer to a function, or holds one; call the function by its name}}
}
