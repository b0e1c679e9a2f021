// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with exits in function and class templates.
// RUN: %conform %s %t -std=c++17
#include "show.h"
template <typename T, int Stop> struct Table {
  T values[500];
  int find(T x) const {
#pragma twofold parallel for
    for (int i = 0; i < 500; ++i) {
      if constexpr (Stop > 0)
        if (i == Stop)
          return -Stop;
      if (values[i] == x)
        return i;
    }
    return -1;
  }
};

template <typename T> static long upTo(const T *p, long n, T limit) {
  long i = 0;
  T seen = limit;
#pragma twofold parallel for
  for (i = 0; i < n; ++i)
    if (p[i] >= limit) {
      seen = p[i];
      break;
    }
  return i * 1000 + long(seen);
}

int main() {
  static Table<int, 0> all;
  static Table<float, 300> some;
  for (int i = 0; i < 500; ++i)
    all.values[i] = i * 3 % 503, some.values[i] = float(i * 3 % 503);
  for (int x = 0; x < 520; x += 100)
    printf("%d %d\n", all.find(x), some.find(float(x)));
  SHOW_INTEGER(upTo(all.values, 500, 490));
  SHOW_INTEGER(upTo(some.values, 500, 700.0f));
}
