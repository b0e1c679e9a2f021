// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers drawn from counters at places that are computed from the iteration's
// number, and stores there: products that wrap, shifts, masks, remainders.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 6000, K = 128 };
static int count[K], out[K][N], last[K];
static unsigned key[N];
static unsigned long long wide[N];

static void show(const char *what) {
  unsigned sum = 0;
  for (int k = 0; k < K; ++k) {
    for (int i = 0; i < count[k]; ++i)
      sum = sum * 31 + (unsigned)out[k][i];
    sum = sum * 31 + (unsigned)last[k];
    count[k] = last[k] = 0;
  }
  printf("%s %u\n", what, sum);
}

static unsigned mixed(unsigned x) {
  x ^= x >> 7;
  x *= 0x9e3779b9u;
  x ^= x >> 15;
  return x & (K - 1);
}

static unsigned long long finished(unsigned long long x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

/// Stores whose places only the call can tell.
static void stores(int n, unsigned mask, int low) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[((unsigned)i ^ (unsigned)i >> 3) & mask] = i;
  show("mask of the call");
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[finished((unsigned long long)i) % (mask + 1ull)] = i;
  show("wide remainder");
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(unsigned long long)i * 0x9e3779b97f4a7c15ull >> 57] = i;
  show("wide shift");
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(wide[i] ^ wide[i] >> 7) & mask] = i;
  show("wide keys");
#pragma twofold parallel for
  for (int i = 0; i < K; ++i)
    last[(i >> 1) ^ low] = i;
  show("pairs");
#pragma twofold parallel for
  for (int i = 0; i < K; ++i)
    last[i | low] = i;
  show("or");
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last[(unsigned char)(i * 5 ^ i >> 4) >> 1 & (int)mask] = i;
  show("byte");
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    key[i] = (unsigned)(i / 3);
    wide[i] = finished((unsigned long long)i);
  }
  stores(N, K - 1, 5);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    unsigned h = (unsigned)i * 2654435761u % 97;
    out[h][count[h]++] = i;
  }
  show("remainder");
#pragma twofold parallel for
  for (unsigned i = 0; i < N; ++i) {
    unsigned h = i * 2654435761u >> 25;
    out[h][count[h]] = (int)i;
    count[h] += 1;
  }
  show("shift");
#pragma twofold parallel for
  for (unsigned i = 0; i < N; ++i) {
    unsigned h = (i ^ i >> 3) & 63;
    out[h][count[h]++] = (int)i;
  }
  show("mask");
#pragma twofold parallel for
  for (unsigned i = N; i > 0; --i) {
    unsigned h = mixed(i);
    out[h][count[h]++] = (int)i;
  }
  show("mixed");
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    unsigned h = (key[i] ^ key[i] >> 4) & 127;
    out[h][count[h]++] = i;
  }
  show("keys");
#pragma twofold parallel for
  for (unsigned i = 0; i < N; ++i)
    last[i * 2654435761u >> 25] = (int)i;
  show("last");
#pragma twofold parallel for
  for (unsigned i = 0; i < N; ++i)
    last[i * 40503u % 101] = (int)((unsigned)last[i * 40503u % 101] * 3 + i);
  show("chained");
}
