// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that are members, by `this`.
// RUN: %conform %s %t --native
#include "errors.h"
#include "show.h"

struct Table {
  int before, cells[5][4];
  void add(const int *at) {
#pragma twofold parallel for bounds extent(at, 4) device(native)
    for (int i = 0; i < 4; ++i)
      cells[at[i]][i] += i + 1;
  }
};

int main() {
  int at[4] = {4, 0, 3, 1};
  Table table = {};
  table.add(at);
  for (int i = 0; i < 20; ++i)
    printf("%d\n", table.cells[i / 4][i % 4]);
  at[2] = 5;
  VIOLATES(this, 5, 5, 12)
  table.add(at);
  VIOLATED();
}
