// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that are called: with state and without, from <functional> too.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <functional>

struct Scale {
  float by;
  float operator()(float x) const { return by * x; }
};
struct Twice {
  template <typename F> float operator()(F f, float x) const { return f(f(x)); }
};
template <typename Op> int fold(Op op, int a, int b) { return op(a, b); }

int main() {
  enum { N = 30 };
  static float out[N];
  const Scale third{3};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    Twice twice;
    out[i] = twice(Scale{2}, i) + third(i) + Twice()(third, 1) +
             fold(std::plus<>(), i, 2) + fold(std::multiplies<int>{}, i, 3) +
             std::less<int>()(i, 7);
  }
  SHOW_FLOATS("f_out", out, N);
}
