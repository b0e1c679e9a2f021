/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- SparseSolver.c - one matrix, many right sides ----------------------===*\
|*
|* sparse-solver [ROWS] [SIDES] [SWEEPS]: Jacobi's method on compressed rows of
|* scattered columns. The host writes each right side and reads each solution;
|* the matrix stays as it is.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

enum { PerRow = 12 };

struct matrix {
  int rows;
  int *start;  /* rows + 1 */
  int *column; /* start[rows] */
  float *value;
  float *diagonal; /* its inverse */
};

static struct matrix scattered(int rows) {
  struct matrix a;
  unsigned state = 1;
  int at = 0;
  a.rows = rows;
  a.start = ARRAY(int, rows + 1);
  a.column = ARRAY(int, (long)PerRow *rows);
  a.value = ARRAY(float, (long)PerRow *rows);
  a.diagonal = ARRAY(float, rows);
  for (int i = 0; i < rows; ++i) {
    a.start[i] = at;
    float sum = 0;
    int length = PerRow / 2 + (int)(random32(&state) >> 16) % (PerRow / 2);
    for (int k = 0; k < length; ++k) {
      long to = i + (long)(random32(&state) >> 8) % 8192 - 4096;
      a.column[at] = (int)((to + rows) % rows);
      a.value[at] = randomFloat(&state) - 0.5f;
      sum += fabsf(a.value[at++]);
    }
    a.diagonal[i] = 1 / (1.5f * sum + 1);
  }
  a.start[rows] = at;
  return a;
}

/* The host's part of each step. */
static void writeSide(int n, int side, float *b) {
  unsigned state = (unsigned)side;
  for (int i = 0; i < n; ++i)
    b[i] = randomFloat(&state);
}

static double readSolution(int n, const float *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i];
  return sum;
}

#ifndef __CUDACC__
static void sweep(int n, const int *start, const int *column,
                  const float *value, const float *diagonal, const float *b,
                  const float *from, float *to) {
  PARALLEL(firstprivate(start, column, value, diagonal, b, from, to))
  for (int i = 0; i < n; ++i) {
    float sum = b[i];
    for (int k = start[i]; k < start[i + 1]; ++k)
      sum -= value[k] * from[column[k]];
    to[i] = sum * diagonal[i];
  }
}

static double solve(struct matrix a, int sides, int sweeps, float *b, float *x,
                    float *y) {
  double check = 0;
  for (int side = 0; side < sides; ++side) {
    writeSide(a.rows, side, b);
    for (int s = 0; s < sweeps; s += 2) {
      sweep(a.rows, a.start, a.column, a.value, a.diagonal, b, x, y);
      sweep(a.rows, a.start, a.column, a.value, a.diagonal, b, y, x);
    }
    check += readSolution(a.rows, x);
    step();
  }
  return check;
}
#else
__global__ void sweep(int n, const int *start, const int *column,
                      const float *value, const float *diagonal, const float *b,
                      const float *from, float *to) {
  long i = ITEM;
  if (i >= n)
    return;
  float sum = b[i];
  for (int k = start[i]; k < start[i + 1]; ++k)
    sum -= value[k] * from[column[k]];
  to[i] = sum * diagonal[i];
}

static double solve(struct matrix a, int sides, int sweeps, float *b, float *x,
                    float *y) {
  int n = a.rows;
  int *start = uploaded(a.start, n + 1);
  int *column = uploaded(a.column, a.start[n]);
  float *value = uploaded(a.value, a.start[n]);
  float *diagonal = uploaded(a.diagonal, n);
  float *db = deviceArray<float>(n), *dx = uploaded(x, n), *dy = uploaded(y, n);
  CUDA(cudaHostRegister(b, n * sizeof *b, 0));
  CUDA(cudaHostRegister(x, n * sizeof *x, 0));
  double check = 0;
  for (int side = 0; side < sides; ++side) {
    writeSide(n, side, b);
    upload(db, b, n);
    for (int s = 0; s < sweeps; s += 2) {
      LAUNCH(sweep, n, n, start, column, value, diagonal, db, dx, dy);
      LAUNCH(sweep, n, n, start, column, value, diagonal, db, dy, dx);
    }
    download(x, dx, n);
    check += readSolution(n, x);
    step();
  }
  return check;
}
#endif

int main(int count, char **values) {
  int rows = (int)argument(count, values, 1, 2000000);
  int sides = (int)argument(count, values, 2, 15);
  int sweeps = (int)argument(count, values, 3, 30);
  struct matrix a = scattered(rows);
  float *b = ARRAY(float, rows), *x = ARRAY(float, rows),
        *y = ARRAY(float, rows);
  for (int i = 0; i < rows; ++i)
    b[i] = x[i] = y[i] = 0;
  begin();
  finish(solve(a, sides, sweeps, b, x, y));
  return 0;
}
