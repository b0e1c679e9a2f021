// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas that call themselves and read what other iterations
// write.
// RUN: %e2e %s %t --native -std=c++20
#include <cstdio>
#include <vector>

static constexpr int N = 3000;

template <typename F> static void run(const char *What, F Loop) {
  std::vector<int> All(N);
  for (int I = 0; I < N; ++I)
    All[I] = I * 7919 % 100;
  Loop(All);
  unsigned Hash = 0;
  for (int Each : All)
    Hash = Hash * 31 + unsigned(Each);
  std::printf("%s %u\n", What, Hash);
}

int main() {
  run("pointer", [](std::vector<int> &All) {
    auto Sum = [](auto &&Self, const int *P, int At, int Depth) -> int {
      return Depth == 0 ? P[At] : Self(Self, P, (At + 1) % N, Depth - 1) + 1;
    };
    int *P = All.data();
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      P[I] = Sum(Sum, P, I, 3);
  });
  run("captured", [](std::vector<int> &All) {
    int *P = All.data();
    auto Sum = [&](auto &&Self, int At, int Depth) -> int {
      return Depth == 0 ? P[At] : Self(Self, (At + 1) % N, Depth - 1) + 1;
    };
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      P[I] = Sum(Sum, I, 3);
  });
}
