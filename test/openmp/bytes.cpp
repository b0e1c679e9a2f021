// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memset, memcpy and what std::copy and std::fill make of themselves are loops
// over elements for a kernel, where both sides have numbers of one size; else
// the loop stays and tells which function it is.
// RUN: %openmp %s %t --kernels 7
// RUN: %clangxx -O1 -fopenmp -fsyntax-only %plugin -fplugin-arg-twofold-openmp -fplugin-arg-twofold-dump=%t.dir -Rpass-missed=twofold %s 2>&1 | %FileCheck %s
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
enum { N = 200, K = 16 };
static double rows[N][K], sums[N], planes[N][2][K];
static float numbers[N];
static uint32_t bits[N];
static unsigned char letters[N][8];
static bool marks[N][4];
static void clear(double *p, int n) { memset(p, 0, n * sizeof(double)); }
static void clearAll(double *p, int n) { clear(p, n); }
static uint32_t bitsOf(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}
static void firsts(double *from, size_t width) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    memcpy(from + i * 2 * width, rows[i], width * sizeof(double));
    memset(from + (i * 2 + 1) * width, 0, sizeof(double) * width);
  }
}
int main() {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    numbers[i] = i * 0.37f - 9;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double t[K], u[2][K];
    clearAll(t, K);
    t[i & 15] += i;
    memset(u, 0, sizeof u);
    u[1][i & 7] = 2;
    std::copy(t, t + K, rows[i]);
    memmove(planes[i], u, sizeof u);
  }
  firsts(&planes[0][0][0], K);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    bits[i] = bitsOf(numbers[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int counts[8];
    memset(counts, -1, sizeof counts);
    memset(letters[i], 'a' + i % 26, 8);
    memset(marks[i], 1, 2);
    unsigned char t[4];
    std::fill_n(t, 4, 'z');
    letters[i][3] = t[i & 3];
    counts[letters[i][1] & 7]++;
    sums[i] = counts[0] + 2 * counts[1];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (i % 3)
      memset(marks[i] + 2, 1, 2 * sizeof(bool));
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double t[K];
    std::fill(t, t + K, 0.5);
    t[i & 15] = i;
    for (int k = 0; k < K; k++)
      sums[i] += t[k] * k + rows[i][k];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    uint32_t t[2];
    memset(t, 0, sizeof t);
    // CHECK: [[@LINE+1]]:5: remark: OpenMP's 'parallel for' stays as it is: 'memcpy' works on raw memory
    memcpy(&bits[i], letters[i], 4);
    bits[i] = (bits[i] & 0x0f0f0f0f) + t[i & 1];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    // CHECK: [[@LINE+1]]:5: remark: OpenMP's 'parallel for' stays as it is: 'memmove' works on raw memory
    memmove(rows[i] + 1, rows[i], (K - 1) * sizeof(double));
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    // CHECK: [[@LINE+1]]:5: remark: OpenMP's 'parallel for' stays as it is: 'memset' works on raw memory
    memset(rows[i], 0, i % (2 * K));
  double all = 0;
  unsigned long hash = 0;
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < K; k++)
      all = all * 0.99 + rows[i][k] + planes[i][0][k] * 3 + planes[i][1][k];
    all += sums[i];
    hash = hash * 31 + bits[i];
    for (int k = 0; k < 8; k++)
      hash = hash * 31 + letters[i][k] + marks[i][k & 3];
  }
  std::printf("%.12g %lu\n", all, hash);
}
