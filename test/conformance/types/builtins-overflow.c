// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic that tells whether it overflowed, in all widths and both signs.
// RUN: %conform %s %t
#include "show.h"
#include <limits.h>

enum { N = 64 };

int main(void) {
  static int flags[N];
  static long sums[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int a = INT_MAX - 30 + i, r;
    unsigned u = i * 100000000u, v;
    long l = LONG_MIN + i, m;
    unsigned long w = ULONG_MAX / (i + 1), x;
    signed char c = 100 + i % 27, d;
    unsigned short s = i * 1500, t;
    int f = __builtin_add_overflow(a, i, &r);
    f |= __builtin_mul_overflow(u, 3u, &v) << 1;
    f |= __builtin_sub_overflow(l, 20l, &m) << 2;
    f |= __builtin_mul_overflow(w, (unsigned long)(i % 5 + i), &x) << 3;
    sums[i] = r + v + m + x;
    f |= __builtin_add_overflow(c, (signed char)20, &d) << 4;
    f |= __builtin_sub_overflow(s, (unsigned short)30000, &t) << 5;
    f |= __builtin_smul_overflow(a, i % 3, &r) << 6;
    f |= __builtin_smull_overflow(l, i % 2 ? -1 : 1, &m) << 7;
    f |= __builtin_uaddl_overflow(w, w, &x) << 8;
    f |= __builtin_usub_overflow(u, 1000000000u, &v) << 9;
    f |= __builtin_saddl_overflow(l, l, &m) << 10;
    f |= __builtin_usubl_overflow(w, 1ul << 60, &x) << 11;
    flags[i] = f;
    sums[i] += r + v + m + x + d + t;
  }
  SHOW_INTEGERS("flags", flags, N);
  SHOW_INTEGERS("sums", sums, N);
}
