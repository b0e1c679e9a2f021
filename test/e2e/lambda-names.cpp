// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas change what lies outside of the loop by another name: iterations run
// in order then, and what they do is kept.
// RUN: %e2e %s %t --native -std=c++17
// RUN: %clangxx %plugin -std=c++17 -O1 %include %s -o %t %runtime_flags
// RUN: env OMP_NUM_THREADS=4 TWOFOLD_INFO=1 %t 2>&1 | FileCheck %s
// CHECK-COUNT-2: in order
#include <cstdio>

int main() {
  constexpr int N = 5000;
  static int Out[N], Rows[2][N];
  int Last = 1;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto Set = [&R = Last](int To) { R = R % 1000 * 3 + To; };
    Set(I);
    Out[I] = Last;
  }
  const int *Row = Rows[0];
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto Turn = [&R = Row] { R = R == Rows[0] ? Rows[1] : Rows[0]; };
    Turn();
    Out[I] += Row == Rows[1];
  }
  unsigned Sum = unsigned(Last) + (Row == Rows[1]);
  for (int Each : Out)
    Sum = Sum * 31 + unsigned(Each);
  printf("%u\n", Sum);
}
