// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that functions update, through pointers that they are given.
// RUN: %e2e %s %t --native
#include <stdint.h>
#include <stdio.h>

enum { N = 20000, Bins = 61 };
static int key[N];
static unsigned h[Bins];
static uint64_t words[16];
static float best[Bins];
static long low[Bins];

struct Set {
  uint64_t *words;
  unsigned size;
};

struct Table {
  struct Set *sets;
  unsigned counts[Bins];
};

static void add(unsigned *to, int k) { to[k] += 1; }

static void addTo(unsigned *one, unsigned by) { *one += by; }

static int bump(unsigned *to, int k) {
  if (k < 0)
    return -1;
  if (k >= Bins) {
    return -2;
  }
  return (int)to[k]++;
}

static void setBit(struct Set *s, unsigned u) {
  if (u < s->size)
    s->words[u >> 6] |= 1ull << (u & 63);
}

static void insertAll(struct Table *t, int k) {
  setBit(&t->sets[k & 1], (unsigned)k);
  add(t->counts, k % Bins);
}

static void keepBest(float *to, int k, float v) {
  if (v > to[k])
    to[k] = v;
}

static void keepLow(long *to, int k, long v) { to[k] = v < to[k] ? v : to[k]; }

static void reset(void) {
  for (int k = 0; k < Bins; ++k) {
    h[k] = (unsigned)k;
    best[k] = -1;
    low[k] = 1 << 30;
  }
  for (int w = 0; w < 16; ++w)
    words[w] = 0;
}

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int k = 0; k < Bins; ++k)
    hash = (hash ^ h[k] ^ (unsigned long long)low[k]) * 1099511628211ull +
           (unsigned long long)(best[k] * 4 + 8);
  for (int w = 0; w < 16; ++w)
    hash = (hash ^ words[w]) * 1099511628211ull;
  printf("%s %016llx\n", name, hash);
  reset();
}

static void counts(unsigned *to, const int *k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    add(to, k[i] % Bins);
}

static void places(unsigned *to, const int *k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    addTo(&to[k[i] % Bins], 3);
    addTo(to + (k[i] + 1) % Bins, 2);
  }
}

static void guarded(unsigned *to, const int *k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    bump(to, k[i] % 80 - 9);
}

static void bits(struct Set *s, const int *k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (k[i] & 1)
      setBit(s, (unsigned)k[i]);
}

static void deep(struct Table *t, const int *k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    insertAll(t, k[i]);
}

static void extrema(float *to, long *lows, const int *k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    keepBest(to, k[i] % Bins, (float)(k[i] % 1009));
    keepLow(lows, k[i] % Bins, k[i] % 977);
  }
}

// A row for each iteration, and updates of others' elements in one function.
static void both(unsigned *own, unsigned *all, const int *k, int i) {
  own[i] += (unsigned)k[i];
  all[k[i] % Bins] += 2;
}
static unsigned row[N];
static void rows(const int *k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    both(row, h, k, i);
}

// The value is used, and the order matters.
static unsigned drawn[N];
static void used(unsigned *to, const int *k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    drawn[i] = (unsigned)bump(to, k[i] % Bins);
}

int main(void) {
  for (int i = 0; i < N; ++i)
    key[i] = (int)((unsigned)i * 2654435761u >> 7 & 1023);
  reset();
  counts(h, key, N);
  show("counts");
  places(h, key, N);
  show("places");
  guarded(h, key, N);
  show("guarded");
  struct Set one = {words, 900};
  bits(&one, key, N);
  show("bits");
  static struct Set two[2];
  static struct Table t;
  two[0] = (struct Set){words, 800};
  two[1] = (struct Set){words + 4, 700};
  t.sets = two;
  deep(&t, key, N);
  for (int k = 0; k < Bins; ++k)
    h[k] += t.counts[k];
  show("deep");
  extrema(best, low, key, N);
  show("extrema");
  rows(key, N);
  for (int i = 0; i < N; ++i)
    h[i % Bins] += row[i] * 7;
  show("rows");
  used(h, key, N);
  for (int i = 0; i < N; ++i)
    h[i % Bins] += drawn[i] * 7;
  show("used");
}
