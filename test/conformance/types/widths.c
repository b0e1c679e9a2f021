// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of <stdint.h> and <stddef.h>, limits among them.
// RUN: %conform %s %t
#include "show.h"
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

enum { N = 40 };

int main(void) {
  static int8_t a[N];
  static uint16_t b[N];
  static int_fast32_t c[N];
  static uint64_t d[N];
  static size_t e[N];
  static ptrdiff_t f[N];
  static intmax_t g[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a[i] = INT8_MAX - i;
    b[i] = UINT16_MAX + i;
    c[i] = INT32_MIN + i;
    d[i] = UINT64_MAX - (uint64_t)i * UINT32_MAX;
    e[i] = sizeof(int64_t) * i - 1;
    f[i] = &a[i] - &a[N - 1];
    g[i] = i % 2 ? INT64_MIN : LLONG_MAX - i;
  }
  SHOW_INTEGERS("a", a, N);
  SHOW_INTEGERS("b", b, N);
  SHOW_INTEGERS("c", c, N);
  SHOW_INTEGERS("d", d, N);
  SHOW_INTEGERS("e", e, N);
  SHOW_INTEGERS("f", f, N);
  SHOW_INTEGERS("g", g, N);
}
