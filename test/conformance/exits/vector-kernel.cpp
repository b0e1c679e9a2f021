// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches of containers are kernels like those of arrays.
// RUN: %conform %s %t
#include "show.h"
#include <array>
#include <cstddef>
#include <vector>

static int first(const std::vector<int> &v, int x) {
#pragma twofold parallel for
  for (int i = 0; i < (int)v.size(); ++i)
    if (v[i] == x)
      return i;
  return -1;
}

static std::size_t apart(const std::array<short, 600> &a,
                         const std::vector<short> &b) {
  std::size_t at = a.size();
#pragma twofold parallel for
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) {
      at = i;
      break;
    }
  return at;
}

int main() {
  std::vector<int> v(900);
  for (int i = 0; i < 900; ++i)
    v[i] = i * 7 % 901;
  for (int x = 0; x < 1000; x += 301)
    SHOW_INTEGER(first(v, x));
  SHOW_INTEGER(first({}, 0));
  std::array<short, 600> a{};
  std::vector<short> b(600);
  SHOW_INTEGER(apart(a, b));
  b[599] = 1;
  SHOW_INTEGER(apart(a, b));
  a[17] = -3;
  SHOW_INTEGER(apart(a, b));
}
