// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helper functions: overloads, templates, default arguments, references, constexpr, static members, namespaces.
// RUN: %conform %s %t -std=c++14
#include "show.h"

namespace maths {
constexpr int power(int b, int e) { return e ? b * power(b, e - 1) : 1; }
constexpr int cube(int b) {
  int r = 1;
  for (int k = 0; k < 3; ++k)
    r *= b;
  return r;
}
namespace {
inline int scale(int x, int by = 3) { return x * by; }
inline float scale(float x, float by = 0.5f) { return x * by; }
} // namespace
} // namespace maths
template <typename T> T larger(const T &a, const T &b) { return a > b ? a : b; }
template <typename T, T Bias> T biased(T x) { return x + Bias; }
struct Table {
  static constexpr int sizes[3] = {4, 5, 6};
  static int size(int i) { return sizes[i % 3]; }
};
constexpr int Table::sizes[3];
static void accumulate(int &into, const int &x) { into += x; }

int main() {
  enum { N = 40 };
  static int a[N];
  static float f[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    constexpr int five = maths::power(2, 5);
    int s = maths::scale(i) + maths::scale(i, 5) + maths::cube(i) + five;
    accumulate(s, larger(i, 7));
    accumulate(a[i], s);
    accumulate(a[i], Table::size(i));
    f[i] = maths::scale(1.5f * i) + larger(2.5f, f[i]) + biased<short, 4>(i);
  }
  SHOW_INTEGERS("a", a, N);
  SHOW_FLOATS("f_f", f, N);
}
