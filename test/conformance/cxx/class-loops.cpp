// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in constructors, destructors, operators, static member functions, a
// template base, and default member functions.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

template <class Derived> struct filled {
  void fill(int value) {
    Derived &d = static_cast<Derived &>(*this);
#pragma twofold parallel for
    for (int i = 0; i < d.count(); ++i)
      d.cells[i] = value + i;
  }
};
static int last[40];

struct numbers : filled<numbers> {
  std::vector<int> cells;
  int count() const { return (int)cells.size(); }
  explicit numbers(int n) : cells(n) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      cells[i] = i * 3;
  }
  ~numbers() {
    int *to = last;
#pragma twofold parallel for
    for (int i = 0; i < 40; ++i)
      to[i] += cells[i];
  }
  numbers &operator+=(const numbers &o) {
#pragma twofold parallel for
    for (int i = 0; i < count(); ++i)
      cells[i] += o.cells[i];
    return *this;
  }
  static int sum(const numbers &n) {
    int s = 0;
#pragma twofold parallel for
    for (int i = 0; i < n.count(); ++i)
      s += n.cells[i];
    return s;
  }
};

/// What a constructor's body assigns.
struct window {
  const int *first, *behind;
  int sum;
  window(const int *from, int n) : first(from) {
    behind = from + n;
    first += 1;
    sum = 0;
    for (const int *at = first; at != behind; ++at)
      sum += *at;
  }
};

static void windows(const int *from, int *to, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    window w(from + i, 5);
    to[i] = w.sum - *w.first;
  }
}

int main() {
  {
    numbers a(40), b(40);
    b.fill(7);
    a += b;
    SHOW_INTEGER(numbers::sum(a));
  }
  SHOW_INTEGERS("last", last, 40);
  int sums[30];
  windows(last, sums, 30);
  SHOW_INTEGERS("windows", sums, 30);
}
