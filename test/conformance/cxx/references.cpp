// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References to elements and objects; const auto &self = *this.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <utility>
#include <vector>

struct Pool {
  std::vector<int> a, b;
  int n;
  void run() {
    const auto &self = *this;
    auto &target = b;
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) {
      const int &x = self.a[i];
      int &y = target[n - 1 - i];
      y = x * 2 + int(self.a.size());
      auto &&z = std::move(y);
      z += std::max(x, 3);
    }
  }
};

int main() {
  Pool p{std::vector<int>(30), std::vector<int>(30), 30};
  for (int i = 0; i < 30; ++i)
    p.a[i] = i;
  p.run();
  SHOW_INTEGERS("b", p.b.data(), 30);
}
