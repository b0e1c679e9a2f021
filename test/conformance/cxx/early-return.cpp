// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inlined members with several returns, loops and locals.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

struct Table {
  std::vector<int> keys;
  int find(int key) const {
    int low = 0, high = int(keys.size());
    while (low < high) {
      int middle = (low + high) / 2;
      if (keys[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
    if (low < int(keys.size()) && keys[low] == key)
      return low;
    if (key < 0)
      return -2;
    return -1;
  }
  int clamped(int i) const { if (i < 0) return keys[0]; return keys[i]; }
};

int main() {
  Table t;
  for (int i = 0; i < 50; ++i)
    t.keys.push_back(i * 3);
  int out[120], low[40];
#pragma twofold parallel for
  for (int i = 0; i < 120; ++i)
    out[i] = t.find(i - 4);
#pragma twofold parallel for
  for (int i = 0; i < 40; ++i)
    low[i] = t.clamped(i - 10) + 1;
  SHOW_INTEGERS("out", out, 120);
  SHOW_INTEGERS("low", low, 40);
}
