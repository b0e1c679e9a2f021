// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The right side is as it was before the assignment, whatever overlaps.
// RUN: %conform %s %t -O0 -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

static std::vector<int> Start;

/// Assigns with Do to a copy of the numbers, and with By to another, through
/// memory of its own.
template <class Do, class By>
static void compare(const char *What, Do Assign, By Expected) {
  std::vector<int> a = Start, b = Start;
  Assign(twofold::slice<int, 1>(a));
  Expected(Start, b);
  std::printf("%s: %s\n", What, a == b ? "as if copied" : "WRONG");
  SHOW_INTEGERS("a", a, 48);
}

int main() {
  constexpr int N = 48;
  for (int i = 0; i < N; ++i)
    Start.push_back(i * i % 101);
  using slice = twofold::slice<int, 1>;
  using numbers = std::vector<int>;
  compare(
      "itself", [](slice x) { x = x + x; },
      [](const numbers &s, numbers &r) {
        for (int i = 0; i < N; ++i)
          r[i] = s[i] + s[i];
      });
  compare(
      "to the left", [](slice x) { x.sub(0, 40) = x.sub(3, 40) + 1; },
      [](const numbers &s, numbers &r) {
        for (int i = 0; i < 40; ++i)
          r[i] = s[i + 3] + 1;
      });
  compare(
      "to the right", [](slice x) { x.sub(3, 40) = x.sub(0, 40) + 1; },
      [](const numbers &s, numbers &r) {
        for (int i = 0; i < 40; ++i)
          r[i + 3] = s[i] + 1;
      });
  compare(
      "both", [](slice x) { x.sub(1, 46) += x.sub(0, 46) * x.sub(2, 46); },
      [](const numbers &s, numbers &r) {
        for (int i = 1; i < 47; ++i)
          r[i] = s[i] + s[i - 1] * s[i + 1];
      });
  compare(
      "turned", [](slice x) { x = x.reverse(); },
      [](const numbers &s, numbers &r) {
        for (int i = 0; i < N; ++i)
          r[i] = s[N - 1 - i];
      });
  compare(
      "even and odd",
      [](slice x) { x.sub(0, 24, 2) = x.sub(1, 24, 2) - x.sub(47, 24, -2); },
      [](const numbers &s, numbers &r) {
        for (int i = 0; i < 24; ++i)
          r[2 * i] = s[2 * i + 1] - s[47 - 2 * i];
      });
  compare(
      "spread", [](slice x) { x.sub(0, 16, 3) = x.sub(0, 16) + 1; },
      [](const numbers &s, numbers &r) {
        for (int i = 0; i < 16; ++i)
          r[3 * i] = s[i] + 1;
      });
  compare(
      "masked",
      [](slice x) { where(x.reverse() > 50, x) = x.sub(0, 48) - x.reverse(); },
      [](const numbers &s, numbers &r) {
        for (int i = 0; i < N; ++i)
          if (s[N - 1 - i] > 50)
            r[i] = s[i] - s[N - 1 - i];
      });
  using matrix = twofold::slice<int, 2>;
  compare(
      "transposed",
      [](slice x) {
        matrix m(x.data(), 6, 6);
        m = m.transpose() + m;
      },
      [](const numbers &s, numbers &r) {
        for (int i = 0; i < 6; ++i)
          for (int j = 0; j < 6; ++j)
            r[6 * i + j] = s[6 * j + i] + s[6 * i + j];
      });
  compare(
      "stencil",
      [](slice x) {
        matrix m(x.data(), 6, 8);
        auto inner = [&](int i, int j) { return m.sub(i, 4).sub<1>(j, 6); };
        inner(1, 1) = inner(0, 1) + inner(2, 1) + inner(1, 0) + inner(1, 2);
      },
      [](const numbers &s, numbers &r) {
        for (int i = 1; i < 5; ++i)
          for (int j = 1; j < 7; ++j)
            r[8 * i + j] = s[8 * i - 8 + j] + s[8 * i + 8 + j] +
                           s[8 * i + j - 1] + s[8 * i + j + 1];
      });
  compare(
      "rows to rows",
      [](slice x) {
        matrix m(x.data(), 6, 8);
        m.sub(1, 5) = m.sub(0, 5) * 2;
      },
      [](const numbers &s, numbers &r) {
        for (int i = 8; i < 48; ++i)
          r[i] = s[i - 8] * 2;
      });
  // Long ones go through memory, in whichever direction.
  std::vector<float> big(70000);
  twofold::slice x(big);
  x = twofold::index();
  x.sub(0, 69990) = x.sub(10, 69990) + 1;
  x.sub(10, 69990) += x.sub(0, 69990);
  SHOW_FLOAT(big[5]);
  SHOW_FLOAT(big[69999]);
  SHOW_FLOAT(sum(x.sub(40000, 100)));
}
