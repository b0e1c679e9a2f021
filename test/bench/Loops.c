/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Loops.c - the measured loops ---------------------------------------===*\
|*
\*===----------------------------------------------------------------------===*/
#include "Loops.h"

#include <math.h>

static void copy(double *restrict to, const double *restrict from, long n) {
#pragma omp parallel for
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    to[i] = from[i];
}

static void scale(double *restrict to, const double *restrict from, double by,
                  long n) {
#pragma omp parallel for
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    to[i] = by * from[i];
}

static void add(double *restrict to, const double *restrict a,
                const double *restrict b, long n) {
#pragma omp parallel for
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    to[i] = a[i] + b[i];
}

static void triad(double *restrict to, const double *restrict a,
                  const double *restrict b, double by, long n) {
#pragma omp parallel for
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    to[i] = a[i] + by * b[i];
}

static double dot(const double *restrict a, const double *restrict b, long n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
#pragma twofold parallel for reduction(+ : sum)
  for (long i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

static void gemm_ikj(float *restrict c, const float *restrict a,
                     const float *restrict b, int n) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void gemm_ijk(float *restrict c, const float *restrict a,
                     const float *restrict b, int n) {
#pragma omp parallel for
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

static void jacobi(double *restrict to, const double *restrict from, int n) {
#pragma omp parallel for
#pragma twofold parallel for collapse(2)
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      to[i * n + j] =
          0.2 * (from[i * n + j] + from[i * n + j - 1] + from[i * n + j + 1] +
                 from[(i - 1) * n + j] + from[(i + 1) * n + j]);
}

static void nbody(struct body *restrict force, const struct body *restrict body,
                  int n) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; ++j) {
      float dx = body[j].x - body[i].x;
      float dy = body[j].y - body[i].y;
      float dz = body[j].z - body[i].z;
      float squared = dx * dx + dy * dy + dz * dz + 1e-4f;
      float inverse = 1.0f / sqrtf(squared);
      float pull = body[j].mass * inverse * inverse * inverse;
      fx += pull * dx;
      fy += pull * dy;
      fz += pull * dz;
    }
    force[i].x = fx;
    force[i].y = fy;
    force[i].z = fz;
    force[i].mass = body[i].mass;
  }
}

static float normal(float x) { return 0.5f * erfcf(-0.70710678f * x); }

static void black_scholes(float *restrict call, float *restrict put,
                          const float *restrict price,
                          const float *restrict strike,
                          const float *restrict years, float rate,
                          float volatility, int n) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float root = volatility * sqrtf(years[i]);
    float up = (logf(price[i] / strike[i]) +
                (rate + 0.5f * volatility * volatility) * years[i]) /
               root;
    float down = up - root;
    float discount = strike[i] * expf(-rate * years[i]);
    call[i] = price[i] * normal(up) - discount * normal(down);
    put[i] = discount * normal(-down) - price[i] * normal(-up);
  }
}

static void mandelbrot(int *restrict steps, int n, int limit) {
#pragma omp parallel for schedule(dynamic, 8)
#pragma twofold parallel for collapse(2) schedule(dynamic, 8 * n)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float cx = -2.0f + 3.0f * (float)j / (float)n;
      float cy = -1.5f + 3.0f * (float)i / (float)n;
      float x = 0, y = 0;
      int k = 0;
      while (k < limit && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        ++k;
      }
      steps[i * n + j] = k;
    }
}

static void tiny(double *restrict a, const double *restrict b,
                 const double *restrict c, int n) {
#pragma omp parallel for if (0)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + c[i];
}

extern const struct reductions TABLE(reductions);
extern const struct containers TABLE(containers);

const struct loops TABLE(loops) = {copy,
                                   scale,
                                   add,
                                   triad,
                                   dot,
                                   gemm_ikj,
                                   gemm_ijk,
                                   jacobi,
                                   nbody,
                                   black_scholes,
                                   mandelbrot,
                                   tiny,
                                   &TABLE(reductions),
                                   &TABLE(containers)};
