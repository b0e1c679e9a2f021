// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays owned by unique_ptr.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <memory>

int main() {
  auto a = std::make_unique<int[]>(50);
  std::unique_ptr<int[]> b(new int[50]);
  for (int i = 0; i < 50; ++i)
    b[i] = i;
#pragma twofold parallel for
  for (int i = 0; i < 50; ++i)
    a[i] = b[49 - i] + b.get()[i] * 2;
  SHOW_INTEGERS("a", a.get(), 50);
}
