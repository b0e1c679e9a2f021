/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Products.c - the cases of Products.h -------------------------------===*/
#include "Products.h"

#define PRODUCT(ID)                                                            \
  NEST(ID, "product", ORDERED | REPEATS, "7,33", "64,128,256,512",             \
       "1024,2048",                                                            \
       (zeros(w, (size_t)n * n), reals(w, (size_t)n * n, -1, 1),               \
        reals(w, (size_t)n * n, -1, 1)),                                       \
       ID(n, A0, A1, A2))
PRODUCT(product_nn)
PRODUCT(product_nt)
PRODUCT(product_tn)
PRODUCT(product_tt)
PRODUCT(product_inplace)
PRODUCT(product_ikj)
PRODUCT(product_rows)

enum { BATCH = 128 };
#define LAYER(ID, ROWS)                                                        \
  NEST(ID, "layer", ORDERED | REPEATS | FUNCTIONS, "9", "128,256,512",         \
       "1024,2048",                                                            \
       (zeros(w, (size_t)(ROWS) * n), reals(w, (size_t)(ROWS) * n, -1, 1),     \
        reals(w, (size_t)n * n, -0.125, 0.125), reals(w, n, -1, 1)),           \
       ID(ROWS, n, A0, A1, A2, A3))
LAYER(layer, n)
LAYER(layer_ikj, n)
NEST(perceptron, "layer", ORDERED | REPEATS | FUNCTIONS, "9", "128,256,512",
     "1024,2048",
     (zeros(w, (size_t)BATCH *n), zeros(w, (size_t)BATCH *n),
      reals(w, (size_t)BATCH *n, -1, 1), reals(w, (size_t)n *n, -0.125, 0.125),
      reals(w, n, -1, 1), reals(w, (size_t)n *n, -0.125, 0.125),
      reals(w, n, -1, 1)),
     perceptron(BATCH, n, A0, A1, A2, A3, A4, A5, A6))
