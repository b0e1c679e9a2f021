/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- PolyBenchSolvers.c - factorisations and systems of equations -------===*\
|*
|* PolyBench's solvers, and its two kernels on paths and pairs, written from
|* their formulas in the order in which the outermost parallel loop is furthest
|* out.
\*===----------------------------------------------------------------------===*/
#include "PolyBench.h"

enum { N = PICK(30, 400, 2000) };

/* A matrix that every factorisation here takes: small numbers beside the
   diagonal, symmetric. */
static void dominant(struct work *w) {
  real *a = reals(w, (size_t)N * N, 0, 1);
  changed(w);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j <= i; ++j)
      a[(size_t)j * N + i] = a[(size_t)i * N + j] += i == j ? N : 0;
}

/* A = L L', L in the lower half, column after column. */
KERNEL cholesky(int n, real a[N][N]) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      a[j][j] -= a[j][k] * a[j][k];
    a[j][j] = REAL(sqrt)(a[j][j]);
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
}
POLYBENCH(cholesky, ORDERED, dominant(w), cholesky(N, A0))

/* A = L U in place. */
KERNEL lu(int n, real a[N][N]) {
  for (int k = 0; k < n; ++k) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = k + 1; i < n; ++i) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; ++j)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
}
POLYBENCH(lu, ORDERED, dominant(w), lu(N, A0))

/* A x = b by way of L U, dot products inside. */
KERNEL ludcmp(int n, real a[N][N], real *b, real *x, real *y) {
  for (int k = 0; k < n; ++k) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int j = k; j < n; ++j) {
      real sum = a[k][j];
      for (int p = 0; p < k; ++p)
        sum -= a[k][p] * a[p][j];
      a[k][j] = sum;
    }
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = k + 1; i < n; ++i) {
      real sum = a[i][k];
      for (int p = 0; p < k; ++p)
        sum -= a[i][p] * a[p][k];
      a[i][k] = sum / a[k][k];
    }
  }
  for (int i = 0; i < n; ++i) {
    real sum = b[i];
#pragma omp parallel for reduction(- : sum)
#pragma twofold parallel for
    for (int j = 0; j < i; ++j)
      sum -= a[i][j] * y[j];
    y[i] = sum;
  }
  for (int i = n - 1; i >= 0; --i) {
    real sum = y[i];
#pragma omp parallel for reduction(- : sum)
#pragma twofold parallel for
    for (int j = i + 1; j < n; ++j)
      sum -= a[i][j] * x[j];
    x[i] = sum / a[i][i];
  }
}
POLYBENCH(ludcmp, REORDERED,
          (dominant(w), reals(w, N, 0, 1), zeros(w, N), zeros(w, N)),
          ludcmp(N, A0, A1, A2, A3))

/* L x = b */
KERNEL trisolv(int n, real l[N][N], real *x, real *b) {
  for (int i = 0; i < n; ++i) {
    real sum = b[i];
#pragma omp parallel for reduction(- : sum)
#pragma twofold parallel for
    for (int j = 0; j < i; ++j)
      sum -= l[i][j] * x[j];
    x[i] = sum / l[i][i];
  }
}
POLYBENCH(trisolv, REORDERED | REPEATS,
          (dominant(w), zeros(w, N), reals(w, N, 0, 1)), trisolv(N, A0, A1, A2))

/* Levinson and Durbin's recursion: Toeplitz systems. */
KERNEL durbin(int n, real *r, real *y, real *z) {
  real alpha = -r[0], beta = 1;
  y[0] = -r[0];
  for (int k = 1; k < n; ++k) {
    beta = (1 - alpha * alpha) * beta;
    real sum = 0;
#pragma omp parallel for reduction(+ : sum)
#pragma twofold parallel for
    for (int i = 0; i < k; ++i)
      sum += r[k - i - 1] * y[i];
    alpha = -(r[k] + sum) / beta;
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 0; i < k; ++i)
      z[i] = y[i] + alpha * y[k - i - 1];
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 0; i < k; ++i)
      y[i] = z[i];
    y[k] = alpha;
  }
}
POLYBENCH(durbin, REORDERED | REPEATS,
          (reals(w, N, -0.001, 0.001), zeros(w, N), zeros(w, N)),
          durbin(N, A0, A1, A2))

enum { QM = PICK(30, 240, 1200), QN = PICK(20, 200, 1000) };

/* A = Q R, the columns of A one after the other. */
KERNEL gramschmidt(int m, int n, real a[QM][QN], real r[QN][QN],
                   real q[QM][QN]) {
  for (int k = 0; k < n; ++k) {
    real norm = 0;
#pragma omp parallel for reduction(+ : norm)
#pragma twofold parallel for
    for (int i = 0; i < m; ++i)
      norm += a[i][k] * a[i][k];
    r[k][k] = REAL(sqrt)(norm);
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 0; i < m; ++i)
      q[i][k] = a[i][k] / r[k][k];
#pragma omp parallel for
#pragma twofold parallel for
    for (int j = k + 1; j < n; ++j) {
      r[k][j] = 0;
      for (int i = 0; i < m; ++i)
        r[k][j] += q[i][k] * a[i][j];
      for (int i = 0; i < m; ++i)
        a[i][j] = a[i][j] - q[i][k] * r[k][j];
    }
  }
}
/* The diagonal keeps the columns far from each other's directions. */
static void independent(struct work *w) {
  real *a = reals(w, (size_t)QM * QN, -1, 1);
  for (int i = 0; i < QN; ++i)
    a[(size_t)i * QN + i] += QN;
}
POLYBENCH(gramschmidt, REORDERED,
          (independent(w), zeros(w, QN *QN), zeros(w, QM *QN)),
          gramschmidt(QM, QN, A0, A1, A2))

enum { PN = PICK(30, 500, 2800) };

/* Shortest ways between all nodes. No way leads from a node to itself for less
   than nothing, so that row and column `k` do not change in step `k`. */
KERNEL floyd_warshall(int n, int path[PN][PN]) {
  for (int k = 0; k < n; ++k) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        path[i][j] = path[i][j] < path[i][k] + path[k][j]
                         ? path[i][j]
                         : path[i][k] + path[k][j];
  }
}
POLYBENCH(floyd_warshall, ORDERED | ONCE,
          (integers(w, (size_t)PN *PN, 1, 1000), changed(w)),
          floyd_warshall(PN, A0))

enum { RN = PICK(30, 500, 2500) };

/* Most pairs that a strand of bases can fold into, diagonal after diagonal. */
KERNEL nussinov(int n, int *base, int table[RN][RN]) {
  for (int d = 1; d < n; ++d) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 0; i < n - d; ++i) {
      int j = i + d;
      int most = table[i][j - 1];
      if (most < table[i + 1][j])
        most = table[i + 1][j];
      int inner = d > 1 ? table[i + 1][j - 1] : 0;
      if (d > 1 && base[i] + base[j] == 3)
        ++inner;
      if (most < inner)
        most = inner;
      for (int k = i + 1; k < j; ++k)
        if (most < table[i][k] + table[k + 1][j])
          most = table[i][k] + table[k + 1][j];
      table[i][j] = most;
    }
  }
}
static void strand(struct work *w) {
  integers(w, RN, 0, 4);
  integers(w, (size_t)RN * RN, 0, 1);
  changed(w);
}
POLYBENCH(nussinov, ORDERED | REPEATS | ONCE, strand(w), nussinov(RN, A0, A1))
