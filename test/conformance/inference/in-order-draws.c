// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers drawn from counters in more than one statement: in order.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 300, K = 17 };
static int key[N], first[K], next[K];

static volatile int seed; // has others store and load it, and is no lock
static int drawn(void) {
  seed = (seed * 133 + 81) % 8095;
  return seed;
}

static int draw(int k) {
  int number = next[k];
  next[k] = number + 1;
  return number;
}
static int after(int k) {
  next[k] += 1;
  return next[k] - 1;
}
static int twice(int k) { return draw(k); }

static void begin(void) {
  for (int k = 0; k < K; ++k)
    next[k] = first[k];
}

int main(void) {
  static int out[9][N];
  for (int i = 0; i < N; ++i)
    key[i] = i * 31 % K;
  for (int i = 0; i < N; ++i)
    for (int k = key[i] + 1; k < K; ++k)
      first[k]++;
  begin();
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = key[i];
    out[0][next[k]] = i;
    next[k]++;
  }
  begin();
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int at = next[key[i]];
    next[key[i]] = at + 1;
    out[1][at] = i;
  }
  begin();
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    out[2][draw(key[i])] = i;
  begin();
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    out[3][after(key[i])] = i;
  begin();
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int *counter = &next[key[i]];
    out[4][*counter] = i;
    ++*counter;
  }
  begin();
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    out[5][twice(key[i])] = i;
  begin();
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    const int k = key[i];
    int at;
    at = next[k];
    out[6][at] = i;
    next[k] += 1;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    out[7][i] = drawn() + i;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 3; ++k)
      seed = (seed * 13 + key[i]) % 8095;
    out[8][i] = seed;
  }
  for (int r = 0; r < 9; ++r)
    SHOW_INTEGERS("out", out[r], N);
}
