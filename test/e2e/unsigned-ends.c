// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that all iterations update under conditions on unsigned numbers of
// 64 bits, which are greater than any signed one. That iterations leave each
// other's elements alone must not follow from taking them for negative ones.
// RUN: %e2e %s %t --native
// RUN: %e2e %s %t --native -O3 -march=native
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 20000, Rounds = 40 };
static unsigned char a[N];
static unsigned b[N];
static uint64_t table[16], counts[16];
static signed char number = 3;

#define LOOP(NAME, CONDITION)                                                  \
  static void NAME(uint64_t *out) {                                            \
    uint64_t h[16] = {0};                                                      \
    _Pragma("twofold parallel for") for (long i = 0; i < N; ++i) {             \
      if (CONDITION)                                                           \
        h[b[i] & 15] += table[i & 15] & 255;                                   \
    }                                                                          \
    memcpy(out, h, sizeof h);                                                  \
  }
LOOP(index_below, (uint64_t)i < (uint64_t)~(uint64_t)number)
LOOP(load_below, (uint64_t)a[i] % 5 < (uint64_t)~(uint64_t)number)
LOOP(other_load_below, (uint64_t)a[i] < (uint64_t)~(uint64_t)number)
LOOP(not_above, !((uint64_t)i >= (uint64_t)-(uint64_t)number))

static void show(const char *name, void (*loop)(uint64_t *)) {
  uint64_t sum = 0;
  for (int round = 0; round < Rounds; ++round) {
    loop(counts);
    for (int k = 0; k < 16; ++k)
      sum = sum * 31 + counts[k];
  }
  printf("%s %llu\n", name, (unsigned long long)sum);
}

int main(void) {
  for (int k = 0; k < N; ++k) {
    a[k] = (unsigned char)(k * 77 >> 3);
    b[k] = (unsigned)k * 2654435761u >> 7;
  }
  for (unsigned k = 0; k < 16; ++k)
    table[k] = k * 0x9e3779b97f4a7c15u;
  show("index", index_below);
  show("load", load_below);
  show("other load", other_load_below);
  show("not above", not_above);
}
