// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A template over the container and the test, for each of them a kernel.
// RUN: %conform %s %t
#include "show.h"
#include <array>
#include <vector>

template <typename C, typename T> static long lastBefore(const C &c, T x) {
  T last{};
  long at = 0;
#pragma twofold parallel for
  for (std::size_t i = 0; i < c.size(); ++i) {
    if constexpr (sizeof(T) == 8) {
      if (c[i] * 2 > x)
        break;
    } else if (c[i] == x) {
      break;
    }
    last = c[i];
    at += 1;
  }
  return at * 1000 + long(last);
}

int main() {
  std::vector<float> f(500);
  std::vector<double> d(500);
  std::array<short, 300> s;
  for (int i = 0; i < 500; ++i)
    f[i] = i * 0.5f, d[i] = i * 0.25;
  for (int i = 0; i < 300; ++i)
    s[i] = short(i * 7 % 307);
  SHOW_INTEGER(lastBefore(f, 100.0f));
  SHOW_INTEGER(lastBefore(f, -1.0f));
  SHOW_INTEGER(lastBefore(d, 99.0));
  SHOW_INTEGER(lastBefore(s, short(40)));
  SHOW_INTEGER(lastBefore(s, short(0)));
}
