/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- PolyBenchVectors.c - matrices times vectors, and statistics --------===*\
|*
|* PolyBench's kernels with vectors, and those of data mining, written from
their
|* formulas.
\*===----------------------------------------------------------------------===*/
#include "PolyBench.h"

enum { VN = PICK(30, 400, 2000) };

/* A += u1 v1' + u2 v2'; x += beta A' y + z; w = alpha A x */
KERNEL gemver(int n, real alpha, real beta, real a[VN][VN], real *u1, real *v1,
              real *u2, real *v2, real *out, real *x, real *y, real *z) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = a[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x[i] = x[i] + beta * a[j][i] * y[j];
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = x[i] + z[i];
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      out[i] = out[i] + alpha * a[i][j] * x[j];
}
POLYBENCH(gemver, ORDERED,
          (reals(w, VN *VN, 0, 1), changed(w), reals(w, VN, 0, 1),
           reals(w, VN, 0, 1), reals(w, VN, 0, 1), reals(w, VN, 0, 1),
           zeros(w, VN), zeros(w, VN), reals(w, VN, 0, 1), reals(w, VN, 0, 1)),
          gemver(VN, 1.5, 1.25, A0, A1, A2, A3, A4, A5, A6, A7, A8))

enum { GN = PICK(30, 250, 1300) };

/* y = alpha A x + beta B x */
KERNEL gesummv(int n, real alpha, real beta, real a[GN][GN], real b[GN][GN],
               real *x, real *y) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real ax = 0, bx = 0;
    for (int j = 0; j < n; ++j) {
      ax = a[i][j] * x[j] + ax;
      bx = b[i][j] * x[j] + bx;
    }
    y[i] = alpha * ax + beta * bx;
  }
}
POLYBENCH(gesummv, ORDERED | REPEATS,
          (reals(w, GN *GN, 0, 1), reals(w, GN *GN, 0, 1), reals(w, GN, 0, 1),
           zeros(w, GN)),
          gesummv(GN, 1.5, 1.25, A0, A1, A2, A3))

enum { AM = PICK(38, 390, 1900), AN = PICK(42, 410, 2100) };

/* y = A' (A x) */
KERNEL atax(int m, int n, real a[AM][AN], real *x, real *y, real *ax) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < n; ++j)
    y[j] = 0;
#pragma omp parallel for reduction(+ : y[ : n])
#pragma twofold parallel for
  for (int i = 0; i < m; ++i) {
    ax[i] = 0;
    for (int j = 0; j < n; ++j)
      ax[i] = ax[i] + a[i][j] * x[j];
    for (int j = 0; j < n; ++j)
      y[j] = y[j] + a[i][j] * ax[i];
  }
}
POLYBENCH(atax, REORDERED | REPEATS,
          (reals(w, AM *AN, 0, 1), reals(w, AN, 0, 1), zeros(w, AN),
           zeros(w, AM)),
          atax(AM, AN, A0, A1, A2, A3))

/* s = A' r, q = A p */
KERNEL bicg(int m, int n, real a[AM][AN], real *s, real *q, real *p, real *r) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < n; ++j)
    s[j] = 0;
#pragma omp parallel for reduction(+ : s[ : n])
#pragma twofold parallel for
  for (int i = 0; i < m; ++i) {
    q[i] = 0;
    for (int j = 0; j < n; ++j) {
      s[j] = s[j] + r[i] * a[i][j];
      q[i] = q[i] + a[i][j] * p[j];
    }
  }
}
POLYBENCH(bicg, REORDERED | REPEATS,
          (reals(w, AM *AN, 0, 1), zeros(w, AN), zeros(w, AM),
           reals(w, AN, 0, 1), reals(w, AM, 0, 1)),
          bicg(AM, AN, A0, A1, A2, A3, A4))

/* x1 += A y1, x2 += A' y2 */
KERNEL mvt(int n, real *x1, real *x2, real *y1, real *y2, real a[VN][VN]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x1[i] = x1[i] + a[i][j] * y1[j];
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x2[i] = x2[i] + a[j][i] * y2[j];
}
POLYBENCH(mvt, ORDERED,
          (reals(w, VN, 0, 1), changed(w), reals(w, VN, 0, 1), changed(w),
           reals(w, VN, 0, 1), reals(w, VN, 0, 1), reals(w, VN *VN, 0, 1)),
          mvt(VN, A0, A1, A2, A3, A4))

enum { CM = PICK(28, 240, 1200), CN = PICK(32, 260, 1400) };

/* The matrix of covariances of the columns of data. */
KERNEL covariance(int m, int n, real data[CN][CM], real cov[CM][CM],
                  real *mean) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < m; ++j) {
    mean[j] = 0;
    for (int i = 0; i < n; ++i)
      mean[j] += data[i][j];
    mean[j] /= n;
  }
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      data[i][j] -= mean[j];
#pragma omp parallel for schedule(dynamic, 8)
#pragma twofold parallel for
  for (int i = 0; i < m; ++i)
    for (int j = i; j < m; ++j) {
      cov[i][j] = 0;
      for (int k = 0; k < n; ++k)
        cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= n - 1;
      cov[j][i] = cov[i][j];
    }
}
POLYBENCH(covariance, ORDERED,
          (reals(w, CN *CM, -1, 1), zeros(w, CM *CM), zeros(w, CM)),
          covariance(CM, CN, A0, A1, A2))

/* The matrix of correlations of the columns of data. */
KERNEL correlation(int m, int n, real data[CN][CM], real corr[CM][CM],
                   real *mean, real *deviation) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < m; ++j) {
    mean[j] = 0;
    for (int i = 0; i < n; ++i)
      mean[j] += data[i][j];
    mean[j] /= n;
  }
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < m; ++j) {
    deviation[j] = 0;
    for (int i = 0; i < n; ++i)
      deviation[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
    deviation[j] = REAL(sqrt)(deviation[j] / n);
    if (deviation[j] <= (real)0.1)
      deviation[j] = 1;
  }
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      data[i][j] -= mean[j];
      data[i][j] /= REAL(sqrt)((real)n) * deviation[j];
    }
#pragma omp parallel for schedule(dynamic, 8)
#pragma twofold parallel for
  for (int i = 0; i < m; ++i) {
    corr[i][i] = 1;
    for (int j = i + 1; j < m; ++j) {
      corr[i][j] = 0;
      for (int k = 0; k < n; ++k)
        corr[i][j] += data[k][i] * data[k][j];
      corr[j][i] = corr[i][j];
    }
  }
}
POLYBENCH(correlation, ORDERED,
          (reals(w, CN *CM, -1, 1), zeros(w, CM *CM), zeros(w, CM),
           zeros(w, CM)),
          correlation(CM, CN, A0, A1, A2, A3))
