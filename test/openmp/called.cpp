// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that share out loops of their own, and annotated loops that call them.
// RUN: %openmp %s %t --kernels 1
#include <cstdio>
#include <vector>
template <typename T> void scale(int n, const T *in, T *out) {
#pragma omp target teams distribute map(to : in[ : n]) map(from : out[ : n])
  for (int i = 0; i < n; i++)
    out[i] = 2 * in[i];
}
int main() {
  std::vector<float *> in, out;
  for (int i = 0; i < 8; i++) {
    in.push_back(new float[100]);
    out.push_back(new float[100]);
    for (int k = 0; k < 100; ++k)
      in[i][k] = i + k;
  }
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    scale(100, in[i], out[i]);
#pragma twofold parallel for independent
  for (int i = 0; i < 4; i++)
    scale(100, out[2 * i], out[2 * i + 1]);
  for (int i = 0; i < 8; i++)
    std::printf("%g\n", out[i][99]);
}
