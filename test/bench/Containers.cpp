// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Containers.cpp - loops over C++ containers -------------------------===//
#include "Containers.h"

#include <twofold/algorithm.hpp>

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

} // namespace

extern "C" const containers TABLE(containers) = {saxpy, saxpyTransform};
