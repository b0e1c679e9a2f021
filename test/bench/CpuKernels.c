// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CpuKernels.c - loops whose kernels run on the CPU itself -----------===//
//
// Prints for each loop its name, a number that its results are told by, and the
// processor time of its quickest call in milliseconds: see cpu_kernels.py.
//
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1 << 20, SIDE = 1024 };
static float a[MOST], b[MOST], c[MOST];
static double x[MOST], y[MOST], z[MOST];

static void fill(void) {
  for (int i = 0; i < MOST; ++i) {
    x[i] = a[i] = (float)(i * 7 % 31 - 15) / 16;
    y[i] = b[i] = (float)(i * 13 % 37 - 18) / 19;
    z[i] = c[i] = 0;
  }
}

static void axpy(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    c[i] += 0.5f * a[i];
}

static void stencil(int n) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      c[i * n + j] =
          0.2f * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] +
                  a[(i - 1) * n + j] + a[(i + 1) * n + j]);
}

static void product(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

static void doubles(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      z[i * n + j] = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        z[i * n + j] += x[i * n + k] * y[k * n + j];
}

static void transposed(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[k * n + i] * b[j * n + k];
      c[i * n + j] = s;
    }
}

static void triangle(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * a[j * n + k];
      c[i * n + j] = s;
    }
}

static void distances(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k) {
        float e = a[i * n + k] - b[j * n + k];
        s += e * e;
      }
      c[i * n + j] = s;
    }
}

static double spent(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void measure(const char *name, void (*loop)(int), int n, int calls) {
  fill();
  loop(n);
  uint64_t told = 0;
  for (int i = 0; i < MOST; ++i) {
    uint32_t one;
    uint64_t two;
    memcpy(&one, &c[i], sizeof one);
    memcpy(&two, &z[i], sizeof two);
    told = (told * 31 + one) * 31 + two;
  }
  double least = 1e9;
  for (int i = 0; i < calls; ++i) {
    const double began = spent();
    loop(n);
    const double took = spent() - began;
    least = took < least ? took : least;
  }
  printf("%s-%d %016llx %f\n", name, n, (unsigned long long)told, least);
}

int main(int count, char **given) {
  const int times = count > 1 ? atoi(given[1]) : 1;
  measure("axpy", axpy, MOST, 40 * times);
  measure("stencil", stencil, SIDE, 40 * times);
  measure("product", product, 384, 5 * times);
  measure("product", product, 500, 3 * times);
  measure("doubles", doubles, 384, 5 * times);
  measure("transposed", transposed, 384, 5 * times);
  measure("triangle", triangle, 384, 5 * times);
  measure("distances", distances, 384, 5 * times);
  return 0;
}
