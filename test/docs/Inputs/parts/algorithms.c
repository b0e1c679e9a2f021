// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the statements in C of the page on algorithms stand among.
#include <stdio.h>
#include <twofold/random.h>
#include <twofold/scan.h>
#include <twofold/sort.h>

int main(void) {
  enum { n = 50000 };
  static float x[n], y[n];
  static int counts[n], starts[n];
  const int zero = 0;
  for (int i = 0; i < n; ++i)
    x[i] = 0.5f, counts[i] = i % 3;
#include "part-1.c"
#include "part-3.c"
  static unsigned char bytes[n];
  static int bins[256];
  for (int i = 0; i < n; ++i)
    bytes[i] = (unsigned char)i;
#include "part-5.c"
  static float noise[n];
  const uint64_t seed = 3;
#include "part-6.c"
  float least = 1, most = 0;
  for (int i = 0; i < n; ++i) {
    least = noise[i] < least ? noise[i] : least;
    most = noise[i] > most ? noise[i] : most;
  }
  printf("%g %d %d %d %d %d\n", y[n - 1], starts[n - 1],
         0 <= least && least < 0.01f && 0.99f < most && most < 1, counts[0],
         starts[0], bins[7]);
}
