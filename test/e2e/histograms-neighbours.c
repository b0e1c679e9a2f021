// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Items count neighbouring iterations whose elements they load at once, where
// all bins have copies: first ones at any address, fewer than a vector has,
// fewer bins than the type has numbers, and the last ones of a row.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0
#include "Inputs/show.h"

enum { N = 20011 };
static unsigned char bytes[N], more[N];
static unsigned short words[N];
static signed char small[N];
static int counts[256], weighed[16], both[32], few[11], some[200], begun[8];
static unsigned least[64];

static unsigned draw(unsigned i) {
  i = (i + 1) * 0x9e3779b9u;
  i ^= i >> 15;
  i *= 0x85ebca6bu;
  return i ^ i >> 13;
}

static void count(long n, const unsigned char *from) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    counts[from[i]]++;
}

// The subscript is a masked number of 16 bits, and each element has its weight.
static void weigh(int n, const unsigned short *from) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    weighed[from[i] >> 3 & 15] += i;
}

static void pairs(int n, const unsigned char *from,
                  const unsigned short *with) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    both[(from[i] ^ with[i]) & 31] -= 3;
}

// A quotient's rest.
static void rests(int n, const unsigned char *from) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    few[from[i] % 11u]++;
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    bytes[i] = (unsigned char)draw((unsigned)i);
    more[i] = bytes[i] % 200;
    words[i] = (unsigned short)draw((unsigned)i + N);
    small[i] = (signed char)(draw((unsigned)i) % 8);
  }
  for (int i = 0; i < 64; ++i)
    least[i] = ~0u;
  for (int n = 0; n < 18; ++n)
    count(n, bytes + n);
  for (int at = 0; at < 9; ++at)
    count(N - 9, bytes + at);
  SHOW_INTEGERS("counts", counts, 256);
  for (int at = 0; at < 9; ++at)
    weigh(N - 4 * at, words + at);
  SHOW_INTEGERS("weighed", weighed, 16);
  for (int at = 0; at < 5; ++at)
    pairs(N - 10, bytes + at, words + 2 * at);
  SHOW_INTEGERS("both", both, 32);
  rests(N, bytes);
  rests(N - 1, bytes + 1);
  SHOW_INTEGERS("few", few, 11);
  // Not all numbers of the type have a bin.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    some[more[i]]++;
  SHOW_INTEGERS("some", some, 200);
  // Nor are all of them positive.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    begun[small[i]]++;
  SHOW_INTEGERS("begun", begun, 8);
  // Minima, from an iteration that is no multiple of a vector's length.
#pragma twofold parallel for
  for (int i = 5; i < N; ++i)
    if (words[i] < least[bytes[i] & 63])
      least[bytes[i] & 63] = words[i];
  SHOW_INTEGERS("least", least, 64);
  return 0;
}
