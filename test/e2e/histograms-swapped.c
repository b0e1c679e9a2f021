// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that iterations update together by comparing and swapping words, in
// copies of work-groups: narrow and wide integers, and numbers in floating point.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0,TWOFOLD_COHERENCE=lazy
#include <stdio.h>

enum { N = 20011, MANY = 20000 };
static unsigned char bytes[N];
static int places[N];

static unsigned draw(unsigned i) {
  i = (i + 1) * 0x9e3779b9u;
  i ^= i >> 15;
  i *= 0x85ebca6bu;
  return i ^ i >> 13;
}

#define SHOW(h, count)                                                         \
  do {                                                                         \
    double sum = 0;                                                            \
    for (int i = 0; i < (count); ++i)                                          \
      sum += (double)(h)[i] * (i % 1013 + 1);                                  \
    printf("%s: %.17g\n", #h, sum);                                            \
  } while (0)

static long wide[16];
static unsigned char narrow[9];
static short halves[6];
static float sums[33], most[7];
static double weights[20];

int main(void) {
  for (int i = 0; i < N; ++i) {
    bytes[i] = (unsigned char)draw(i);
    places[i] = (int)(draw(i + N) % MANY);
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (most[bytes[i] % 7] < (float)places[i])
      most[bytes[i] % 7] = (float)places[i];
  SHOW(most, 7);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    wide[bytes[i] & 15] += (long)places[i] << 33;
  SHOW(wide, 16);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    narrow[bytes[i] % 9] += bytes[i];
  SHOW(narrow, 9);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (i % 3 == 0)
      halves[bytes[i] % 6]++;
  SHOW(halves, 6);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    sums[bytes[i] % 33] += (float)(bytes[i] & 15);
  SHOW(sums, 33);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    weights[bytes[i] % 20] += places[i] * 0.5;
  SHOW(weights, 20);
  return 0;
}
