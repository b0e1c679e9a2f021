// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that iterations update together, in copies of work-groups where these
// fit: few and many, all operations, from the middle of an array.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0,TWOFOLD_COHERENCE=lazy
#include <stdio.h>

enum { N = 20011, MANY = 20000 };
static unsigned char bytes[N];
static int places[N], table[256];

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

static int counts[256], few[8], odd[5], many[MANY], least[7], middle[40];
static unsigned bits[16], masks[16];

int main(void) {
  for (int i = 0; i < N; ++i) {
    bytes[i] = (unsigned char)draw(i);
    places[i] = (int)(draw(i + N) % MANY);
  }
  for (int i = 0; i < 256; ++i)
    table[i] = (int)(draw(i) % 5);
  for (int i = 0; i < 16; ++i)
    masks[i] = ~0u;
  for (int i = 0; i < 7; ++i)
    least[i] = 1 << 30;

#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    ++counts[bytes[i]];
  SHOW(counts, 256);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    few[bytes[i] & 7] -= i;
  SHOW(few, 8);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    const int bin = table[bytes[i]];
    odd[bin] += places[i];
  }
  SHOW(odd, 5);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    many[places[i]]++;
  SHOW(many, MANY);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    bits[bytes[i] & 15] |= (unsigned)places[i];
    masks[bytes[i] & 15] &= ~(unsigned)(places[i] & bytes[i]);
  }
  SHOW(bits, 16);
  SHOW(masks, 16);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (places[i] < least[bytes[i] % 7])
      least[bytes[i] % 7] = places[i];
  SHOW(least, 7);
  int *const from = middle + 11, first = 3;
#pragma twofold parallel for extent(from, 20)
  for (int i = first; i < N; i += 2)
    from[bytes[i] % 20] += i;
  SHOW(middle, 40);
  return 0;
}
