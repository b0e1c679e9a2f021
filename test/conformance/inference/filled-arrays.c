// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays from outside that each iteration fills before it reads them are its
// own, and what the last one leaves in them is there afterwards.
// RUN: %conform %s %t
#include "show.h"
#include <stdio.h>
#include <string.h>

enum { N = 400, K = 8 };
static double o[16][N], x[N];
static int len[N];
static double gt[K];
static void fill(double *p, int n, double v) {
  for (int k = 0; k < n; ++k)
    p[k] = v + k;
}
static double total(const double *p, int n) {
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += p[k];
  return s;
}
struct buf {
  double t[K];
  double u[K];
};
int main(int argc, char **argv) {
  (void)argv;
  int n = argc + 5;
  double t1[64], t3[64], t4[64], t5[64], t6[64], t12[64], t13[64], t14[64],
      t15[64], a2[4][4], a[4][4], last[K], y[64], z[64] = {1};
  struct buf b;
  for (int i = 0; i < N; i++) {
    x[i] = i * 0.5;
    len[i] = i % 13;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int k = 0; k < 8; k++)
      t1[k] = x[i] + k;
    for (int k = 0; k < 8; k++)
      s += t1[k] * t1[7 - k];
    o[0][i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 4; k++)
        a[j][k] = x[i] + k * j;
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 4; k++)
        s += a[j][k] * a[k][j];
    o[1][i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int k = 0; k < n; k++)
      t3[k] = x[i] + k;
    for (int k = 0; k < n; k++)
      s += t3[k] * t3[n - 1 - k];
    o[2][i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    int m = len[i];
    for (int k = 0; k < m; k++)
      t4[k] = x[i] + k;
    for (int k = 0; k < m; k++)
      s += t4[k];
    o[3][i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    t5[0] = x[i];
    for (int k = 1; k < n; k++)
      t5[k] = t5[k - 1] * 0.5 + k;
    o[4][i] = t5[0];
    for (int k = 0; k < n; k++)
      o[4][i] += t5[k];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < K; k++)
      last[k] = x[i] * k;
    o[6][i] = last[3] + last[i & 7];
  }
  SHOW_FLOATS("last", last, K);
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < K; k++)
      gt[k] = x[i] * k;
    o[8][i] = gt[3] + gt[i & 7];
  }
  SHOW_FLOATS("gt", gt, K);
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < K; k++) {
      b.t[k] = x[i] * k;
      b.u[k] = b.t[k] + 1;
    }
    double s = 0;
    for (int k = 0; k < K; k++)
      s += b.t[k] * b.u[K - 1 - k];
    o[9][i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {

    for (int k = 0; k < 4; k++)
      a2[0][k] = k + x[i];
    for (int j = 1; j < 4; j++)
      a2[j][0] = j;
    for (int j = 1; j < 4; j++)
      for (int k = 1; k < 4; k++)
        a2[j][k] = a2[j - 1][k - 1] + 0.5 * a2[j - 1][k] + a2[j][k - 1];
    o[10][i] = a2[3][3];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    if (i % 3)
      for (int k = 0; k < K; k++)
        t12[k] = x[i];
    else
      for (int k = 0; k < K; k++)
        t12[k] = 2;
    double s = 0;
    for (int k = 0; k < K; k++)
      s += t12[k];
    o[11][i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    if (len[i] > 4) {
      for (int k = 0; k < len[i]; k++)
        t13[k] = x[i] + k;
      double s = 0;
      for (int k = 0; k < len[i]; k++)
        s += t13[k];
      o[12][i] = s;
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    double *p = t14;
    for (int k = 0; k < n; k++)
      p[k] = x[i] + k;
    double s = 0;
    for (int k = 0; k < n; k++)
      s += p[k];
    o[13][i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    fill(y, n, x[i]);
    o[7][i] = total(y, n);
  }
#pragma twofold parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 64; k++)
      t6[k] = x[i] - k;
    t6[i * n % 64] += 1;
    o[5][i] = t6[len[i] * n % 64];
  }
  for (int r = 0; r < 16; r++) {
    double all = 0;
    for (int i = 0; i < N; i++)
      all = all * 0.75 + o[r][i];
    SHOW_FLOATS("o", o[r] + 100, 3);
    SHOW_FLOATS("all", &all, 1);
  }
}
