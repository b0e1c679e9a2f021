// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of several words: each carry is computed from all before it, so the
// conditions under which it is known are as many as those words have together,
// and not as many as the ways in which one comes from another.
// RUN: %openmp %s %t --kernels 1
#include <stdio.h>
enum { N = 200, LIMBS = 5 };
static unsigned x[N][LIMBS];
#define PASS                                                                   \
  t0 += (t4 >> 22) * 977, t1 += (t4 >> 22) << 6, t4 &= 0x3fffff;               \
  t1 += t0 >> 26, t0 &= mask;                                                  \
  t2 += t1 >> 26, t1 &= mask;                                                  \
  t3 += t2 >> 26, t2 &= mask;                                                  \
  t4 += t3 >> 26, t3 &= mask;
int main(void) {
  const unsigned mask = 0x3ffffff;
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < LIMBS; k++)
      x[i][k] = (unsigned)(i * 7919 + k * 104729) * 40503u;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    unsigned *r = x[i];
    unsigned t0 = r[0], t1 = r[1], t2 = r[2], t3 = r[3], t4 = r[4];
    PASS PASS PASS PASS PASS PASS PASS PASS PASS PASS PASS PASS PASS PASS PASS
        PASS PASS PASS r[0] = t0,
                       r[1] = t1, r[2] = t2, r[3] = t3, r[4] = t4;
  }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < LIMBS; k++)
      sum = sum * 31 + x[i][k];
  printf("%u\n", sum);
}
