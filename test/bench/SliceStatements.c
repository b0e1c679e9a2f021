/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- SliceStatements.c - C slices beside loops --------------------------===*\
|*
|*   slice_statements [rounds [statement...]]
|*
|* Each statement as a slice, as a loop with the annotation and as a plain loop:
|* nanoseconds for a call, the least of so many rounds (15). The plain loop uses
|* one thread: OMP_NUM_THREADS=1 compares code.
|*
\*===----------------------------------------------------------------------===*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

#define FORM(name)                                                             \
  __attribute__((noinline)) static void name(float *o, float *a, float *b,     \
                                             float s, long n)
/* The statement in all three ways. */
#define FORMS(name, slice, ...)                                                \
  FORM(name##_slice){_Pragma("twofold slice") slice} FORM(name##_loop) {       \
    _Pragma("twofold parallel for") for (long i = 0; i < n; ++i) __VA_ARGS__   \
  }                                                                            \
  FORM(name##_plain) {                                                         \
    for (long i = 0; i < n; ++i)                                               \
      __VA_ARGS__                                                              \
  }

/* clang-format takes sections for something else. */
/* clang-format off */
FORMS(axpy, o[0:n] += s * a[0:n];, o[i] += s * a[i];)
FORMS(triad, o[0:n] = a[0:n] + s * b[0:n];, o[i] = a[i] + s * b[i];)
FORMS(masked, if (a[0:n] > s) o[0:n] = b[0:n];
      , if (a[i] > s) o[i] = b[i];)
FORMS(both, if (a[0:n] > s) o[0:n] = b[0:n]; else o[0:n] = -b[0:n];
      , if (a[i] > s) o[i] = b[i]; else o[i] = -b[i];)
FORMS(two, {
  o[0:n] = a[0:n] * s;
  b[0:n] += o[0:n];
}, {
  o[i] = a[i] * s;
  b[i] += o[i];
})

FORMS(reverse, o[0:n] = a[n - 1:n:-1] + s * b[0:n];
      , o[i] = a[n - 1 - i] + s * b[i];)
static int *Index;
FORMS(gather, o[0:n] = s * a[Index[0:n]];, o[i] = s * a[Index[i]];)

FORM(dot_slice) {
#pragma twofold slice
  o[0] = s * twofold_dot(a[0:n], b[0:n]);
}
#define DOT                                                                    \
  for (long i = 0; i < n; ++i)                                                 \
    sum += a[i] * b[i];                                                        \
  o[0] = s * sum;
FORM(dot_loop) {
  float sum = 0;
#pragma twofold parallel for
  DOT
}
FORM(dot_plain) {
  float sum = 0;
  DOT
}

/* Rows of 1,024 with as many columns as there are elements: one at least. */
enum { Width = 1024 };
#define ROWS                                                                   \
  long m = n / Width - 2, k = n < Width - 2 ? n : Width - 2;                   \
  float(*r)[Width] = (float(*)[Width])o, (*x)[Width] = (float(*)[Width])a;     \
  (void)b;                                                                     \
  m = m < 1 ? 1 : m;
#define STENCIL_SLICE(k)                                                       \
  r[1:m][1:k] = s * (x[0:m][1:k] + x[2:m][1:k] + x[1:m][0:k] +                 \
                     x[1:m][2:k] + x[1:m][1:k]);
#define STENCIL(k)                                                             \
  for (long i = 1; i <= m; ++i)                                                \
    for (long j = 1; j <= k; ++j)                                              \
      r[i][j] = s * (x[i - 1][j] + x[i + 1][j] + x[i][j - 1] + x[i][j + 1] +   \
                     x[i][j]);
/* Both lengths are variables. */
FORM(points_slice) {
  ROWS
#pragma twofold slice
  STENCIL_SLICE(k)
}
FORM(points_loop) {
  ROWS
#pragma twofold parallel for collapse(2)
  STENCIL(k)
}
FORM(points_plain) { ROWS STENCIL(k) }
/* Whole rows. */
FORM(stencil_slice) {
  ROWS
  (void)k;
#pragma twofold slice
  STENCIL_SLICE(Width - 2)
}
FORM(stencil_loop) {
  ROWS
  (void)k;
#pragma twofold parallel for collapse(2)
  STENCIL(Width - 2)
}
FORM(stencil_plain) {
  ROWS
  (void)k;
  STENCIL(Width - 2)
}

