// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All compound assignments.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int a[N], b[N], o[N];
  for (int i = 0; i < N; ++i)
    a[i] = i - 10, b[i] = i * 7 % 31 + 1, o[i] = -i;
  int n = N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    o[0:n] += a[0:n];
    o[0:n] -= b[0:n] * 2;
    o[0:n] *= 3;
    o[0:n] /= b[0:n];
    o[0:n] %= 1000;
    o[0:n] <<= 2;
    o[0:n] >>= 1;
    o[0:n] |= a[0:n];
    o[0:n] ^= b[0:n];
    o[0:n] &= 0xfff;
    o[0:n]++;
    --o[1:n - 1];
  }
#else
  for (int i = 0; i < n; ++i) {
    o[i] += a[i];
    o[i] -= b[i] * 2;
    o[i] *= 3;
    o[i] /= b[i];
    o[i] %= 1000;
    o[i] = (int)((unsigned)o[i] << 2);
    o[i] >>= 1;
    o[i] |= a[i];
    o[i] ^= b[i];
    o[i] &= 0xfff;
    o[i]++;
    if (i > 0)
      --o[i];
  }
#endif
  SHOW_INTEGERS("o", o, N);
}
