// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a subscript does besides is done once, and no more than was.
// RUN: %conform %s %t
#include "show.h"

enum { N = 64 };

int main(void) {
  static int a[N], b[N], at[N];
  for (int i = 0; i < N; ++i) {
    a[i] = i;
    at[i] = (i * 5) % N;
  }
#pragma twofold parallel for bounds
  for (int i = 0; i < N; ++i) {
    int k = at[i], m = 0;
    if (k < N - 4) {
      b[i] = a[k++];
      b[i] += a[k++] * 10;
      b[i] += a[++k];
      b[i] += a[m ? at[k] : k--];
    }
    b[i] += (k < N && a[k] > 3 ? a[a[k]] : m++);
    b[i] += a[k] && a[m++];
    b[i] += k * 100 + m;
  }
  SHOW_INTEGERS("b", b, N);
}
