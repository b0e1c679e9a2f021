// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of objects in members, templates, range-for, and in a loop that is left.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <complex>
#include <vector>

enum { N = 100 };
using number = std::complex<double>;
struct box {
  double low[2] = {9, 9};
  bool hit = false;
  box &operator+=(const box &o) {
    for (int k = 0; k < 2; ++k)
      low[k] = o.low[k] < low[k] ? o.low[k] : low[k];
    hit |= o.hit;
    return *this;
  }
};
struct row {
  std::vector<number> v;
  number both() const {
    number s = 1.0, p = 1.0;
#pragma twofold parallel for
    for (const auto &z : v) {
      s += z;
      p *= z.real() > 50 ? number(0, 1) : 1.0;
    }
    return s + p;
  }
};
struct counted {
  long n, sum;
  friend counted operator+(counted a, counted b) {
    return {a.n + b.n, a.sum + b.sum};
  }
};
template <class T, class F> T total(int n, F f) {
  T t{};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    t = t + f(i);
  return t;
}

int main() {
  row h;
  static int x[N];
  for (int i = 0; i < N; ++i) {
    h.v.push_back({double(i), double(i % 7)});
    x[i] = i * i - 90;
  }
  number e = h.both(), left = 0;
  counted c = total<counted>(N, [&](int i) { return counted{1, x[i]}; });
  box b;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] > 2000)
      break;
    box one;
    one.low[i & 1] = x[i];
    one.hit = i == 3;
    b += one;
    left += number(i, 1);
  }
  double results[] = {e.real(), e.imag(), left.real(), left.imag(),
                      b.low[0], b.low[1], double(b.hit)};
  SHOW_FLOATS("results", results, 7);
  SHOW_INTEGER(c.n);
  SHOW_INTEGER(c.sum);
}
