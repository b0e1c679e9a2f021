// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Containers.cpp - loops over C++ containers and slices --------------===//
#include "Containers.h"

#include <twofold/twofold.hpp>

namespace {

void saxpy(std::vector<float> &z, float a, const std::vector<float> &x,
           const std::vector<float> &y) {
#pragma omp parallel for
#pragma twofold parallel for
  for (std::size_t i = 0; i < z.size(); ++i)
    z[i] = a * x[i] + y[i];
}

void saxpyTransform(std::vector<float> &z, float a, const std::vector<float> &x,
                    const std::vector<float> &y) {
#ifdef _OPENMP
  saxpy(z, a, x, y);
#else
  transform(twofold::par, x.begin(), x.end(), y.begin(), z.begin(),
            [a](float left, float right) { return a * left + right; });
#endif
}

// Templates that several variants instantiated would be one function: loops
// stand for slices in the others.
#ifndef BENCH_SLICES
#define ROWS(i, from, to)                                                      \
  _Pragma("omp parallel for") for (long i = from; i < to; ++i)

void sliceAxpy(float *z, float a, const float *x, long n) {
  ROWS(i, 0, n) z[i] = a * x[i] + z[i];
}
void sliceTriad(float *z, const float *a, const float *b, const float *c,
                long n) {
  ROWS(i, 0, n) z[i] = a[i] + b[i] * c[i];
}
void sliceMasked(float *z, const float *a, const float *b, long n) {
  ROWS(i, 0, n) if (a[i] > 0) z[i] = b[i] * 0.5f;
}
void sliceStencil(float *z, const float *a, long n) {
  ROWS(i, 1, n - 1)
  for (long j = 1; j < n - 1; ++j)
    z[i * n + j] = 0.2f * (a[i * n + j] + a[i * n - n + j] + a[i * n + n + j] +
                           a[i * n + j - 1] + a[i * n + j + 1]);
}
void sliceTransposed(float *z, const float *a, const float *b, long n) {
  ROWS(i, 0, n)
  for (long j = 0; j < n; ++j)
    z[i * n + j] = a[i * n + j] + b[j * n + i];
}
#else
using twofold::slice;

void sliceAxpy(float *z, float a, const float *x, long n) {
  slice Z(z, n);
  slice X(x, n);
  Z = a * X + Z;
}
void sliceTriad(float *z, const float *a, const float *b, const float *c,
                long n) {
  slice Z(z, n);
  slice A(a, n), B(b, n), C(c, n);
  Z = A + B * C;
}
void sliceMasked(float *z, const float *a, const float *b, long n) {
  slice Z(z, n);
  slice A(a, n), B(b, n);
  where(A > 0, Z) = B * 0.5f;
}
void sliceStencil(float *z, const float *a, long n) {
  slice Z(z, n, n);
  slice A(a, n, n);
  auto part = [&](long i, long j) {
    return A.sub({{{1 + i, n - 2}, {1 + j, n - 2}}});
  };
  Z.sub({{{1, n - 2}, {1, n - 2}}}) =
      0.2f * (part(0, 0) + part(-1, 0) + part(1, 0) + part(0, -1) + part(0, 1));
}
void sliceTransposed(float *z, const float *a, const float *b, long n) {
  slice Z(z, n, n);
  slice A(a, n, n), B(b, n, n);
  Z = A + B.transpose();
}
#endif

} // namespace

extern "C" const containers TABLE(containers) = {
    saxpy,       saxpyTransform, sliceAxpy,      sliceTriad,
    sliceMasked, sliceStencil,   sliceTransposed};
