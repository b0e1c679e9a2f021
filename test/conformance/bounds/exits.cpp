// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with exits over containers, checked where they stand: in a template, in
// a member function, in a range loop, and with an object to destroy.
// RUN: %conform %s %t --native
#include "errors.h"
#include "show.h"
#include <array>
#include <vector>

template <typename T>
static int find(const std::vector<T> &v, int n, T x) {
#pragma twofold parallel for bounds
  for (int i = 0; i < n; ++i)
    if (v[i] == x)
      return i;
  return -1;
}

static int left;
struct Guard {
  ~Guard() { ++left; }
};

struct Table {
  std::vector<int> next;
  int value[5];
  int follow(int x) const {
#pragma twofold parallel for bounds
    for (int i = 0; i < (int)next.size(); ++i)
      if (value[next[i]] == x)
        return i;
    return -1;
  }
  static int guarded(const int (&steps)[7], const int (&value)[5], int x) {
#pragma twofold parallel for bounds
    for (int i = 0; i < 7; ++i) {
      Guard guard;
      if (value[steps[i]] == x)
        return i;
    }
    return -1;
  }
};

static int above(std::vector<int> &steps, const std::vector<int> &v) {
  int seen = 0;
#pragma twofold parallel for bounds
  for (int s : steps) {
    ++seen;
    if (v[s] > 90)
      return seen;
  }
  return -seen;
}

static int counted(const std::array<int, 5> &cells, int n, int x) {
#pragma twofold parallel for bounds
  for (int i = 0; i < n; ++i)
    if (cells[i] == x)
      return i;
  return -1;
}

int main() {
  std::vector<int> v(80);
  for (int i = 0; i < 80; ++i)
    v[i] = i * 7 % 83;
  SHOW_INTEGER(find(v, 80, 21));
  SHOW_INTEGER(find(v, 800, 21));
  SHOW_INTEGER(find(v, 80, 1000));
  VIOLATES(v, 80, 80, 14)
  find(v, 90, 1000);
  VIOLATED();

  int steps[7] = {3, 1, 4, 0, 2, 9, 1}, value[5] = {5, 6, 7, 8, 9};
  Table t{{3, 1, 4, 0, 2, 9, 1}, {5, 6, 7, 8, 9}};
  SHOW_INTEGER(t.follow(7));
  VIOLATES(value, 9, 5, 30)
  t.follow(70);
  VIOLATED();
  SHOW_INTEGER(Table::guarded(steps, value, 7));
  SHOW_INTEGER(left);
  left = 0;
  VIOLATES(value, 9, 5, 38)
  Table::guarded(steps, value, 70);
  VIOLATED();
#ifndef WITH_PLUGIN
  left = 6;
#endif
  SHOW_INTEGER(left);

  std::vector<int> walk = {2, 4, 6, 50, 81};
  v[50] = 91;
  SHOW_INTEGER(above(walk, v));
  v[50] = 1;
  VIOLATES(v, 81, 80, 50)
  above(walk, v);
  VIOLATED();

  SHOW_INTEGER(counted({5, 6, 7, 8, 9}, 9, 8));
  VIOLATES(cells, 5, 5, 59)
  counted({5, 6, 7, 8, 9}, 9, 80);
  VIOLATED();
}
