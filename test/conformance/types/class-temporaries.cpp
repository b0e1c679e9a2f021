// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Temporaries in expressions: members and operators of results, references bound to them, arguments by value.
// RUN: %conform %s %t
#include "show.h"

struct Q {
  int n, d;
  constexpr Q(int n, int d = 1) : n(n), d(d) {}
  constexpr Q operator*(Q o) const { return Q(n * o.n, d * o.d); }
  constexpr Q operator+(Q o) const { return Q(n * o.d + o.n * d, d * o.d); }
  constexpr Q operator-() const { return {-n, d}; }
  Q &operator*=(Q o) { return *this = *this * o; }
  Q operator++(int) { Q old = *this; n += d; return old; }
  Q &operator++() { n += d; return *this; }
  constexpr bool operator<(const Q &o) const { return n * o.d < o.n * d; }
  constexpr int whole() const { return n / d; }
};
static Q half(const Q &q) { return q * Q(1, 2); }
static int floorOf(Q q) { ++q; return q.whole(); }

int main() {
  enum { N = 30 };
  static int out[N];
  static Q sums[N] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    const Q &kept = Q(i, 3) + 2 * (i % 4 ? 1 : 3);
    Q a = half(kept) * half(-Q(3)) + half(half(i));
    Q b = a++;
    sums[i] = i % 2 ? a : b;
    (sums[i] *= Q(2)) *= 3;
    out[i] = floorOf(a) + floorOf({i, 4}) + (b < a) * 100 + (Q(1, 2) * Q(4)).n + half(i).d;
  }
  SHOW_INTEGERS("out", out, N);
  for (const Q &q : sums)
    SHOW_INTEGER(q.n * 1000 + q.d);
}
