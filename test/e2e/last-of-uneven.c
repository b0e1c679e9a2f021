// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that are done take iterations of others' blocks, which may be earlier
// ones: what the last or the first of equal iterations has left is still its
// own.
// RUN: %e2e %s %t
#include <stdio.h>
enum { N = 2048 };
static double a[N];
static int tied[N];

int main(void) {
  int wrong = 0;
  for (int i = 0; i < N; i++)
    tied[i] = i % 64 == 5 ? 1 : 9;
  for (int round = 0; round < 5; round++) {
    int last = -1, least = 100, at = -1, from = N;
    double seen = -1;
    for (int high = 0; high < 2; high++) {
#pragma twofold parallel for
      for (int i = 0; i < N; i++) {
        double x = i;
        if ((i < N / 2) != high)
          for (int j = 0; j < 4000; j++)
            x = x * 0.999 + 1;
        a[i] = x;
        if (i % 3 != 1) {
          last = i;
          seen = i * 0.5;
        }
        if (tied[i] < least) {
          least = tied[i];
          at = i;
        }
      }
      wrong += last != N - 2 || seen != (N - 2) * 0.5 || at != 5;
    }
  }
  printf("%d %g\n", wrong, a[N - 1]);
}
