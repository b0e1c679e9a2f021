// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of base classes, using-declarations, hidden members, protected
// pointers, final overriders of virtual functions called by their class.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

struct storage {
protected:
  int *data;
  int n;

public:
  storage(int *d, int n) : data(d), n(n) {}
  int size() const { return n; }
  int &operator[](int i) { return data[i]; }
  const int &operator[](int i) const { return data[i]; }
};
struct offset {
  int by = 2;
  int moved(int i) const { return i + by; }
};
struct table : storage, offset {
  using storage::storage;
  using storage::operator[];
  int at(int i) const { return (*this)[moved(i)] + by; }
  void fill() {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      data[i] = i * by;
  }
};
struct strided : offset {
  int *data;
  strided(offset o, int *data) : offset(o), data(data) {}
  int &at(int i) { return data[moved(i) + by]; }
};
struct shape {
  virtual ~shape() = default;
  virtual int area(int i) const = 0;
};
struct square final : shape {
  int side;
  explicit square(int s) : side(s) {}
  int area(int i) const override { return side * i; }
};

int main() {
  static int a[66], b[66];
  table t(a, 66);
  t.fill();
  square s(4);
#pragma twofold parallel for
  for (int i = 0; i < t.size() - 2; ++i)
    b[i] = t.at(i) + t[i];
#pragma twofold parallel for
  for (int i = 0; i < 66; ++i)
    b[i] += s.area(i);
#pragma twofold parallel for
  for (int i = 0; i < 16; ++i) {
    offset o;
    strided s(o, a + 4 * i);
    o.by = 1;
    s.at(0) += i;
    s.by = o.by;
    s.at(0) -= i + 3;
  }
  SHOW_INTEGERS("a", a, 66);
  SHOW_INTEGERS("b", b, 66);
}
