// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a lambda has by copy stays as it was when the variable changes.
// RUN: %conform %s %t -std=c++17
#include "show.h"

struct Pair {
  int K, M;
};

int main() {
  constexpr int N = 80;
  static int X[N], Y[N], Z[N];
  for (int I = 0; I < N; ++I)
    X[I] = I * 7 % N;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int K = X[I];
    auto Old = [K] { return K; };
    K = I;
    Y[I] = Old() * 3 + K;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Pair P{X[I], I};
    auto Old = [P] { return P.K; };
    auto Seen = [&P] { return P.K; };
    P.K = I;
    Z[Old()] = Seen();
  }
  SHOW_INTEGERS("Y", Y, N);
  SHOW_INTEGERS("Z", Z, N);
}
