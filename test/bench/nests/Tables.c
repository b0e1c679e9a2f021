/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Tables.c - TSVC's loops over tables --------------------------------===*\
|*
|* Loops in loops of which one is independent: the outer over columns, rows that
|* carry a recurrence, triangles, and updates of a vector.
\*===----------------------------------------------------------------------===*/
#include "Nest.h"

#define TABLE(ID, FLAGS, ARRAYS, CALL)                                         \
  NEST(ID, "vector", FLAGS, "17", "256", "2000", ARRAYS, CALL)
#define SQUARE ((size_t)n * n)
/* Table x changes, by table a and vector b. */
#define CHANGES(ID)                                                            \
  TABLE(ID, ORDERED,                                                           \
        (reals(w, SQUARE, 0, 1), changed(w), reals(w, SQUARE, 0, 0.5),         \
         reals(w, n, 0, 1)),                                                   \
        ID(n, A0, A1, A2))
#define PARTS int n, real x[n][n], real a[n][n], real *b

/* A recurrence down each column: the outer loop is over columns. */
KERNEL down_columns(PARTS) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < n; ++j)
    for (int i = 1; i < n; ++i)
      x[i][j] = x[i - 1][j] * a[i][j] + b[i];
}
CHANGES(down_columns)

/* A recurrence along each row. */
KERNEL along_rows(PARTS) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < n; ++j)
      x[i][j] = x[i][j - 1] * a[i][j] + b[j];
}
CHANGES(along_rows)

/* The same with the loops the other way: rows within are independent. */
KERNEL row_by_row(PARTS) {
  for (int i = 1; i < n; ++i) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int j = 0; j < n; ++j)
      x[i][j] = x[i - 1][j] * a[i][j] + b[j];
  }
}
CHANGES(row_by_row)

KERNEL triangle(PARTS) {
#pragma omp parallel for schedule(dynamic, 8)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      x[i][j] = a[i][j] + b[j] * x[i][j];
}
CHANGES(triangle)

KERNEL flipped(PARTS) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x[i][j] = a[j][i] + b[j];
}
CHANGES(flipped)

/* A statement before the inner loop that the inner loop reads. */
KERNEL imperfect(PARTS) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real first = x[i][0] + b[i];
    for (int j = 0; j < n; ++j)
      x[i][j] = first * a[i][j] + x[i][j];
  }
}
CHANGES(imperfect)

/* Two recurrences in one body, over columns. */
KERNEL two_columns(PARTS) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < n; ++j) {
    real last = b[j];
    for (int i = 1; i < n; ++i) {
      x[i][j] = x[i - 1][j] + a[i][j];
      last = last * (real)0.5 + x[i][j];
    }
    x[0][j] = last;
  }
}
CHANGES(two_columns)

KERNEL row_sums(int n, real *y, real a[n][n]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int j = 0; j < n; ++j)
      y[i] += a[i][j];
  }
}
TABLE(row_sums, ORDERED | REPEATS, (zeros(w, n), reals(w, SQUARE, 0, 1)),
      row_sums(n, A0, A1))

KERNEL column_sums(int n, real *y, real a[n][n]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < n; ++j) {
    y[j] = 0;
    for (int i = 0; i < n; ++i)
      y[j] += a[i][j];
  }
}
TABLE(column_sums, ORDERED | REPEATS, (zeros(w, n), reals(w, SQUARE, 0, 1)),
      column_sums(n, A0, A1))

KERNEL row_greatest(int n, real *y, real a[n][n]) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real m = a[i][0];
    for (int j = 1; j < n; ++j)
      if (a[i][j] > m)
        m = a[i][j];
    y[i] = m;
  }
}
TABLE(row_greatest, ORDERED | REPEATS, (zeros(w, n), reals(w, SQUARE, 0, 1)),
      row_greatest(n, A0, A1))
