// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's first program: one annotated loop and a check of what it computed.
#include <stdio.h>

enum { Count = 1000 };

static float X[Count], Y[Count];

int main(void) {
  for (int I = 0; I < Count; ++I) {
    X[I] = (float)I;
    Y[I] = 1.0f;
  }
#pragma twofold parallel for
  for (int I = 0; I < Count; ++I)
    Y[I] = 2.0f * X[I] + Y[I];

  for (int I = 0; I < Count; ++I)
    if (Y[I] != 2.0f * (float)I + 1.0f) {
      printf("wrong at %d: %g\n", I, Y[I]);
      return 1;
    }
  puts("right");
  return 0;
}
