// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long sections that overlap in one direction go block by block, each read
// before it is written, the later blocks before they are overwritten. Without the
// simulator, which would take minutes for so many elements.
// RUN: %conform %s %t --unsimulated -std=c++17
#include <cstdio>
#include <twofold/twofold.hpp>
#include <vector>

using Z = std::ptrdiff_t;
static constexpr Z Rows = 1301, Columns = 1801, N = Rows * Columns;
static std::vector<unsigned> Start, a;

template <class Do, class By>
static void compare(const char *What, Do Assign, By Expected) {
  a = Start;
  Assign(twofold::slice<unsigned, 1>(a),
         twofold::slice<unsigned, 2>(a.data(), Rows, Columns));
  std::vector<unsigned> b = Start;
  Expected(b);
  std::printf("%s: %s\n", What, a == b ? "as if copied" : "WRONG");
}

int main() {
  using line = twofold::slice<unsigned, 1>;
  using matrix = twofold::slice<unsigned, 2>;
  using numbers = std::vector<unsigned>;
  for (Z i = 0; i < N; ++i)
    Start.push_back(unsigned(i) * 2654435761u);
  const numbers &s = Start;
  compare(
      "to the left",
      [](line x, matrix) { x.sub(0, N - 3) = x.sub(3, N - 3) + 1; },
      [&](numbers &r) {
        for (Z i = 0; i < N - 3; ++i)
          r[i] = s[i + 3] + 1;
      });
  compare(
      "to the right",
      [](line x, matrix) { x.sub(1, N - 1) += x.sub(0, N - 1) * 5; },
      [&](numbers &r) {
        for (Z i = 1; i < N; ++i)
          r[i] = s[i] + s[i - 1] * 5;
      });
  compare(
      "masked",
      [](line x, matrix) {
        where(x.sub(0, N - 7) % 3 == 1, x.sub(7, N - 7)) = x.sub(0, N - 7);
      },
      [&](numbers &r) {
        for (Z i = 7; i < N; ++i)
          if (s[i - 7] % 3 == 1)
            r[i] = s[i - 7];
      });
  compare(
      "rows down, with their numbers",
      [](line, matrix m) {
        m.sub(2, Rows - 2) =
            m.sub(0, Rows - 2) + twofold::index<0>() * twofold::index<1>();
      },
      [&](numbers &r) {
        for (Z i = 0; i < Rows - 2; ++i)
          for (Z j = 0; j < Columns; ++j)
            r[(i + 2) * Columns + j] = s[i * Columns + j] + unsigned(i * j);
      });
  compare(
      "blocks up",
      [](line, matrix m) {
        m.sub({{{0, Rows - 1}, {1, Columns - 1}}}) =
            m.sub({{{1, Rows - 1}, {0, Columns - 1}}}) ^ 1;
      },
      [&](numbers &r) {
        for (Z i = 0; i < Rows - 1; ++i)
          for (Z j = 0; j < Columns - 1; ++j)
            r[i * Columns + j + 1] = s[(i + 1) * Columns + j] ^ 1;
      });
}
