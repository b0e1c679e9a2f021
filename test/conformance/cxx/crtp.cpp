// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A base class calls its derived class' accessor; fields of bases.
// RUN: %conform %s %t -std=c++17
#include "show.h"

template <class D> struct Base {
  float scale = 2;
  float twice(int i) const {
    return scale * static_cast<const D &>(*this).at(i);
  }
};
struct Storage {
  float *data;
};
struct View : Base<View>, Storage {
  explicit View(float *p) { data = p; }
  float at(int i) const { return data[i]; }
};

int main() {
  static float a[30], b[30];
  for (int i = 0; i < 30; ++i)
    a[i] = i;
  View v(a);
#pragma twofold parallel for
  for (int i = 0; i < 30; ++i)
    b[i] = v.twice(29 - i);
  SHOW_FLOATS("b", b, 30);
}
