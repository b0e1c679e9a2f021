// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts of every integer type keep their values.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"

enum { N = 120 };
enum Small { First, Second, Third };

int main(void) {
  static int a[N], b[N];
  static signed char s[N];
  static unsigned char u[N];
  static unsigned long long w[N];
  static enum Small e[N];
  for (int i = 0; i < N; ++i) {
    a[i] = i * 11;
    s[i] = (signed char)(N - 1 - i);
    u[i] = (unsigned char)i;
    w[i] = (unsigned)(i / 2);
    e[i] = (enum Small)(i % 3);
  }
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    b[i] = a[s[i]] + a[u[i]] * 3 + a[w[i]] + a[e[i]] + a[i & 1 ? s[i] : u[i]];
  SHOW_INTEGERS("b", b, N);
  s[3] = -1;
  VIOLATES(a, -1, N, 31)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    b[i] = a[s[i]];
  VIOLATED();
  w[8] = 1ull << 63; // times the size of an int: 0
  VIOLATES(a, (long long)(1ull << 63), N, 37)
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i)
    b[i] = a[w[i]];
  VIOLATED();
}
