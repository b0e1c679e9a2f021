// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Containers.h - loops over C++ containers ---------------------------===//
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
};

extern "C" const containers serial_containers, openmp_containers,
    twofold_containers;

#endif
