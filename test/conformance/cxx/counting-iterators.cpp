// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterators that count: narrow numbers, a second member, downwards, a step.
// RUN: %conform %s %t -std=c++20
#include "show.h"
#include <iterator>
#include <vector>

template <class T> struct counter {
  const int *table;
  T at;
  int operator*() const { return table[at]; }
  counter &operator++() {
    ++at;
    return *this;
  }
  counter &operator--() {
    --at;
    return *this;
  }
  counter &operator+=(long n) {
    at = T(at + n);
    return *this;
  }
  long operator-(const counter &o) const { return long(at) - long(o.at); }
  bool operator!=(const counter &o) const { return at != o.at; }
  bool operator<(const counter &o) const { return at < o.at; }
};

int main() {
  static int table[200], out[200], back[200];
  std::vector<int> v(60);
  for (int i = 0; i < 200; ++i)
    table[i] = i * 7 % 31;
#pragma twofold parallel for
  for (counter<unsigned char> it{table, 100};
       it != counter<unsigned char>{table, 200}; ++it)
    out[it.at] = *it;
#pragma twofold parallel for
  for (counter<long> it{table, 150}; it != counter<long>{table, 20}; --it)
    back[it.at] = *it + 1;
#pragma twofold parallel for
  for (auto it = v.rbegin() + 2; it < v.rend() - 1; it += 3)
    *it = it[1] + 7;
  SHOW_INTEGERS("out", out, 200);
  SHOW_INTEGERS("back", back, 200);
  SHOW_INTEGERS("v", v, 60);
}
