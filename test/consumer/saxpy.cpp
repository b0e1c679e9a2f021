// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's first program in C++: an annotated loop in a template.
#include <cstdio>
#include <vector>

template <typename T>
static void saxpy(T Factor, const T *From, T *To, int Count) {
#pragma twofold parallel for
  for (int I = 0; I < Count; ++I)
    To[I] = Factor * From[I] + To[I];
}

int main() {
  std::vector<double> X(1000), Y(1000, 1.0);
  for (int I = 0; I < 1000; ++I)
    X[I] = I;
  saxpy(2.0, X.data(), Y.data(), 1000);

  for (int I = 0; I < 1000; ++I)
    if (Y[I] != 2.0 * I + 1.0) {
      std::printf("wrong at %d: %g\n", I, Y[I]);
      return 1;
    }
  std::puts("right");
  return 0;
}
