// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References to arrays of dependent types.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

template <typename T, int N> void scatter(T (&to)[N], const int (&at)[N]) {
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    to[at[i]] = T(i) / 2;
}

int main() {
  int at[25], whole[25] = {};
  double real[25] = {};
  for (int i = 0; i < 25; ++i)
    at[i] = (i * 7) % 25;
  scatter(whole, at);
  scatter(real, at);
  for (int i = 0; i < 25; ++i)
    printf("%d %g\n", whole[i], real[i]);
}
