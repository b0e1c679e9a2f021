// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Filled by memset and memcpy, or not all that is read: those run in order.
// RUN: %conform %s %t --native
#include "show.h"
#include <stdio.h>
#include <string.h>

enum { N = 400, K = 8 };
static double o[16][N], x[N];
static int len[N];
int main(int argc, char **argv) {
  (void)argv;
  (void)argc;
  double t6[64], t15[64], z[64] = {1};
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    memset(t6, 0, sizeof t6);
    for (int k = 0; k < 100; k++)
      t6[(i * k) & 63] += 1;
    double s = 0;
    for (int k = 0; k < 64; k++)
      s += t6[k] * k;
    o[5][i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    int m = 3 + i % 5;
    memcpy(t15, x + i % 50, m * sizeof *t15);
    for (int p = 1; p < m; p++)
      for (int q = p; q > 0 && t15[q - 1] < t15[q]; q--) {
        double h = t15[q];
        t15[q] = t15[q - 1];
        t15[q - 1] = h;
      }
    o[14][i] = t15[0] + 2 * t15[m - 1];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 1; k < K; k++)
      z[k] = x[i];
    double s = 0;
    for (int k = 0; k < K; k++)
      s += z[k];
    o[15][i] = s;
  }
  for (int r = 0; r < 16; r++) {
    double all = 0;
    for (int i = 0; i < N; i++)
      all = all * 0.75 + o[r][i];
    SHOW_FLOATS("o", o[r] + 100, 3);
    SHOW_FLOATS("all", &all, 1);
  }
}
