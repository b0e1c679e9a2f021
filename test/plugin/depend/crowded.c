// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts that select fewer elements than iterations may run.
// RUN: %clang %plugin -c -O1 -o /dev/null -Xclang -verify %s

#include <stdint.h>

extern uint32_t hash(uint32_t) __attribute__((const));
static inline uint64_t finished(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  return x ^ x >> 31;
}
struct table {
  int last[64];
  int n;
};

void meet(int *last, int *key, double *x, struct table *t, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(i ^ i >> 3) & 127] = i; // expected-warning {{this subscript selects one of 128 elements of 'last', and where more iterations run than that, some meet there, so they run in order; give each iteration an element of its own, or say 'independent(last)' if no two come to one}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[finished((uint64_t)i) & 255] = i; // expected-warning {{selects one of 256 elements of 'last'}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[finished((uint64_t)i) % 1000] = i; // expected-warning {{selects one of 1000 elements of 'last'}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[finished((uint64_t)i) >> 54] = i; // expected-warning {{selects one of 1024 elements of 'last'}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(int)(x[i] * 3) & 63] = i; // expected-warning {{selects one of 64 elements of 'last'}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    t->last[key[i] & 63] = i; // expected-warning {{selects one of 64 elements of 't'}}
#pragma twofold parallel for
  for (int i = 0; i < 1025; ++i)
    last[(i * 5 ^ 3) & 1023] = i; // expected-warning {{selects one of 1024 elements of 'last'}}
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 30; ++j)
      last[(i * 31 ^ j * 17) & 1023] = i; // expected-warning {{selects one of 1024 elements of 'last'}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      last[64 * k + ((i ^ k) & 63)] = i; // expected-warning {{selects one of 64 elements of 'last'}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[key[i] ? 3 : 5] = i; // expected-warning {{selects one of 2 elements of 'last'}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int at = 0;
    if (key[i] > 2)
      at = 1;
    else if (key[i])
      at = 2;
    last[at] = i; // expected-warning {{selects one of 3 elements of 'last'}}
  }
}

void apart(int *restrict last, int *restrict key, int *restrict weight,
           int rows[][64], int n) {
  const int fixed = 1024;
  int kept = 1024;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(i ^ i >> 1) & (n - 1)] = i;
#pragma twofold parallel for
  for (int i = 0; i < 2; ++i)
    last[key[i] ? 3 : 5] = i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[key[i] ? 3 : 5] = 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (weight[i])
      last[key[i] ? 3 : 5] = i;
#pragma twofold parallel for
  for (int i = 0; i < 1024; ++i)
    last[(i * 5 ^ 3) & 1023] = i;
#pragma twofold parallel for
  for (int i = 0; i < fixed; ++i)
    last[(i * 5 ^ 3) & 1023] = i;
#pragma twofold parallel for
  for (int i = 0; i < kept; ++i)
    last[(i * 5 ^ 3) & 1023] = i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(i ^ i >> 3) & 127] = 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (key[i] > 3)
      last[(i ^ i >> 3) & 127] = i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    rows[i][(i ^ i >> 3) & 63] = i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(i << 6) + ((i ^ i >> 3) & 63)] = i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(i ^ i >> 3) & 127] += weight[i];
#pragma twofold parallel for independent(last)
  for (int i = 0; i < n; ++i)
    last[(i ^ i >> 3) & 127] = i;
#pragma twofold parallel for
  for (unsigned char i = 0; i < n; ++i)
    last[(i ^ 3) & 255] = i;
  for (int g = 0; g < n; ++g)
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      last[i & 127] = i;
}
