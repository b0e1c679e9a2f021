// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A member function that searches what its object holds.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

class Table {
  std::vector<int> keys;
  double *values;
  int count;

public:
  Table(int n) : keys(n), values(new double[n]), count(n) {
    for (int i = 0; i < n; ++i) {
      keys[i] = (i * 37) % n;
      values[i] = i * 0.5;
    }
  }
  ~Table() { delete[] values; }

  double find(int key) const {
#pragma twofold parallel for
    for (int i = 0; i < count; ++i)
      if (keys[i] == key)
        return values[i];
    return -1;
  }

  int above(double limit) const {
#pragma twofold parallel for
    for (int i = 0; i < count; ++i)
      if (this->values[i] > limit)
        return i;
    return -1;
  }
};

int main() {
  Table t(701);
  for (int key = 0; key < 900; key += 290)
    printf("%a\n", t.find(key));
  SHOW_INTEGER(t.above(100.25));
  SHOW_INTEGER(t.above(-1));
  SHOW_INTEGER(t.above(1e9));
}
