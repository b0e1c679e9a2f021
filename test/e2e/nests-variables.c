// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests whose variables are declared outside of them compute the same as in the
// order as written: counters that columns begin with, that statements set, or
// that are read behind the nest, and places of sums that rounds compute.
// RUN: %clang %plugin %include -w -O2 %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 %t
// RUN: %if pocl %{ env TWOFOLD_DEVICE=cpu %t %}
#include <stdio.h>
#include <string.h>

enum { Rows = 8, Columns = 70, Most = 24 };
typedef double Matrix[Rows * Columns];

#define KERNELS(Name, Parallel)                                                \
  static void begun##Name(int m, int l, double *c, double *a, double *b,       \
                          double *d) {                                         \
    Parallel for (int i = 0; i < Rows; i++) {                                  \
      int k = 7;                                                               \
      for (int j = 0; j < m; j++) {                                            \
        double s = k;                                                          \
        for (k = 0; k < l; k++)                                                \
          s += a[i * Most + k] * b[k * m + j];                                 \
        c[i * m + j] = s;                                                      \
      }                                                                        \
      d[i] = k;                                                                \
    }                                                                          \
  }                                                                            \
  static void set##Name(int m, int l, double *c, double *a, double *b,         \
                        double *d) {                                           \
    Parallel for (int i = 0; i < Rows; i++) {                                  \
      int k;                                                                   \
      for (int j = 0; j < m; j++) {                                            \
        double s = 0, t = 0;                                                   \
        for (k = 0; k < l; k++)                                                \
          s += a[i * Most + k] * b[k * m + j];                                 \
        k = j;                                                                 \
        for (int x = 0; x < l; x++)                                            \
          t += a[i * Most + x] * b[x * m + j];                                 \
        c[i * m + j] = s - t * k;                                              \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static void read##Name(int m, int l, double *c, double *a, double *b,        \
                         double *d) {                                          \
    Parallel for (int i = 0; i < Rows; i++) {                                  \
      int k;                                                                   \
      for (int j = 0; j < m; j++) {                                            \
        double s = 0;                                                          \
        for (k = 0; k < l; k++)                                                \
          s += a[i * Most + k] * b[k * m + j];                                 \
        c[i * m + j] = s + k;                                                  \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static void placed##Name(int m, int l, double *c, double *a, double *b,      \
                           double *d) {                                        \
    int p, q;                                                                  \
    Parallel for (int i = 0; i < Rows; i++) for (int j = 0; j < m; j++) {      \
      for (int k = 0; k < l; k++) {                                            \
        p = j;                                                                 \
        c[i * m + p] += a[i * Most + k] * b[k * m + j];                        \
      }                                                                        \
      for (int k = 0; k < l; k++) {                                            \
        q = i * m;                                                             \
        c[q + j] += a[i * Most + k] * b[k * m + j];                            \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static void counted##Name(int m, int l, double *c, double *a, double *b,     \
                            double *d) {                                       \
    int none = m - m;                                                          \
    Parallel for (int i = 0; i < Rows; i++) {                                  \
      int j = -1;                                                              \
      for (j = 0; j < m; j++)                                                  \
        for (int k = 0; k < l; k++)                                            \
          for (int x = 0; x < none; x++)                                       \
            c[i * m + j] += a[i * Most + x] * b[x * m + j];                    \
      d[i] = j;                                                                \
      for (j = 1; j <= m - 1; j++)                                             \
        for (int k = 0; k < l; k++)                                            \
          c[i * m + j] += a[i * Most + k] * b[k * m + j];                      \
      d[i] += j;                                                               \
    }                                                                          \
  }
KERNELS(Parallel, _Pragma("twofold parallel for"))
KERNELS(Serial, )

static double A[Rows * Most], B[Most * Columns];
static int Wrong;
typedef void Kernel(int, int, double *, double *, double *, double *);

static void both(const char *What, Kernel *Parallel, Kernel *Serial) {
  for (int m = 14; m <= Columns; m += 14)
    for (int l = 2; l <= Most; l += 11) {
      Matrix C[2];
      double D[2][Rows] = {{0}};
      for (int i = 0; i < Rows * Columns; i++)
        C[0][i] = C[1][i] = i % 13;
      Parallel(m, l, C[0], A, B, D[0]);
      Serial(m, l, C[1], A, B, D[1]);
      if (memcmp(C[0], C[1], sizeof *C) || memcmp(D[0], D[1], sizeof *D))
        printf("%s differs: %d columns, %d rounds\n", What, m, l), Wrong = 1;
    }
}

int main(void) {
  for (int i = 0; i < Rows * Most; i++)
    A[i] = i % 7 - 3;
  for (int i = 0; i < Most * Columns; i++)
    B[i] = i % 11 - 5;
  both("begun", begunParallel, begunSerial);
  both("set", setParallel, setSerial);
  both("read", readParallel, readSerial);
  both("placed", placedParallel, placedSerial);
  both("counted", countedParallel, countedSerial);
  return Wrong;
}
