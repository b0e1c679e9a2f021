// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments and subscripts with side effects are evaluated once, in order.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

struct Cursor {
  int *p;
  int next() { return *p++; }
  Cursor &skip(int n) { p += n; return *this; }
};

int main() {
  std::vector<int> v(100), out(50);
  for (int i = 0; i < 100; ++i)
    v[i] = i * i;
#pragma twofold parallel for
  for (int i = 0; i < 48; ++i) {
    int k = i;
    int a = v[k++];
    a += v[k += 1] * 3;
    Cursor c{v.data() + i};
    int first = c.next();
    int second = c.skip(1).next();
    auto it = v.begin() + k;
    int third = *it++;
    third -= *it;
    out[i] = a + first * 7 + second + third + k;
    out[i] += v[(k = 3, k + 1)];
    out[i] += k;
  }
  SHOW_INTEGERS("out", out.data(), 50);
}