/* Planes of 32 x 32, each block as wide as high and deep. */
enum { Edge = 32 };
#define PLANES                                                                 \
  long k = n < 8 ? 1 : n < 64 ? 2 : n < 4096 ? 10 : n < 65536 ? 16 : 30,       \
       m = n < 65536 ? k : n / (Edge * Edge) - 2;                              \
  float(*r)[Edge][Edge] = (float(*)[Edge][Edge])o;                             \
  float(*x)[Edge][Edge] = (float(*)[Edge][Edge])a;                             \
  (void)b;
#define HEAT                                                                   \
  for (long h = 1; h <= m; ++h)                                                \
    for (long i = 1; i <= k; ++i)                                              \
      for (long j = 1; j <= k; ++j)                                            \
        r[h][i][j] = x[h][i][j] + s * (x[h - 1][i][j] + x[h + 1][i][j] +       \
                                       x[h][i - 1][j] + x[h][i + 1][j] +       \
                                       x[h][i][j - 1] + x[h][i][j + 1]);
FORM(heat_slice) {
  PLANES
#pragma twofold slice
  r[1:m][1:k][1:k] =
      x[1:m][1:k][1:k] + s * (x[0:m][1:k][1:k] + x[2:m][1:k][1:k] +
                              x[1:m][0:k][1:k] + x[1:m][2:k][1:k] +
                              x[1:m][1:k][0:k] + x[1:m][1:k][2:k]);
}
FORM(heat_loop) {
  PLANES
#pragma twofold parallel for collapse(3)
  HEAT
}
FORM(heat_plain) { PLANES HEAT }
/* clang-format on */

#define ROW(name)                                                              \
  {                                                                            \
    #name, { name##_slice, name##_loop, name##_plain }                         \
  }
static const struct {
  const char *name;
  void (*form[3])(float *, float *, float *, float, long);
} Statements[] = {ROW(axpy),   ROW(triad),   ROW(masked), ROW(both),
                  ROW(two),    ROW(reverse), ROW(gather), ROW(dot),
                  ROW(points), ROW(stencil), ROW(heat)};

/* Whether name is one of count names, or there are none. */
static int wanted(const char *name, int count, char **names) {
  for (int i = 0; i < count; ++i)
    if (!strcmp(name, names[i]))
      return 1;
  return count <= 0;
}

int main(int count, char **values) {
  int rounds = count > 1 ? atoi(values[1]) : 15;
  const long sizes[] = {1, 16, 1024, 4096, 1 << 18}, most = 1 << 18;
  const size_t bytes = sizeof(float) * (size_t)most;
  float *o = malloc(bytes), *a = malloc(bytes), *b = malloc(bytes);
  Index = malloc(sizeof(int) * (size_t)most);
  if (!o || !a || !b || !Index)
    return 1;
  for (long i = 0; i < most; ++i) {
    Index[i] = (int)(i ^ 1);
    a[i] = (float)(i % 101 - 50);
    o[i] = b[i] = (float)(i % 89);
  }
  setenv("TWOFOLD_DEVICE", "native", 0);
  printf("statement  elements    slice ns     loop ns    plain ns  "
         "slice / loop\n");
  for (size_t k = 0; k < sizeof Statements / sizeof *Statements; ++k)
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; ++size) {
      long n = sizes[size], repeat = n < 100 ? 20000 : n < 10000 ? 500 : 30;
      if (!wanted(Statements[k].name, count - 2, values + 2))
        continue;
      double best[3] = {1e30, 1e30, 1e30};
      for (int round = 0; round < rounds; ++round)
        for (int form = 0; form < 3; ++form) {
          double start = now();
          for (long i = 0; i < repeat; ++i)
            Statements[k].form[form](o, a, b, 0.5f, n);
          double once = (now() - start) / (double)repeat;
          best[form] = once < best[form] ? once : best[form];
        }
      printf("%-9s %9ld %11.1f %11.1f %11.1f  %.3f\n", Statements[k].name, n,
             best[0], best[1], best[2], best[0] / best[1]);
    }
  free(o);
  free(a);
  free(b);
  free(Index);
}
