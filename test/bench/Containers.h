// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Containers.h - loops over C++ containers and slices ----------------===//
#ifndef TEST_BENCH_CONTAINERS_H
#define TEST_BENCH_CONTAINERS_H

#include "Loops.h"

#include <vector>

struct containers {
  // z = a x + y
  void (*saxpy)(std::vector<float> &z, float a, const std::vector<float> &x,
                const std::vector<float> &y);
  // The same through an algorithm of the library, where the variant has one.
  void (*saxpy_transform)(std::vector<float> &z, float a,
                          const std::vector<float> &x,
                          const std::vector<float> &y);
  // Whole-array expressions, one item for each element. z = a x + z
  void (*slice_axpy)(float *z, float a, const float *x, long n);
  // z = a + b c
  void (*slice_triad)(float *z, const float *a, const float *b, const float *c,
                      long n);
  // z = b / 2 where a > 0
  void (*slice_masked)(float *z, const float *a, const float *b, long n);
  // The inner elements of a square: the mean of a and its four neighbours.
  void (*slice_stencil)(float *z, const float *a, long n);
  // Squares: z = a + b transposed
  void (*slice_transposed)(float *z, const float *a, const float *b, long n);
};

extern "C" const containers serial_containers, openmp_containers,
    twofold_containers;

#endif
