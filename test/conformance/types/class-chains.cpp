// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Methods that return references, called in chains; assignment from another type; places that calls give.
// RUN: %conform %s %t
#include "show.h"
struct M {
  int v[4];
  int &operator[](int i) { return v[i]; }
  int operator[](int i) const { return v[i]; }
  M &operator=(int x) {
    for (int k = 0; k < 4; ++k)
      v[k] = x;
    return *this;
  }
};
struct Acc {
  long s = 0;
  Acc &add(int x) {
    s += x;
    return *this;
  }
  Acc &&fin() && {
    s *= 2;
    return static_cast<Acc &&>(*this);
  }
};
int main() {
  enum { N = 30 };
  static M m[N];
  static long o[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    M t;
    t = i;
    t[1] = t[2] = 7;
    m[i] = t;
    m[i][3] += 5;
    (m[i] = 3)[0]++;
    Acc a;
    a.add(1).add(i).add(3);
    o[i] = a.s + Acc().add(i).s + m[i][0] + t[1];
    int k = 1;
    o[i] += t[k++];
    auto &r = m[i];
    r[k] = 9;
  }
  SHOW_INTEGERS("o", o, N);
  SHOW_INTEGERS("m", &m[0].v[0], 4 * N);
}
