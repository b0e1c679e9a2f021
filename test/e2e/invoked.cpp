// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A method that std::invoke is handed and that reads what other iterations
// write.
// RUN: %e2e %s %t --native -std=c++20
#include <cstdio>
#include <functional>

static constexpr int N = 3000;

struct Numbers {
  int At[N + 1];
  void next(int I) { At[I] = At[I + 1] + 1; }
};

static void run(Numbers &All) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    std::invoke(&Numbers::next, All, I);
}

int main() {
  static Numbers All;
  for (int I = 0; I <= N; ++I)
    All.At[I] = I * 7919 % 100;
  run(All);
  unsigned Hash = 0;
  for (int Each : All.At)
    Hash = Hash * 31 + unsigned(Each);
  std::printf("%u\n", Hash);
}
