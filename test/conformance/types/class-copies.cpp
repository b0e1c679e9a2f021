// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies that a class defines itself: by constructor, by assignment, as arguments and results.
// RUN: %conform %s %t
#include "show.h"

struct Tracked {
  int value, copies;
  Tracked(int v = 0) : value(v), copies(0) {}
  Tracked(const Tracked &o) : value(o.value), copies(o.copies + 1) {}
  Tracked &operator=(const Tracked &o) {
    value = o.value;
    copies = o.copies + 10;
    return *this;
  }
};
struct Holder {
  Tracked inner;
  int n = 3;
};
static int byValue(Tracked t) { return t.value * 100 + t.copies; }
static Tracked chosen(const Tracked &a, const Tracked &b, bool first) {
  return first ? a : b;
}

int main() {
  enum { N = 30 };
  static int out[N];
  static Tracked shared[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    Tracked a(i), b = a, c(b);
    Tracked d;
    d = c;
    shared[i] = d;
    Holder h{a}, g = h;
    Holder k;
    k = g;
    out[i] = byValue(c) + byValue(shared[i]) + chosen(a, d, i % 2).copies +
             g.inner.copies * 3 + k.inner.copies * 7 + byValue(9);
  }
  SHOW_INTEGERS("out", out, N);
  for (const Tracked &t : shared)
    SHOW_INTEGER(t.value * 1000 + t.copies);
}
