// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What called functions change, through references, pointers, members and
// statics: in order, with the serial results.
// RUN: %conform %s %t --native
#include "show.h"
#include <vector>

enum { N = 200 };
static unsigned total = 1;
static void mix(unsigned &s, int e) { s = s * 3 + e; }
static void mix(unsigned *s, int e) { *s = *s * 7 + e; }
static void mix_total(int e) { total = total * 5 + e; }
static int counter() {
  static int calls;
  return ++calls;
}
static int remembered(int key, int e) {
  static int known[16];
  if (!known[key & 15])
    known[key & 15] = e + 1;
  return known[key & 15];
}
// By way of a pointer that a function is given.
static int exchange(int *at, int e) {
  const int before = *at;
  *at = e;
  return before;
}
static int found_before(int key, int e) {
  static int last[16];
  int sum = 0;
  for (int more = 0; more < 40; ++more)
    sum += exchange(last + ((key + more) & 15), e);
  return sum;
}
struct state {
  unsigned seed = 1;
  std::vector<int> seen;
  unsigned next(int e) { return seed = seed * 9 + e; }
  void run(const int *x, unsigned *y) {
#pragma twofold parallel for
    for (int i = 0; i < N; ++i)
      y[i] = next(x[i]);
#pragma twofold parallel for
    for (int i = 0; i < N; ++i) {
      if (x[i] > 4)
        seed = seed * 2 + x[i];
      if (x[i] == 7)
        seen.push_back(i);
    }
  }
};

// The inner calls have other arrays and other iterations by the same names.
static unsigned cells[50], inner[50];
static void again(unsigned *a, int depth, int value) {
#pragma twofold parallel for
  for (int i = 0; i < 50; ++i)
    if (depth)
      again(depth & 1 ? inner : a, depth - 1, i);
    else
      a[i] = a[i] * 3 + value;
}

// Its calls of itself, and those behind many others, come to other elements.
static unsigned halved[4000];
static void halve(int at, int depth, unsigned value) {
  if (depth)
    halve(at / 2, depth - 1, value);
  else
    halved[at] = halved[at] * 3 + value;
}

int main() {
  static int x[N];
  static unsigned y[N], z[N];
  unsigned a = 1, b = 1;
  state s;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    mix(a, x[i]);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    mix(&b, x[i]);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    mix_total(x[i]);
    z[i] = counter();
  }
  s.run(x, y);
  static int r[N], c[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    r[i] = remembered(x[i], i);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    static int last[19];
    c[i] = last[x[i]];
    last[x[i]] = i;
  }
  static int f[N * 100];
#pragma twofold parallel for
  for (int i = 0; i < N * 100; ++i)
    f[i] = found_before(x[i % N], i);
  unsigned results[] = {a, b, total, s.seed};
  SHOW_INTEGERS("results", results, 4);
  SHOW_INTEGERS("y", y, N);
  SHOW_INTEGERS("z", z, N);
  SHOW_INTEGERS("r", r, N);
  SHOW_INTEGERS("c", c, N);
  SHOW_INTEGERS("f", f, N * 100);
  SHOW_INTEGERS("seen", s.seen, (long)s.seen.size());
  again(cells, 1, 1);
  again(cells, 2, 1);
  SHOW_INTEGERS("cells", cells, 50);
  SHOW_INTEGERS("inner", inner, 50);
#pragma twofold parallel for
  for (int i = 0; i < 4000; ++i)
    halve(i, 3, i);
  SHOW_INTEGERS("halved", halved, 500);
}
