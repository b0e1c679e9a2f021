// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unsigned numbers below 0 wrap before they are masked or divided: iterations
// share the elements that these lead to.
// RUN: %e2e %s %t
#include <stdint.h>
#include <stdio.h>

int main(void) {
  unsigned Sum = 0;
  for (int Round = 0; Round < 20; ++Round) {
    int A[16] = {0}, B[16] = {0}, C[16] = {0};
#pragma twofold parallel for
    for (int64_t I = 0; I < 20000; ++I)
      A[((uint64_t)I - 40960u) & 15] += (int)(I & 7);
#pragma twofold parallel for
    for (int64_t I = 0; I < 20000; ++I)
      B[~(uint64_t)I & 15] += (int)(I & 7);
#pragma twofold parallel for
    for (int64_t I = 0; I < 20000; ++I)
      C[((uint64_t)I - 40960u) % 16] += (int)(I & 7);
    for (int K = 0; K < 16; ++K)
      Sum = Sum * 31 + (unsigned)(A[K] + 3 * B[K] + 7 * C[K]);
  }
  printf("%u\n", Sum);
  return 0;
}
