// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas of an iteration read what lies outside of the loop by reference, and
// see what the iteration assigns.
// RUN: %conform %s %t -std=c++17
#include "show.h"

static void gather(int N, int *Out, const int *From, const int *Other, int W) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto At = [&](int K) { return From[K] * W; };
    auto Both = [&](int K) { return At(K) - Other[N - 1 - K]; };
    Out[I] = Both(I) + At(N - 1 - I);
  }
}

static void own(int N, int *Out, const int *From) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    const int *Row = From;
    int Last = 0;
    auto Value = [&] { return *Row + Last + N; };
    Row = From + I;
    Last = I * 3;
    Out[I] = Value();
    Row = From + (N - 1 - I);
    Out[I] += Value() * 5;
  }
}

int main() {
  constexpr int N = 90;
  static int X[N], Y[N], Z[N], V[N];
  for (int I = 0; I < N; ++I) {
    X[I] = I * 7 % 31;
    Y[I] = I * 5 % 17;
  }
  gather(N, Z, X, Y, 3);
  own(N, V, Y);
  SHOW_INTEGERS("Z", Z, N);
  SHOW_INTEGERS("V", V, N);
}
