// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to members that are known at compile time, and static members.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

struct particle {
  int x, y;
  static constexpr int scale = 3;
  static inline int shift = 4;
  int norm() const { return x * scale + y; }
};
template <int particle::*Member> void fill(std::vector<particle> &v, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    v[i].*Member = i + particle::shift;
}
int main() {
  std::vector<particle> v(40);
  static int out[40];
  fill<&particle::x>(v, 40);
  fill<&particle::y>(v, 20);
#pragma twofold parallel for
  for (int i = 0; i < 40; ++i)
    out[i] = v[i].norm();
  SHOW_INTEGERS("out", out, 40);
}
