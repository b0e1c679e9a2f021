// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A range loop over a vector: the element that was found, by reference.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

static int *find(std::vector<int> &v, int x) {
#pragma twofold parallel for
  for (int &e : v)
    if (e == x)
      return &e;
  return nullptr;
}

int main() {
  std::vector<int> v(1000);
  for (int i = 0; i < 1000; ++i)
    v[i] = i * 3 % 1001;
  for (int x = 0; x < 1100; x += 131) {
    int *p = find(v, x);
    printf("%d: %ld\n", x, p ? long(p - v.data()) : -1L);
  }
  v.clear();
  SHOW_INTEGER(find(v, 1) == nullptr);
}
