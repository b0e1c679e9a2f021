// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lambda that captures `*this` changes its own copy of the object, and `this`
// of a lambda that another object's method has made is that object.
// RUN: %e2e %s %t --native -std=c++20
#include "Inputs/show.h"

enum { Size = 500 };
static int first[Size + 1], second[Size + 1];

struct Row {
  int *at;
  int base;

  auto adder() {
    return [this](int k) { at[k] += base; };
  }
  auto counter() {
    return [*this](int k) mutable { at[k] += base += k; };
  }

  void run(Row &other) {
#pragma twofold parallel for
    for (int i = 0; i < Size; ++i) {
      auto own = [*this](int k) mutable {
        base = k;
        at[base] += k;
      };
      own(i);
    }
#pragma twofold parallel for
    for (int i = 0; i < Size; ++i) {
      auto outer = [*this](int k) mutable {
        auto inner = [this](int to) {
          base = to;
          at[base] += 4;
        };
        inner(k);
      };
      outer(i);
    }
    auto add = other.adder();
#pragma twofold parallel for
    for (int i = 0; i < Size; ++i) {
      auto count = other.counter();
      add(i);
      count(i);
    }
    SHOW_INTEGER(base);
    SHOW_INTEGER(other.base);
  }
};

int main() {
  Row one{first, 2}, other{second, 50};
  one.run(other);
  SHOW_INTEGERS("first", first, Size);
  SHOW_INTEGERS("second", second, Size);
}
