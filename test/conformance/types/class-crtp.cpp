// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A base that casts itself to what is derived from it.
// RUN: %conform %s %t
#include "show.h"

template <typename Derived> struct Metric {
  float squared() const {
    const Derived &d = static_cast<const Derived &>(*this);
    return d.length() * d.length();
  }
};
struct Named {
  int id = 5;
};
template <typename Derived> struct Counted {
  int count = 1;
  Derived &self() { return *static_cast<Derived *>(this); }
};
struct Pair : Metric<Pair> {
  float a, b;
  Pair(float a, float b) : a(a), b(b) {}
  float length() const { return a + b; }
};
struct Item : Named, Counted<Item> {
  int value = 2;
  int total() { return value + count + id; }
};

int main() {
  enum { N = 30 };
  static float out[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    Pair p(i, 2);
    Item t;
    t.count += i;
    out[i] = p.squared() + t.self().total();
  }
  SHOW_FLOATS("f_out", out, N);
}
