// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices in annotated loops, which are plain loops of their kernels: reductions
// of rows, assignments, masks, lengths that the iteration says.
// RUN: %conform %s %t
#include "show.h"
/* clang-format off */
enum { N = 13, M = 19 };

static int A[N][M], B[N][M], K[N][M], Y[N], Z[N];
static struct row { int best; short v[M]; } rows[N];

static void flat(int n, int m, int *a, const int *b, const int *x, int *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#ifdef WITH_PLUGIN
#pragma twofold slice
    {
      y[i] = twofold_sum(b[i * m : m] * x[0:m]);
      a[i * m : m] = b[i * m : m] * 2 + x[0:m];
      if (twofold_any(a[i * m : m] > 30))
        y[i] += 1;
      if (b[i * m : m] > 7)
        a[i * m : m] += 1;
      else
        a[i * m : m] -= n;
      a[i * m + m - 1 : m / 2 : -1] ^= 3;
    }
#else
    y[i] = 0;
    for (int j = 0; j < m; ++j)
      y[i] += b[i * m + j] * x[j];
    int any = 0;
    for (int j = 0; j < m; ++j)
      a[i * m + j] = b[i * m + j] * 2 + x[j], any |= a[i * m + j] > 30;
    y[i] += any;
    for (int j = 0; j < m; ++j)
      a[i * m + j] += b[i * m + j] > 7 ? 1 : -n;
    for (int j = 0; j < m / 2; ++j)
      a[i * m + m - 1 - j] ^= 3;
#endif
  }
}

/* What one row is assigned of itself is in order. */
static void down(int n, int m, int a[n][m]) {
#pragma twofold parallel for
  for (int i = n - 1; i >= 0; --i)
#ifdef WITH_PLUGIN
#pragma twofold slice
    a[i][0 : m - 1] = a[i][1:] + 1;
#else
    for (int j = 0; j + 1 < m; ++j)
      a[i][j] = a[i][j + 1] + 1;
#endif
}

/* Statements that may not share a loop, as a variable that is not local says how
 * long they are. */
static int width = M - 2;
static void apart(int n, int *a, const int *b, int *c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#ifdef WITH_PLUGIN
#pragma twofold slice
    {
      a[i * M : width] = b[i * M : width] + 1;
      c[i * M : width] = a[i * M : width] * 2;
    }
#else
    for (int j = 0; j < width; ++j)
      a[i * M + j] = b[i * M + j] + 1;
    for (int j = 0; j < width; ++j)
      c[i * M + j] = a[i * M + j] * 2;
#endif
  }
}

int main(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      A[i][j] = (i * 7 + j * 3) % 41, B[i][j] = j - i, K[i][j] = i * j % M, rows[i].v[j] = i ^ j;
  int n = N, m = M, total = 0;
#pragma twofold parallel for reduction(+ : total)
  for (int i = 0; i < n; ++i) {
#ifdef WITH_PLUGIN
#pragma twofold slice
    int most = twofold_max(A[i][0:m]), place = twofold_argmin(A[i][m - 1 : m : -1]);
#pragma twofold slice
    {
      Y[i] = 2 * twofold_count(K[i][:] == 3) + twofold_dot(A[i][0:m], B[i][:]);
      Z[i] = twofold_sum(A[i][0:i]) + 3 * twofold_min(A[i][i:]) + twofold_product(B[i][i + 1 : m - i - 1] | 1);
      total += twofold_all(B[i][:] > -n);
      rows[i].v[:] *= twofold_index(0);
      rows[i].best = most * 100 + place;
    }
#else
    int most = A[i][0], place = 0;
    for (int j = 0; j < m; ++j) {
      most = A[i][j] > most ? A[i][j] : most;
      place = A[i][m - 1 - j] < A[i][m - 1 - place] ? j : place;
    }
    int count = 0, dot = 0, sum = 0, least = A[i][i], product = 1, all = 1;
    for (int j = 0; j < m; ++j) {
      count += K[i][j] == 3;
      dot += A[i][j] * B[i][j];
      sum += j < i ? A[i][j] : 0;
      least = j >= i && A[i][j] < least ? A[i][j] : least;
      product *= j > i ? B[i][j] | 1 : 1;
      all &= B[i][j] > -n;
      rows[i].v[j] *= j;
    }
    Y[i] = 2 * count + dot;
    Z[i] = sum + 3 * least + product;
    total += all;
    rows[i].best = most * 100 + place;
#endif
  }
  SHOW_INTEGER(total);
  SHOW_INTEGERS("Y", Y, N);
  SHOW_INTEGERS("Z", Z, N);
  for (int i = 0; i < N; ++i) {
    SHOW_INTEGER(rows[i].best);
    SHOW_INTEGERS("v", rows[i].v, M);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
#ifdef WITH_PLUGIN
#pragma twofold slice
      A[i][0:m] += B[i][k] * K[k % N][0:m];
#else
      for (int j = 0; j < m; ++j)
        A[i][j] += B[i][k] * K[k % N][j];
#endif
  SHOW_INTEGERS("A", A[0], N * M);
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k) {
#ifdef WITH_PLUGIN
#pragma twofold slice
      B[i][k : M / 2 : 2] = A[i][K[i][k : M / 2 : 2]];
#else
      for (int j = 0; j < M / 2; ++j)
        B[i][k + j * 2] = A[i][K[i][k + j * 2]];
#endif
    }
  SHOW_INTEGERS("B", B[0], N * M);
  flat(n, m, A[0], B[0], K[3], Y);
  down(n, m, A);
  SHOW_INTEGERS("A", A[0], N * M);
  SHOW_INTEGERS("Y", Y, N);
  apart(n, A[0], B[0], K[0]);
  SHOW_INTEGERS("A", A[0], N * M);
  SHOW_INTEGERS("K", K[0], N * M);
}
