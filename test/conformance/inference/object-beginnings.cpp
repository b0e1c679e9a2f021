// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partial sums begin with a new object, zero where its constructor says nothing.
// RUN: %conform %s %t
#include "show.h"

enum { N = 140 };

struct range { // nothing but its members' initialisers
  double low = 1e300, high = -1e300;
  range &operator+=(const range &o) {
    low = o.low < low ? o.low : low;
    high = o.high > high ? o.high : high;
    return *this;
  }
  range &operator+=(double x) { return *this += point(x); }
  static range point(double x) {
    range r;
    r.low = r.high = x;
    return r;
  }
};
struct tally { // a constructor that leaves the numbers alone
  int count[3];
  bool any;
  tally() {}
  tally &operator+=(const tally &o) {
    for (int k = 0; k < 3; ++k)
      count[k] += o.count[k];
    any = any || o.any;
    return *this;
  }
};
template <typename T> struct base {
  T weight;
  base(T w = T()) { weight = w; }
};
template <typename T> struct moment : base<T> {
  base<T> part;
  short n = 0;
  moment(T w = T()) : base<T>(w) {}
};
template <typename T>
moment<T> operator+(const moment<T> &a, const moment<T> &b) {
  moment<T> c(a.weight + b.weight);
  c.part = base<T>(a.part.weight + b.part.weight);
  c.n = a.n + b.n;
  return c;
}

int main() {
  static double x[N];
  static tally t[N];
  for (int i = 0; i < N; ++i) {
    x[i] = (i * 37 + 11) % 101 - 20;
    t[i].count[0] = i, t[i].count[1] = i % 5, t[i].count[2] = -1;
    t[i].any = i == 77;
  }
  range r, none;
  tally all = t[3];
  moment<double> m(2);
#pragma twofold parallel for reduction(+ : all)
  for (int i = 0; i < N; ++i) {
    r += x[i];
    if (i > N)
      none += x[i];
    all += t[i];
    moment<double> one(x[i]);
    one.part.weight = 2 * i;
    one.n = 1;
    m = m + one;
  }
  double results[] = {r.low,        r.high,       none.low, none.high, m.weight,
                      m.part.weight, double(m.n), double(all.any)};
  SHOW_FLOATS("results", results, 8);
  SHOW_INTEGERS("counts", all.count, 3);
}
