// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Affine accesses with random factors, offsets, lengths and arrays that overlap
// as chance will have it: every call gives what the serial program gives.
// RUN: %e2e %s %t --native -fno-strict-aliasing
#include <stdio.h>
#include <string.h>

typedef unsigned Word;
enum { Most = 6000, Middle = 3000 };
static Word All[Most];

static unsigned long long State = 88172645463325252ull;
static int number(int low, int high) {
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return low + (int)(State % (unsigned long long)(high - low + 1));
}

static void line(Word *a, int ca, Word *b, int cb, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[ca * i] = b[cb * i] * 3 + (Word)i;
}

static void shifted(Word *a, int c, int k, int n, int s) {
#pragma twofold parallel for
  for (int i = 3; i < n; i += s)
    a[c * i + k] = a[c * i] * 3 + a[c * i + k] + 1;
}

static void plane(Word *a, int ca, int da, Word *b, int cb, int db, int n,
                  int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[ca * i + da * j] = b[cb * i + db * j] * 3 + (Word)(i + j);
}

static void nest(Word *a, int ca, int da, Word *b, int cb, int db, int n,
                 int m) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[ca * i + da * j] = b[cb * i + db * j] * 3 + (Word)(i + j);
}

static void part(Word *a, int ca, Word *b, int cb, int n, int l, int h) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (i >= l && i < h)
      a[ca * i] = b[cb * i] * 3 + 1;
}

static void mixed(Word *a, unsigned short *b, unsigned char *c, int n, int s) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Word x = c[i * s];
    b[i] = (unsigned short)(x + 5);
    a[i] = x * 3;
  }
}

static void triangle(Word *a, int ca, Word *b, int cb, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; j += 2)
      a[ca * i + j] = b[cb * j + i] + 1;
}

static Word *place(int spread) {
  return All + Middle + number(-spread, spread);
}

int main(void) {
  for (int i = 0; i < Most; ++i)
    All[i] = (Word)(i * 7919 % 1000);
  for (int round = 0; round < 4000; ++round) {
    int n = number(0, 30), m = number(0, 12), spread = number(0, 60);
    switch (number(0, 6)) {
    case 0:
      line(place(spread), number(-3, 3), place(spread), number(-3, 3), n);
      break;
    case 1:
      shifted(place(spread), number(-3, 3), number(-30, 30), n, number(1, 3));
      break;
    case 2:
      plane(place(spread), number(-20, 20), number(-2, 2), place(spread),
            number(-20, 20), number(-2, 2), n, m);
      break;
    case 3:
      nest(place(spread), number(-20, 20), number(-2, 2), place(spread),
           number(-20, 20), number(-2, 2), n, m);
      break;
    case 4:
      part(place(spread), number(-3, 3), place(spread), number(-3, 3), n,
           number(-3, 20), number(0, 40));
      break;
    case 5:
      mixed(place(spread), (unsigned short *)place(spread),
            (unsigned char *)place(spread), n, number(-2, 4));
      break;
    default:
      triangle(place(spread), number(0, 20), place(spread), number(0, 20), n);
    }
    unsigned long long hash = 1469598103934665603ull;
    for (int i = 0; i < Most; ++i)
      hash = (hash ^ All[i]) * 1099511628211ull;
    printf("%d %016llx\n", round, hash);
  }
}
