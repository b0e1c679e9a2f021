// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that end at != and come there from the other end of their type: their
// numbers are not those between the two ends, which is where a device's copies
// would be looked for, and dependences.
// RUN: %e2e %s %t -Wno-char-subscripts
#include "Inputs/show.h"
#include <stddef.h>

static int zero;
static int a[4608];
static unsigned histogram[256];
static unsigned char bytes[70000] __attribute__((aligned(64)));

static void constant_ends(void) {
#pragma twofold parallel for
  for (unsigned char i = 200; i != 10; ++i)
    a[i] = i + 1;
  SHOW_INTEGERS("up", a, 256);
#pragma twofold parallel for
  for (unsigned char i = 10; i != 200; --i)
    a[i] += i * 2;
  SHOW_INTEGERS("down", a, 256);
#pragma twofold parallel for
  for (signed char i = 100; i != -100; ++i)
    a[i + 128] += 3;
  SHOW_INTEGERS("signed", a, 256);
#pragma twofold parallel for
  for (unsigned i = -20u; i != 100; ++i)
    a[i + 20u] += i;
  SHOW_INTEGERS("unsigned", a, 120);
#pragma twofold parallel for
  for (size_t i = 100; i != (size_t)-20; --i)
    a[i + 20u] += 7;
  SHOW_INTEGERS("size_t", a, 130);
}

static void other_ends(unsigned char from, unsigned char to, short low) {
#pragma twofold parallel for
  for (unsigned char i = from; i != to; ++i)
    a[i] = i + 1;
  SHOW_INTEGERS("up", a, 256);
#pragma twofold parallel for
  for (unsigned char i = to; i != from; --i)
    a[i] += 2 * i;
  SHOW_INTEGERS("down", a, 256);
#pragma twofold parallel for
  for (short i = low; i != 40; ++i)
    a[i & 4095] += i;
  SHOW_INTEGERS("short", a, 4096);
#pragma twofold parallel for
  for (unsigned char i = from; i != to; ++i)
    for (int j = 0; j < 16; ++j)
      a[i * 16 + j] -= i + j;
  SHOW_INTEGERS("rows", a, 4096);
#pragma twofold parallel for collapse(2)
  for (unsigned char i = from; i != to; ++i)
    for (unsigned char j = 250; j != 3; ++j)
      a[i * 16 + (j & 15)] += j;
  SHOW_INTEGERS("both", a, 4096);
}

/* Reads what it writes, which shows only where the numbers wrap. */
static void meets(unsigned char from, unsigned char to) {
#pragma twofold parallel for
  for (unsigned char i = from; i != to; ++i)
    a[i] = a[255 - i] + 1;
  SHOW_INTEGERS("meets", a, 256);
}

/* Several neighbours of a row are loaded at once, if they are neighbours. */
static void counts(const unsigned char *of, unsigned short from, unsigned short to) {
#pragma twofold parallel for
  for (unsigned short i = from; i != to; ++i)
    histogram[of[i]]++;
  SHOW_INTEGERS("histogram", histogram, 256);
}

static void leaves(unsigned char from, unsigned char to) {
  unsigned char i, last = 0;
#pragma twofold parallel for lastprivate(last)
  for (i = from; i != to; ++i) {
    a[i] = 1;
    last = i;
  }
  SHOW_INTEGER(last);
  SHOW_INTEGER(i);
}

int main(void) {
  constant_ends();
  other_ends(200 + zero, 10 + zero, 32000 + zero);
  meets(250 + zero, 20 + zero);
  for (int k = 0; k < 70000; ++k)
    bytes[k] = k < 65539 ? (k * 7 + k / 300) % 50 : 200;
  counts(bytes + 3, 65005 + zero, 2000 + zero);
  leaves(200 + zero, 10 + zero);
  return 0;
}
