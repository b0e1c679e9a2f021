/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- PolyBenchProducts.c - products of matrices and vectors -------------===*\
|*
|* PolyBench's kernels of BLAS and of linear algebra, written from their
|* formulas. Bounds are arguments, rows have lengths that the compiler knows.
\*===----------------------------------------------------------------------===*/
#include "PolyBench.h"

enum {
  GI = PICK(20, 200, 1000),
  GJ = PICK(25, 220, 1100),
  GK = PICK(30, 240, 1200)
};

/* C = alpha A B + beta C */
KERNEL gemm(int ni, int nj, int nk, real alpha, real beta, real c[GI][GJ],
            real a[GI][GK], real b[GK][GJ]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < ni; ++i) {
    for (int j = 0; j < nj; ++j)
      c[i][j] *= beta;
    for (int k = 0; k < nk; ++k)
      for (int j = 0; j < nj; ++j)
        c[i][j] += alpha * a[i][k] * b[k][j];
  }
}
POLYBENCH(gemm, ORDERED,
          (reals(w, GI *GJ, 0, 1), changed(w), reals(w, GI *GK, 0, 1),
           reals(w, GK *GJ, 0, 1)),
          gemm(GI, GJ, GK, 1.5, 1.25, A0, A1, A2))

enum {
  M2I = PICK(16, 180, 800),
  M2J = PICK(18, 190, 900),
  M2K = PICK(22, 210, 1100),
  M2L = PICK(24, 220, 1200)
};

/* D = alpha A B C + beta D */
KERNEL mm2(int ni, int nj, int nk, int nl, real alpha, real beta,
           real ab[M2I][M2J], real a[M2I][M2K], real b[M2K][M2J],
           real c[M2J][M2L], real d[M2I][M2L]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < ni; ++i)
    for (int j = 0; j < nj; ++j) {
      ab[i][j] = 0;
      for (int k = 0; k < nk; ++k)
        ab[i][j] += alpha * a[i][k] * b[k][j];
    }
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < ni; ++i)
    for (int j = 0; j < nl; ++j) {
      d[i][j] *= beta;
      for (int k = 0; k < nj; ++k)
        d[i][j] += ab[i][k] * c[k][j];
    }
}
POLYBENCH(mm2, ORDERED,
          (zeros(w, M2I *M2J), reals(w, M2I *M2K, 0, 1),
           reals(w, M2K *M2J, 0, 1), reals(w, M2J *M2L, 0, 1),
           reals(w, M2I *M2L, 0, 1), changed(w)),
          mm2(M2I, M2J, M2K, M2L, 1.5, 1.25, A0, A1, A2, A3, A4))

enum {
  M3I = PICK(16, 180, 800),
  M3J = PICK(18, 190, 900),
  M3K = PICK(20, 200, 1000),
  M3L = PICK(22, 210, 1100),
  M3M = PICK(24, 220, 1200)
};

/* G = (A B) (C D) */
KERNEL mm3(int ni, int nj, int nk, int nl, int nm, real e[M3I][M3J],
           real a[M3I][M3K], real b[M3K][M3J], real f[M3J][M3L],
           real c[M3J][M3M], real d[M3M][M3L], real g[M3I][M3L]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < ni; ++i)
    for (int j = 0; j < nj; ++j) {
      e[i][j] = 0;
      for (int k = 0; k < nk; ++k)
        e[i][j] += a[i][k] * b[k][j];
    }
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < nj; ++i)
    for (int j = 0; j < nl; ++j) {
      f[i][j] = 0;
      for (int k = 0; k < nm; ++k)
        f[i][j] += c[i][k] * d[k][j];
    }
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < ni; ++i)
    for (int j = 0; j < nl; ++j) {
      g[i][j] = 0;
      for (int k = 0; k < nj; ++k)
        g[i][j] += e[i][k] * f[k][j];
    }
}
POLYBENCH(mm3, ORDERED,
          (zeros(w, M3I *M3J), reals(w, M3I *M3K, 0, 1),
           reals(w, M3K *M3J, 0, 1), zeros(w, M3J *M3L),
           reals(w, M3J *M3M, 0, 1), reals(w, M3M *M3L, 0, 1),
           zeros(w, M3I *M3L)),
          mm3(M3I, M3J, M3K, M3L, M3M, A0, A1, A2, A3, A4, A5, A6))

