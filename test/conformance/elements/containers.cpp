// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared elements of containers and members in kernels.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

struct Counter {
  int h[7];
  void count(const int *at, int n) {
#pragma twofold parallel for extent(at, n)
    for (int i = 0; i < n; ++i)
      h[at[i]] = h[at[i]] + i;
  }
};

int main() {
  constexpr int N = 500, Bins = 7;
  std::vector<int> h(Bins), at(N), steps(2);
  for (int i = 0; i < N; ++i)
    at[i] = i * 5 % Bins;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    h[at[i]] += i;
    if (at[i] > 2)
      ++steps[1];
    steps[0]--;
  }
  SHOW_INTEGERS("h", h, Bins);
  SHOW_INTEGERS("steps", steps, 2);
  Counter counter = {};
  counter.count(at.data(), N);
  SHOW_INTEGERS("counter", counter.h, Bins);
}
