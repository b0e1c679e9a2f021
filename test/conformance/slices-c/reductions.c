// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All reductions, over all elements and over none.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  static int a[N], b[N], A[N][M];
  static unsigned char c[N];
  for (int i = 0; i < N; ++i)
    a[i] = i - 10, b[i] = i * 7 % 31 + 1, c[i] = 250;
  for (int i = 0; i < N * M; ++i)
    A[i / M][i % M] = i * 37 % 1009;
  int n = N, m = M;
  for (int none = 0; none < 2; ++none) {
    long r[14];
#ifdef WITH_PLUGIN
#pragma twofold slice
    {
      r[0] = twofold_sum(a[0:n] * b[0:n]);
      r[1] = twofold_sum(c[0:n]);
      r[2] = twofold_product(b[0:n / 20]);
      r[3] = twofold_min(a[0:n] * b[0:n]);
      r[4] = twofold_max(b[0:n] - a[n - 1:n:-1]);
      r[5] = twofold_any(a[0:n] == 7) + 2 * twofold_any(a[0:n] > 1000);
      r[6] = twofold_all(b[0:n] > 0) + 2 * twofold_all(a[0:n] > 0);
      r[7] = twofold_count(b[0:n] > 15);
      r[8] = twofold_argmin(b[0:n]);
      r[9] = twofold_argmax(b[0:n]);
      r[10] = twofold_dot(a[0:n], b[n - 1:n:-1]);
      r[11] = twofold_argmax(A[0:n][0:m]);
      r[12] = twofold_sum(A[0:n][0:m] % 10 * twofold_index(1));
      r[13] = twofold_max(twofold_sum(a[0:n]) - a[0:n]);
    }
#else
    long sum = 0;
    for (int i = 0; i < 14; ++i)
      r[i] = 0;
    r[2] = 1;
    r[3] = 2147483647;
    r[4] = -2147483647 - 1;
    r[6] = 3;
    r[8] = r[9] = r[11] = -1;
    r[13] = r[4];
    for (int i = 0; i < n / 20; ++i)
      r[2] *= b[i];
    for (int i = 0; i < n; ++i)
      sum += a[i];
    int least = 1000, most = 0, all = 0;
    for (int i = 0; i < n; ++i) {
      r[0] += a[i] * b[i];
      r[1] += c[i];
      if (a[i] * b[i] < r[3])
        r[3] = a[i] * b[i];
      if (b[i] - a[n - 1 - i] > r[4])
        r[4] = b[i] - a[n - 1 - i];
      r[5] |= a[i] == 7;
      if (a[i] <= 0)
        r[6] = 1;
      r[7] += b[i] > 15;
      if (b[i] < least)
        least = b[i], r[8] = i;
      if (b[i] > most)
        most = b[i], r[9] = i;
      r[10] += a[i] * b[n - 1 - i];
      for (int j = 0; j < m; ++j) {
        if (A[i][j] > all)
          all = A[i][j], r[11] = i * m + j;
        r[12] += A[i][j] % 10 * j;
      }
      if (sum - a[i] > r[13])
        r[13] = sum - a[i];
    }
#endif
    SHOW_INTEGERS("r", r, 14);
    n = 0;
  }
}
