// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C takes a `const int` for no constant, so that an array with this length has a
// variable one. Iterations have it as an array of constant length. Rounds that
// `omp unroll` unrolls, and what `omp assume` says, are nothing to them.
// RUN: %openmp %s %t --kernels 6 -Wno-gnu-folding-constant -Wno-openmp-clauses
#include <stdio.h>
enum { N = 1000 };
static float in[N + 8], out[N], weights[8];
static void convolve(int n) {
  const int width = 8;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float part[width];
    for (int k = 0; k < width; k++)
      part[k] = in[i + k] * weights[k];
    float sum = sizeof(part) + sizeof part[0];
    for (int k = 0; k < width; k++)
      sum += part[k];
    out[i] = sum;
  }
}
static void unrolled(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp unroll partial(4)
    for (int k = 0; k < 8; k++)
      out[i] += in[i + k];
#pragma omp assume no_openmp
    { out[i] -= 1; }
  }
}
static void varying(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float part[n]; // stays: the length is another one with each call
    for (int k = 0; k < n; k++)
      part[k] = in[k] + i;
    out[i] += part[n - 1];
  }
}
static void around(void) {
  const int width = 64, height = 4;
  float row[width], plane[height][width];
#pragma omp parallel for
  for (int i = 0; i < width; i++)
    row[i] = plane[0][i] = plane[3][i] = in[i];
#pragma omp target map(tofrom : row[:width])
  {
#pragma omp parallel for
    for (int i = 0; i < width; i++) {
      float own[width];
      for (int k = 0; k < width; k++)
        own[k] = row[i] + k;
      plane[1][i] = own[i] + (float)sizeof(row);
    }
  }
#pragma omp parallel for
  for (int i = 0; i < width; i++)
    out[i] += row[i] + plane[1][i] + plane[3][i];
}
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N + 8; i++)
    in[i] = i % 17;
  for (int k = 0; k < 8; k++)
    weights[k] = k + 1;
  convolve(N);
  unrolled(N);
  around();
  varying(100);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 0.5 + out[i];
  printf("%g %g\n", sum, out[500]);
}
