/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Loops.h - the measured loops ---------------------------------------===*\
|*
|* Each source of loops is compiled three times: as it is, with -fopenmp, and
with
|* the plugin, -DVARIANT=serial, openmp and twofold. Matrices are square, row
|* after row, n by n.
\*===----------------------------------------------------------------------===*/
#ifndef TEST_BENCH_LOOPS_H
#define TEST_BENCH_LOOPS_H

#define TABLE_OF(variant, kind) variant##_##kind
#define TABLE_NAMED(variant, kind) TABLE_OF(variant, kind)
/* serial_loops where VARIANT is serial. */
#define TABLE(kind) TABLE_NAMED(VARIANT, kind)

#ifdef __cplusplus
extern "C" {
#endif

struct reductions; /* Reductions.h */
struct containers; /* Containers.h */

struct body {
  float x, y, z, mass;
};

struct loops {
  void (*copy)(double *to, const double *from, long n);
  void (*scale)(double *to, const double *from, double by, long n);
  void (*add)(double *to, const double *a, const double *b, long n);
  void (*triad)(double *to, const double *a, const double *b, double by,
                long n);
  double (*dot)(const double *a, const double *b, long n);
  /* c must be zero before gemm_ikj. */
  void (*gemm_ikj)(float *c, const float *a, const float *b, int n);
  void (*gemm_ijk)(float *c, const float *a, const float *b, int n);
  void (*jacobi)(double *to, const double *from, int n);
  void (*nbody)(struct body *force, const struct body *body, int n);
  void (*black_scholes)(float *call, float *put, const float *price,
                        const float *strike, const float *years, float rate,
                        float volatility, int n);
  void (*mandelbrot)(int *steps, int n, int limit);
  /* a[i] = b[i] + c[i], for the price of a call. */
  void (*tiny)(double *a, const double *b, const double *c, int n);
  const struct reductions *reductions;
  const struct containers *containers;
};

extern const struct loops serial_loops, openmp_loops, twofold_loops;

#ifdef __cplusplus
}
#endif
#endif
