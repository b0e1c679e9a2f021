/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Blas.c - products as calls of OpenBLAS -----------------------------===*/
#include "Products.h"

#include <cblas.h>

#ifdef NEST_FLOAT
#define GEMM cblas_sgemm
#else
#define GEMM cblas_dgemm
#endif

static void product(int rows, int n, real *c, CBLAS_TRANSPOSE ta, const real *a,
                    CBLAS_TRANSPOSE tb, const real *b) {
  GEMM(CblasRowMajor, ta, tb, rows, n, n, 1, a, n, b, n, 0, c, n);
}

void product_nn(int n, real *c, const real *a, const real *b) {
  product(n, n, c, CblasNoTrans, a, CblasNoTrans, b);
}
void product_nt(int n, real *c, const real *a, const real *b) {
  product(n, n, c, CblasNoTrans, a, CblasTrans, b);
}
void product_tn(int n, real *c, const real *a, const real *b) {
  product(n, n, c, CblasTrans, a, CblasNoTrans, b);
}
void product_tt(int n, real *c, const real *a, const real *b) {
  product(n, n, c, CblasTrans, a, CblasTrans, b);
}
void product_inplace(int n, real *c, const real *a, const real *b) {
  product_nn(n, c, a, b);
}
void product_ikj(int n, real *c, const real *a, const real *b) {
  product_nn(n, c, a, b);
}
void product_rows(int n, real *c, const real *a, const real *b) {
  product_nn(n, c, a, b);
}

/* What NumPy's programs do: the product, then one function over all elements,
   on this library's single thread. */
void layer(int rows, int n, real *y, const real *x, const real *w,
           const real *bias) {
  product(rows, n, y, CblasNoTrans, x, CblasNoTrans, w);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < n; ++j)
      y[(size_t)i * n + j] =
          1 / (1 + REAL(exp)(-(y[(size_t)i * n + j] + bias[j])));
}
void layer_ikj(int rows, int n, real *y, const real *x, const real *w,
               const real *bias) {
  layer(rows, n, y, x, w, bias);
}
void perceptron(int rows, int n, real *y, real *hidden, const real *x,
                const real *w1, const real *bias1, const real *w2,
                const real *bias2) {
  layer(rows, n, hidden, x, w1, bias1);
  layer(rows, n, y, hidden, w2, bias2);
}
