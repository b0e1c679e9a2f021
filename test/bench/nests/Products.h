/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Products.h - matrix products and what networks make of them --------===*\
|*
|* Textbook.c has them as loops, Blas.c as calls of OpenBLAS, Eigen.cpp as
|* expressions. Matrices are row after row.
\*===----------------------------------------------------------------------===*/
#ifndef TEST_BENCH_NESTS_PRODUCTS_H
#define TEST_BENCH_NESTS_PRODUCTS_H

#include "Nest.h"

#ifdef __cplusplus
extern "C" {
#endif

/* c = a b of n by n; the letters say which of the two is stored transposed. The
   loops are i-j-k with a sum of their own; into c in the inner loop; in the
   order i-k-j; and over arrays of rows. */
void product_nn(int n, real *c, const real *a, const real *b);
void product_nt(int n, real *c, const real *a, const real *b);
void product_tn(int n, real *c, const real *a, const real *b);
void product_tt(int n, real *c, const real *a, const real *b);
void product_inplace(int n, real *c, const real *a, const real *b);
void product_ikj(int n, real *c, const real *a, const real *b);
void product_rows(int n, real *c, const real *a, const real *b);

/* y = 1 / (1 + exp(-(x w + bias))) for `rows` inputs of n numbers. */
void layer(int rows, int n, real *y, const real *x, const real *w,
           const real *bias);
/* The same with the sum in an inner loop of i-k-j. */
void layer_ikj(int rows, int n, real *y, const real *x, const real *w,
               const real *bias);
/* Two layers. */
void perceptron(int rows, int n, real *y, real *hidden, const real *x,
                const real *w1, const real *bias1, const real *w2,
                const real *bias2);

#ifdef __cplusplus
}
#endif
#endif
