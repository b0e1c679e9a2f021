// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C23: bool and nullptr as keywords, constexpr, auto, typeof, enums with types, binary literals, attributes.
// RUN: %conform %s %t -std=c23
#include "show.h"

constexpr int count = 40;
enum tiny : unsigned char { none, all = 255 };

[[nodiscard]] static int sum(int a, int b) { return a + b; }

int main() {
  static int a[count];
  static enum tiny e[count];
  [[twofold::parallel_for]]
  for (int i = 0; i < count; ++i) {
    auto x = i * 0b101;
    constexpr int step = 1'000;
    typeof(x) y = sum(x, step);
    bool odd = i % 2;
    const int *p = odd ? &a[i] : nullptr;
    e[i] = odd ? all : none;
    a[i] = y + (p == nullptr) + true;
    int z[3] = {};
    a[i] += z[i % 3];
    static_assert(count == 40);
  }
  SHOW_INTEGERS("a", a, count);
  SHOW_INTEGERS("e", e, count);
}
