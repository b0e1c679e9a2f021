// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Destructors of an iteration's objects that read what another one's writes.
// RUN: %e2e %s %t --native -std=c++20
#include <cstdio>
#include <vector>

static constexpr int N = 3000;

struct Next {
  std::vector<int> &All;
  int I;
  ~Next() { All[I] = All[I + 1] + 1; }
};

int main() {
  std::vector<int> All(N + 1);
  for (int I = 0; I <= N; ++I)
    All[I] = I * 7919 % 100;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Next End{All, I};
    if (I % 3 == 0)
      continue;
    All[I] += 1;
  }
  unsigned Hash = 0;
  for (int Each : All)
    Hash = Hash * 31 + unsigned(Each);
  std::printf("%u\n", Hash);
}
