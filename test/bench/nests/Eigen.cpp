// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Eigen.cpp - products as expressions of Eigen -----------------------===//
#include <Eigen/Core> // before the arrays' short names

#include "Products.h"

namespace {

using Rows =
    Eigen::Matrix<real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using In = Eigen::Map<const Rows>;
using Out = Eigen::Map<Rows>;
using Vector =
    Eigen::Map<const Eigen::Matrix<real, 1, Eigen::Dynamic, Eigen::RowMajor>>;

} // namespace

void product_nn(int N, real *C, const real *A, const real *B) {
  Out(C, N, N).noalias() = In(A, N, N) * In(B, N, N);
}
void product_nt(int N, real *C, const real *A, const real *B) {
  Out(C, N, N).noalias() = In(A, N, N) * In(B, N, N).transpose();
}
void product_tn(int N, real *C, const real *A, const real *B) {
  Out(C, N, N).noalias() = In(A, N, N).transpose() * In(B, N, N);
}
void product_tt(int N, real *C, const real *A, const real *B) {
  Out(C, N, N).noalias() = In(A, N, N).transpose() * In(B, N, N).transpose();
}
void product_inplace(int N, real *C, const real *A, const real *B) {
  product_nn(N, C, A, B);
}
void product_ikj(int N, real *C, const real *A, const real *B) {
  product_nn(N, C, A, B);
}
void product_rows(int N, real *C, const real *A, const real *B) {
  product_nn(N, C, A, B);
}

void layer(int Count, int N, real *Y, const real *X, const real *W,
           const real *Bias) {
  Out To(Y, Count, N);
  To.noalias() = In(X, Count, N) * In(W, N, N);
  To.rowwise() += Vector(Bias, N);
  To.array() = (1 + (-To.array()).exp()).inverse();
}
void layer_ikj(int Count, int N, real *Y, const real *X, const real *W,
               const real *Bias) {
  layer(Count, N, Y, X, W, Bias);
}
void perceptron(int Count, int N, real *Y, real *Hidden, const real *X,
                const real *W1, const real *Bias1, const real *W2,
                const real *Bias2) {
  layer(Count, N, Hidden, X, W1, Bias1);
  layer(Count, N, Y, Hidden, W2, Bias2);
}
