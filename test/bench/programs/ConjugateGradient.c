/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- ConjugateGradient.c - a matrix in compressed rows ------------------===*\
|*
|* conjugate-gradient [GRID] [STEPS]: the five-point Laplacian of a square grid.
|* The columns are in an array, and two sums come to the host in each step.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

struct matrix {
  int rows;
  int *start;  /* rows + 1 */
  int *column; /* start[rows] */
  double *value;
};

static struct matrix laplacian(int grid) {
  struct matrix a;
  a.rows = grid * grid;
  a.start = ARRAY(int, a.rows + 1);
  a.column = ARRAY(int, 5L * a.rows);
  a.value = ARRAY(double, 5L * a.rows);
  int at = 0;
  for (int i = 0; i < a.rows; ++i) {
    int y = i / grid, x = i % grid;
    const int neighbour[5] = {i - grid, i - 1, i, i + 1, i + grid};
    const int inside[5] = {y > 0, x > 0, 1, x < grid - 1, y < grid - 1};
    a.start[i] = at;
    for (int k = 0; k < 5; ++k)
      if (inside[k]) {
        a.column[at] = neighbour[k];
        a.value[at++] = k == 2 ? 4.01 : -1;
      }
  }
  a.start[a.rows] = at;
  return a;
}

#ifndef __CUDACC__
static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  PARALLEL_SIMD(reduction(+ : sum))
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

static void multiply(int n, const int *start, const int *column,
                     const double *value, const double *x, double *y) {
  PARALLEL(firstprivate(start, column, value, x, y))
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

/* y += factor * x */
static void add(int n, double factor, const double *x, double *y) {
  PARALLEL_SIMD(firstprivate(factor, x, y))
  for (int i = 0; i < n; ++i)
    y[i] += factor * x[i];
}

/* y = x + factor * y */
static void advance(int n, double factor, const double *x, double *y) {
  PARALLEL_SIMD(firstprivate(factor, x, y))
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + factor * y[i];
}

static void solve(struct matrix a, int steps, double *x, double *r, double *p,
                  double *q) {
  int n = a.rows;
  double residual = dot(n, r, r);
  for (int t = 0; t < steps; ++t) {
    multiply(n, a.start, a.column, a.value, p, q);
    double alpha = residual / dot(n, p, q);
    add(n, alpha, p, x);
    add(n, -alpha, q, r);
    double next = dot(n, r, r);
    advance(n, next / residual, r, p);
    residual = next;
    step();
  }
}
#else
__global__ void dotKernel(int n, const double *a, const double *b,
                          double *sum) {
  double mine = 0;
  for (long i = ITEM; i < n; i += (long)gridDim.x * blockDim.x)
    mine += a[i] * b[i];
  addAll(mine, sum);
}

static double dot(int n, const double *a, const double *b, double *sum) {
  CUDA(cudaMemsetAsync(sum, 0, sizeof *sum));
  LAUNCH(dotKernel, 1024 * 256, n, a, b, sum);
  double result;
  download(&result, sum, 1);
  return result;
}

__global__ void multiply(int n, const int *start, const int *column,
                         const double *value, const double *x, double *y) {
  long i = ITEM;
  if (i >= n)
    return;
  double sum = 0;
  for (int k = start[i]; k < start[i + 1]; ++k)
    sum += value[k] * x[column[k]];
  y[i] = sum;
}

__global__ void add(int n, double factor, const double *x, double *y) {
  long i = ITEM;
  if (i < n)
    y[i] += factor * x[i];
}

__global__ void advance(int n, double factor, const double *x, double *y) {
  long i = ITEM;
  if (i < n)
    y[i] = x[i] + factor * y[i];
}

static void solve(struct matrix a, int steps, double *x, double *r, double *p,
                  double *q) {
  int n = a.rows;
  int *start = uploaded(a.start, n + 1);
  int *column = uploaded(a.column, a.start[n]);
  double *value = uploaded(a.value, a.start[n]);
  double *dx = uploaded(x, n), *dr = uploaded(r, n), *dp = uploaded(p, n);
  double *dq = deviceArray<double>(n), *sum = deviceArray<double>(1);
  double residual = dot(n, dr, dr, sum);
  for (int t = 0; t < steps; ++t) {
    LAUNCH(multiply, n, n, start, column, value, dp, dq);
    double alpha = residual / dot(n, dp, dq, sum);
    LAUNCH(add, n, n, alpha, dp, dx);
    LAUNCH(add, n, n, -alpha, dq, dr);
    double next = dot(n, dr, dr, sum);
    LAUNCH(advance, n, n, next / residual, dr, dp);
    residual = next;
    step();
  }
  download(x, dx, n);
}
#endif

int main(int count, char **values) {
  int grid = (int)argument(count, values, 1, 1500);
  int steps = (int)argument(count, values, 2, 500);
  struct matrix a = laplacian(grid);
  double *x = ARRAY(double, a.rows), *r = ARRAY(double, a.rows),
         *p = ARRAY(double, a.rows), *q = ARRAY(double, a.rows);
  for (int i = 0; i < a.rows; ++i) {
    x[i] = q[i] = 0;
    r[i] = p[i] = 1 + i % 3;
  }
  begin();
  solve(a, steps, x, r, p, q);
  double check = 0;
  for (int i = 0; i < a.rows; ++i)
    check += x[i];
  finish(check);
  return 0;
}
