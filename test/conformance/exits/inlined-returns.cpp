// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that the body calls return from loops and branches of their own;
// that leaves them alone. Only the loop's own return ends it.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

struct Rows {
  const std::vector<int> &cells;
  int columns;
  int firstAbove(int row, int limit) const {
    for (int c = 0; c < columns; ++c)
      if (cells[row * columns + c] > limit)
        return c;
    return -1;
  }
};

static bool prime(int n) {
  if (n < 2)
    return false;
  for (int d = 2; d * d <= n; ++d)
    if (n % d == 0)
      return false;
  return true;
}

static int primeFrom(int from, int count) {
#pragma twofold parallel for
  for (int i = 0; i < count; ++i)
    if (prime(from + i))
      return from + i;
  return 0;
}

static int rowAbove(const Rows &rows, int count, int limit) {
#pragma twofold parallel for
  for (int r = 0; r < count; ++r)
    if (rows.firstAbove(r, limit) >= 0)
      return r;
  return -1;
}

int main() {
  SHOW_INTEGER(primeFrom(114, 40));
  SHOW_INTEGER(primeFrom(114, 13));
  SHOW_INTEGER(primeFrom(1328, 400));
  std::vector<int> cells(600);
  for (int i = 0; i < 600; ++i)
    cells[i] = i * 17 % 607;
  Rows rows{cells, 20};
  SHOW_INTEGER(rowAbove(rows, 30, 604));
  SHOW_INTEGER(rowAbove(rows, 30, 100));
  SHOW_INTEGER(rowAbove(rows, 30, 700));
}
