// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP in a loop means what its statement means for one thread.
// RUN: %conform %s %t -fopenmp-simd
#include <stdio.h>
enum { N = 120, M = 24 };
static float a[N * M], b[N * M], c[N];
static int h[7];
static float dot(const float *x, const float *y, int n) {
  float s = 0;
#pragma omp simd reduction(+ : s)
  for (int j = 0; j < n; ++j)
    s += x[j] * y[j];
  return s;
}
// Also natively lanes begin with 0.
static int set(const float *x, int n) {
  int s = 1;
#pragma omp simd reduction(+ : s)
  for (int j = 0; j < n; ++j)
    if (x[j] > 4)
      s = 2;
  return s;
}
int main(void) {
  int t, j, last = 0;
  long total = 0;
  for (int i = 0; i < N * M; ++i)
    a[i] = i % 7, b[i] = i % 5;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float s = 0;
#pragma omp simd reduction(+ : s)
    for (int j = 0; j < M; ++j)
      s += a[i * M + j] * b[i * M + j];
    c[i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    c[i] += dot(a + i * M, b + i * M, M);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    c[i] += set(b + i * M, M);
#pragma twofold parallel for private(t, j)
  for (int i = 0; i < N; ++i) {
#pragma omp simd private(t)
    for (j = 0; j < M; ++j) {
      t = j * 2;
      a[i * M + j] += t;
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = i * M, l = 0;
#pragma omp simd linear(k : 1) lastprivate(l) safelen(8) aligned(b : 4)
    for (int j = 0; j < M; ++j) {
      b[k] += 1;
      k++;
      l = j;
    }
    c[i] += l;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
#pragma omp simd collapse(2)
    for (int p = 0; p < 4; ++p)
      for (int q = 0; q < 6; ++q)
        a[i * M + p * 6 + q] *= 2;
  }
#pragma twofold parallel for reduction(+ : total)
  for (int i = 0; i < N; ++i) {
    long sub = 0;
#pragma omp parallel for reduction(+ : sub)
    for (int j = 0; j < M; ++j)
      sub += (long)a[i * M + j];
    total += sub;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
#pragma omp atomic
    h[i % 7] += i;
  }
  long at = 0;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
#pragma omp atomic update
    at += i * 3;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (i % 3) {
#pragma omp simd
      for (int j = 0; j < M; j += 2) {
        float u = a[i * M + j];
        b[i * M + j] = u > 3 ? u : 3;
      }
    }
  }
  // What lanes do not have for themselves: a sum of all iterations, an array
  // that each of them fills anew, elements that they all change.
  long all = 0;
#pragma twofold parallel for reduction(+ : all)
  for (int i = 0; i < N; ++i) {
#pragma omp simd reduction(+ : all)
    for (int j = 0; j < M; ++j)
      all += (long)a[i * M + j] % 5;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float part[3] = {0, 0, 0};
#pragma omp simd
    for (int j = 0; j < M; ++j) {
      int place[4] = {j, j * 3, j ^ 5, 7};
      b[i * M + j] += (float)place[(i + j) & 3];
    }
#pragma omp simd reduction(+ : part)
    for (int j = 0; j < M; ++j)
      part[j % 3] += a[i * M + j];
    c[i] += part[0] - 2 * part[1] + 3 * part[2];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
#pragma omp simd safelen(4)
    for (int j = 4; j < M; ++j)
      b[i * M + j] += b[i * M + j - 4];
  }
  double s = (double)all;
  for (int i = 0; i < N * M; ++i)
    s += a[i] + 2 * b[i];
  for (int i = 0; i < N; ++i)
    s += c[i];
  printf("%.9g %ld %ld", s, total, at);
  for (int i = 0; i < 7; ++i)
    printf(" %d", h[i]);
  puts("");
}
