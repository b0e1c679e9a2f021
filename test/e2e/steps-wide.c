// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps so wide that those of a whole vector leave the type: of every type that
// may be, up and down, with bounds at the type's ends, written and computed.
// RUN: %e2e %s %t --native --many-kernels
// RUN: %e2e %s %t --native --many-kernels -O3 -march=native
#include "Inputs/show.h"
#include <limits.h>
#include <stdint.h>

static unsigned long sum, count, bits;

#define LOOP(T, init, cond, step)                                              \
  do {                                                                         \
    sum = count = bits = 0;                                                    \
    _Pragma("twofold parallel for") for (T i = init; cond; step) {             \
      sum += (unsigned long)(i >> 4);                                          \
      bits ^= (unsigned long)i * 3;                                            \
      ++count;                                                                 \
    }                                                                          \
    printf("%s %s %s: %lx %lx %lu\n", #T, #cond, #step, sum, bits, count);     \
  } while (0)

#define SIGNED(T, low, high, half)                                             \
  LOOP(T, low, i < high - half, i += half);                                    \
  LOOP(T, low, i <= high - half, i += half);                                   \
  LOOP(T, low, i < high - half / 2, i += half / 2);                            \
  LOOP(T, low, i < high - half / 4, i = i + half / 4);                         \
  LOOP(T, low, i < high - half / 32, i += half / 32);                          \
  LOOP(T, low + 5, i < high - half / 2, i += half / 2 - 1);                    \
  LOOP(T, high, i > low + half, i -= half);                                    \
  LOOP(T, high, i >= low + half / 2, i -= half / 2);                           \
  LOOP(T, high, i > low + half / 8, i += -(half / 8));                         \
  LOOP(T, from, i < to, i += half);                                            \
  LOOP(T, from, i < to, i += half / 16);                                       \
  LOOP(T, to, i > from + half / 2, i -= half / 2);                             \
  LOOP(T, from, i < to, i += by);                                              \
  LOOP(T, to, i > from + half / 2, i -= by)

static void ints(int from, int to, int by) {
  SIGNED(int, INT_MIN, INT_MAX, (1 << 30));
}
static void longs(int64_t from, int64_t to, int64_t by) {
  SIGNED(int64_t, INT64_MIN, INT64_MAX, ((int64_t)1 << 62));
}
static void shorts(short from, short to, short by) {
  SIGNED(short, SHRT_MIN, SHRT_MAX, (1 << 14));
}
static void chars(signed char from, signed char to, signed char by) {
  SIGNED(signed char, SCHAR_MIN, SCHAR_MAX, (1 << 6));
}

#define UNSIGNED(T, high, half)                                                \
  LOOP(T, 0, i < high - half, i += half);                                      \
  LOOP(T, 0, i <= high - half / 2, i += half / 2);                             \
  LOOP(T, 3, i < high - half / 8, i += half / 8);                              \
  LOOP(T, high, i > half, i -= half);                                          \
  LOOP(T, high, i > half / 4, i -= half / 4);                                  \
  LOOP(T, from, i < to, i += half / 2);                                        \
  LOOP(T, from, i < to, i += by)

static void unsigneds(unsigned from, unsigned to, unsigned by) {
  UNSIGNED(unsigned, UINT_MAX, (1u << 31));
}
static void bytes(unsigned char from, unsigned char to, unsigned char by) {
  UNSIGNED(unsigned char, UCHAR_MAX, (1 << 7));
}
static void sizes(uint64_t from, uint64_t to, uint64_t by) {
  UNSIGNED(uint64_t, UINT64_MAX, ((uint64_t)1 << 63));
}

static void nests(void) {
  static unsigned long seen[3 * 4];
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < 3; ++i)
    for (int j = INT_MIN; j < INT_MAX - (1 << 30); j += 1 << 30)
      seen[i * 4 + (j / (1 << 30) + 2)] = (unsigned long)(j >> 4) + (unsigned)i;
  SHOW_INTEGERS("seen", seen, 12);
  long total = 0;
#pragma twofold parallel for collapse(2) reduction(+ : total)
  for (int i = INT_MAX; i > INT_MIN + (1 << 29); i -= 1 << 29)
    for (long j = LONG_MIN; j < LONG_MAX - (1L << 61); j += 1L << 61)
      total += (i >> 5) ^ (j >> 33);
  SHOW_INTEGER(total);
}

static int after(void) {
  int i;
#pragma twofold parallel for
  for (i = INT_MIN; i < INT_MAX - (1 << 30); i += 1 << 30) {
    if (i < 0)
      continue;
    bits = 1;
  }
  return i;
}

int main(void) {
  ints(INT_MIN, INT_MAX - (1 << 30), 1 << 29);
  longs(INT64_MIN, INT64_MAX - ((int64_t)1 << 62), (int64_t)1 << 60);
  shorts(SHRT_MIN, SHRT_MAX - (1 << 14), 1 << 13);
  chars(SCHAR_MIN, SCHAR_MAX - (1 << 6), 1 << 5);
  unsigneds(7, UINT_MAX - (1u << 30), 1u << 29);
  bytes(7, UCHAR_MAX - (1 << 6), 1 << 5);
  sizes(7, UINT64_MAX - ((uint64_t)1 << 62), (uint64_t)1 << 61);
  nests();
  SHOW_INTEGER(after());
  return 0;
}
