// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours depend on each other under conditions on wide numbers, on what is
// left of them in narrow types, and on numbers that conditions choose: calls
// compute these, find the dependence, and let loops be in which the conditions
// keep iterations apart.
// RUN: %clang %plugin -O1 -Werror=pass-failed %s -o %t %runtime_flags
// RUN: env TWOFOLD_INFO=1 TWOFOLD_DEVICE=native %t > %t.out 2> %t.told
// RUN: %clang -w -O1 %s -o %t.serial
// RUN: %t.serial > %t.right
// RUN: diff %t.right %t.out
// RUN: %FileCheck %s < %t.told
#include <stdint.h>
#include <stdio.h>

enum { N = 400 };
static double a[N];
static uint64_t key[N], other[N];
static int16_t narrow[N];
static int divisor[N];

static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < N; ++i) {
    sum = sum * 0.75 + a[i];
    a[i] = i % 13;
  }
  printf("%s %.17g\n", what, sum);
}

static inline uint64_t between(uint64_t x, uint64_t low, uint64_t high) {
  if (x < low)
    return low;
  return x > high ? high : x;
}

#define WHERE(CONDITION)                                                       \
  _Pragma("twofold parallel for") for (int i = 2; i < n - 4; ++i) if (         \
      CONDITION) a[i] = a[i - 2] + 0.5 * a[i + 4];                             \
  show(#CONDITION)

static void dependent(int n, uint64_t pivot) {
  // CHECK: wide-conditions.c:[[#@LINE+1]]: runs in order from this call on
  WHERE(key[i] < pivot);
  // CHECK: wide-conditions.c:[[#@LINE+1]]: runs in order from this call on
  WHERE((int)key[i] % 3 != 1);
  // CHECK: wide-conditions.c:[[#@LINE+1]]: runs in order from this call on
  WHERE((uint8_t)key[i] > 100);
  // CHECK: wide-conditions.c:[[#@LINE+1]]: runs in order from this call on
  WHERE((key[i] > other[i] ? key[i] : (uint64_t)narrow[i]) % 3 != 1);
  // CHECK: wide-conditions.c:[[#@LINE+1]]: runs in order from this call on
  WHERE(between((uint64_t)narrow[i], key[i], other[n - i]) % 3 != 1);
  // CHECK: wide-conditions.c:[[#@LINE+1]]: runs in order from this call on
  WHERE((uint64_t)(i >= pivot) % 3 != 1);
  // Of what is divided by negative numbers nothing is known.
  // CHECK: wide-conditions.c:[[#@LINE+1]]: runs in order from this call on
  WHERE(7000 / divisor[i] % 5 != 4);
}

/// The first of three points is computed from the others.
static void apart(int n, uint64_t many) {
  // CHECK-NOT: in order
  WHERE(i % 6 == 0 && key[i] != many);
  WHERE((uint8_t)(key[i] >> 60 | 15) == 15 && i % 3 == 0 && i % 6 == 0);
  WHERE(between((uint64_t)i % 6, 0, key[i] | 40) == 0);
}

int main(void) {
  show("begin");
  for (int i = 0; i < N; ++i) {
    key[i] = (uint64_t)i * 0x9e3779b97f4a7c15ull;
    other[i] = key[i] << 9 ^ key[i] >> 20;
    narrow[i] = (int16_t)(key[i] >> 30);
    divisor[i] = -1 - i % 7;
  }
  dependent(N, 0xd000000000000000ull);
  apart(N, 0xf000000000000000ull);
}
