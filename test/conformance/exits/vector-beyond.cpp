// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector ends before the loop does: serially nobody reads on, so that the
// call runs in order.
// RUN: %conform %s %t --native
#include "show.h"
#include <vector>

static int apart(const std::vector<int> &a, const std::vector<int> &b) {
#pragma twofold parallel for
  for (int i = 0; i < int(a.size()); ++i)
    if (a[i] != b[i])
      return i;
  return -1;
}

static int square(const std::vector<int> &v, int x) {
#pragma twofold parallel for
  for (int i = 0; i < 1 << 15; ++i)
    if (v[i * i] == x)
      return i;
  return -1;
}

int main() {
  std::vector<int> a(2000, 3), b(50, 3);
  b.shrink_to_fit();
  a[49] = 4;
  SHOW_INTEGER(apart(a, b));
  a[1600] = 8;
  SHOW_INTEGER(square(a, 8));
}
