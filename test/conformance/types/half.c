// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// _Float16 and __fp16 on threads; a device without half precision never gets
// the kernel, which the end-to-end test shows.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 60 };

int main(void) {
  static _Float16 a[N], b[N];
  static __fp16 c[N];
  _Float16 by = 1.5f16;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a[i] = i * 0.37f - 5;
    b[i] = a[i] * by + a[i] / 3 - (a[i] < by ? by : -a[i]);
    b[i] += a[i] * a[i];
    c[i] = b[i];
    c[i] = c[i] * 2 + 1;
  }
  SHOW_FLOATS("f_b", b, N);
  SHOW_FLOATS("f_c", c, N);
}