enum { SM = PICK(20, 200, 1000), SN = PICK(30, 240, 1200) };

/* The lower half of C = alpha A A' + beta C */
KERNEL syrk(int n, int m, real alpha, real beta, real c[SN][SN],
            real a[SN][SM]) {
#pragma omp parallel for schedule(dynamic, 8)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j)
      c[i][j] *= beta;
    for (int k = 0; k < m; ++k)
      for (int j = 0; j <= i; ++j)
        c[i][j] += alpha * a[i][k] * a[j][k];
  }
}
POLYBENCH(syrk, ORDERED,
          (reals(w, SN *SN, 0, 1), changed(w), reals(w, SN *SM, 0, 1)),
          syrk(SN, SM, 1.5, 1.25, A0, A1))

/* The lower half of C = alpha A B' + alpha B A' + beta C */
KERNEL syr2k(int n, int m, real alpha, real beta, real c[SN][SN],
             real a[SN][SM], real b[SN][SM]) {
#pragma omp parallel for schedule(dynamic, 8)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j)
      c[i][j] *= beta;
    for (int k = 0; k < m; ++k)
      for (int j = 0; j <= i; ++j)
        c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
  }
}
POLYBENCH(syr2k, ORDERED,
          (reals(w, SN *SN, 0, 1), changed(w), reals(w, SN *SM, 0, 1),
           reals(w, SN *SM, 0, 1)),
          syr2k(SN, SM, 1.5, 1.25, A0, A1, A2))

/* B = alpha A' B, A unit lower triangular: columns of B are independent, and
   rows of it are read before they are replaced. */
KERNEL trmm(int m, int n, real alpha, real a[SM][SM], real b[SM][SN]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      for (int k = i + 1; k < m; ++k)
        b[i][j] += a[k][i] * b[k][j];
      b[i][j] = alpha * b[i][j];
    }
}
POLYBENCH(trmm, ORDERED,
          (reals(w, SM *SM, 0, 1), reals(w, SM *SN, 0, 1), changed(w)),
          trmm(SM, SN, 1.5, A0, A1))

/* C = alpha A B + beta C, A symmetric, of which the lower half is stored. */
KERNEL symm(int m, int n, real alpha, real beta, real c[SM][SN], real a[SM][SM],
            real b[SM][SN]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      real below = 0;
      for (int k = 0; k < i; ++k) {
        c[k][j] += alpha * b[i][j] * a[i][k];
        below += b[k][j] * a[i][k];
      }
      c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * below;
    }
}
POLYBENCH(symm, ORDERED,
          (reals(w, SM *SN, 0, 1), changed(w), reals(w, SM *SM, 0, 1),
           reals(w, SM *SN, 0, 1)),
          symm(SM, SN, 1.5, 1.25, A0, A1, A2))

enum { DQ = PICK(8, 40, 140), DR = PICK(10, 50, 150), DP = PICK(12, 60, 160) };

/* Each row of A times C4, in place. */
KERNEL doitgen(int nr, int nq, int np, real a[DR][DQ][DP], real c4[DP][DP]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int r = 0; r < nr; ++r)
    for (int q = 0; q < nq; ++q) {
      real sum[DP];
      for (int p = 0; p < np; ++p) {
        sum[p] = 0;
        for (int s = 0; s < np; ++s)
          sum[p] += a[r][q][s] * c4[s][p];
      }
      for (int p = 0; p < np; ++p)
        a[r][q][p] = sum[p];
    }
}
POLYBENCH(doitgen, ORDERED,
          (reals(w, DR * DQ * DP, 0, 1), changed(w),
           reals(w, DP *DP, 0, 0.0625)),
          doitgen(DR, DQ, DP, A0, A1))
