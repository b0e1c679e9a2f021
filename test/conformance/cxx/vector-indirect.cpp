// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector's subscript comes from another vector: its size bounds the access.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <vector>

int main() {
  std::vector<int> to(64), out(80, -1);
  for (int i = 0; i < 64; ++i)
    to[i] = (i * 37 + 5) % 80;
#pragma twofold parallel for
  for (std::size_t i = 0; i < to.size(); ++i)
    out[to[i]] = int(i) * 3;
  SHOW_INTEGERS("out", out.data(), 80);
}
