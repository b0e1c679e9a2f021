// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scoped enumerations and such with a type of their own; operators on them; as template arguments.
// RUN: %conform %s %t
#include "show.h"

enum class Mode : unsigned char { off, slow = 3, fast = 200 };
enum class Far : long long { low = -5000000000, high = 5000000000 };
enum Plain : short { one = 1, minus = -2 };
constexpr Mode operator|(Mode a, Mode b) {
  return static_cast<Mode>(static_cast<unsigned char>(a) | static_cast<unsigned char>(b));
}
template <Mode M> int speed() { return M == Mode::fast ? 10 : 1; }
enum class Flag : bool { no, yes };

int main() {
  enum { N = 40 };
  static Mode m[N];
  static Far f[N];
  static Plain p[N];
  static Flag g[N];
  static long out[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    m[i] = i % 2 ? Mode::slow | Mode::fast : Mode::off;
    f[i] = i % 3 ? Far::low : Far::high;
    p[i] = i % 4 ? one : minus;
    g[i] = i % 5 ? Flag::yes : Flag::no;
    out[i] = static_cast<int>(m[i]) + static_cast<long>(f[i]) / 1000 + p[i] + (m[i] < Mode::fast) +
             speed<Mode::fast>() + (g[i] == Flag::yes);
  }
  SHOW_INTEGERS("m", m, N);
  SHOW_INTEGERS("f", f, N);
  SHOW_INTEGERS("g", g, N);
  SHOW_INTEGERS("out", out, N);
}
