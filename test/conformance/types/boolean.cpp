// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bool by reference, in arrays, as template argument and result.
// RUN: %conform %s %t
#include "show.h"

static void turn(bool &b) { b = !b; }
template <bool Up> int step(int i) { return Up ? i + 1 : i - 1; }
static bool odd(int i) { return i & 1; }

int main() {
  enum { N = 40 };
  static bool a[N];
  static int out[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    bool t[2] = {odd(i), i > 20}, &first = t[0];
    turn(first);
    turn(a[i]);
    const bool *p = &t[i % 2];
    out[i] = (t[0] ? step<true>(i) : step<false>(i)) + *p * 100 + static_cast<bool>(i / 3) + true;
    a[i] = a[i] && t[1];
  }
  SHOW_INTEGERS("a", a, N);
  SHOW_INTEGERS("out", out, N);
}
