// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations of the annotated loop run in blocks, as columns of the loops
// inside it or as sums side by side, and compute the same bits: around each
// size at which blocks begin and end, and where what is written is also read.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native OMP_NUM_THREADS=2 %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -DT=double -DI=unsigned -fsanitize=undefined -fno-sanitize-recover %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native OMP_NUM_THREADS=1 %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O3 -DT=int -DI=long -fwrapv %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native OMP_NUM_THREADS=1 %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef T
#define T float
#endif
#ifndef I
#define I int
#endif

#define KERNELS(Name, Parallel)                                                \
  static void twoSums##Name(I n, I m, T *y, T *a, T *b, T *x) {                \
    Parallel for (I i = 0; i < n; ++i) {                                       \
      T s = 0, t = 1;                                                          \
      for (I j = 0; j < m; ++j) {                                              \
        s = a[i * m + j] * x[j] + s;                                           \
        t -= b[i * m + j] * x[j];                                              \
      }                                                                        \
      y[i] = (T)1.5 * s + t;                                                   \
    }                                                                          \
  }                                                                            \
  static void rows##Name(I n, I m, T *y, T *a, T *b, T *x) {                   \
    Parallel for (I i = 0; i < n; ++i) for (I j = 0; j < m; ++j) y[i] =        \
        y[i] + a[i * m + j] * x[j];                                            \
  }                                                                            \
  static void columns##Name(I n, I m, T *y, T *a, T *b, T *x) {                \
    Parallel for (I i = 0; i < n; ++i) for (I j = 0; j < m; ++j) y[i] +=       \
        a[j * n + i] * x[j];                                                   \
  }                                                                            \
  static void inclusive##Name(I n, I m, T *y, T *a, T *b, T *x) {              \
    I i, j;                                                                    \
    Parallel for (i = 1; i <= n - 1; i++) for (j = 0; j < m; ++j) y[i] -=      \
        a[j * n + i] * x[j] + a[j * n + i - 1];                                \
  }                                                                            \
  static void triangle##Name(I n, I m, T *y, T *a, T *b, T *x) {               \
    Parallel for (I j = 0; j < n; ++j) for (I i = 0; i < m; ++i) {             \
      for (I k = i + 1; k < m; ++k)                                            \
        b[i * n + j] += a[k * m + i] * b[k * n + j];                           \
      b[i * n + j] = (T)3 * b[i * n + j];                                      \
    }                                                                          \
  }                                                                            \
  static void declared##Name(I n, I m, T *y, T *a, T *b, T *x) {               \
    Parallel for (I i = 0; i < n; ++i) {                                       \
      I k = 3;                                                                 \
      T s = k;                                                                 \
      for (k = 0; k < m; ++k)                                                  \
        s += a[i * m + k] * x[k];                                              \
      y[i] = s + k;                                                            \
    }                                                                          \
  }                                                                            \
  static void product##Name(I n, I m, T *y, T *a, T *b, T *x) {                \
    Parallel for (I i = 0; i < n; ++i) {                                       \
      I j;                                                                     \
      for (j = 0; j < n; ++j) {                                                \
        I k;                                                                   \
        T s = 0;                                                               \
        for (k = 0; k < m; ++k)                                                \
          s += a[i * m + k] * b[k * n + j];                                    \
        y[i * n + j] = s;                                                      \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static void ahead##Name(I n, I m, T *y, T *a, T *b, T *x) {                  \
    Parallel for (I i = 0; i < n; ++i) {                                       \
      I j, k;                                                                  \
      for (j = 0; j < n; ++j) {                                                \
        y[i * n + j] = 2;                                                      \
        for (k = 0; k < m; ++k)                                                \
          y[i * n + j] += a[i * m + k] * b[k * n + j];                         \
      }                                                                        \
      x[i] = j;                                                                \
    }                                                                          \
  }                                                                            \
  /* Rounds read the array that has the sum: what stands before it, behind it, \
     and the sum itself. */                                                    \
  static void before##Name(I n, I m, T *y, T *a, T *b, T *x) {                 \
    I p = m / 2;                                                               \
    Parallel for (I i = 1; i < n; ++i) {                                       \
      for (I k = 0; k < p; ++k)                                                \
        a[i * m + p] -= a[i * m + k] * a[k];                                   \
      a[i * m + p] = a[i * m + p] + a[p];                                      \
    }                                                                          \
  }                                                                            \
  static void behind##Name(I n, I m, T *y, T *a, T *b, T *x) {                 \
    Parallel for (I i = 1; i < n; ++i) for (I k = 1; k < m; ++k) a[i * m] =    \
        a[i * m + k] * b[k * n] + a[i * m];                                    \
  }                                                                            \
  static void itself##Name(I n, I m, T *y, T *a, T *b, T *x) {                 \
    I p = m / 2;                                                               \
    Parallel for (I i = 0; i < n; ++i) for (I k = 0; k < m; ++k)               \
        a[i * m + p] += a[i * m + k] * x[k];                                   \
  }                                                                            \
  static void symmetric##Name(I n, I m, T *y, T *a, T *b, T *x) {              \
    Parallel for (I j = 0; j < n; ++j) for (I i = 0; i < m; ++i) {             \
      T below = 0;                                                             \
      for (I k = 0; k < i; ++k) {                                              \
        b[k * n + j] += x[j] * a[i * m + k];                                   \
        below += b[k * n + j] * a[i * m + k];                                  \
      }                                                                        \
      b[i * n + j] = (T)2 * b[i * n + j] + below;                              \
    }                                                                          \
  }

KERNELS(Serial, )
KERNELS(Native, _Pragma("twofold parallel for"))

enum { Most = 80 * 80 };
static T Memory[2][4][Most];
static int Wrong;

static void fill(void) {
  for (int a = 0; a < 4; ++a)
    for (int k = 0; k < Most; ++k)
      Memory[0][a][k] = Memory[1][a][k] =
          (T)(((k + a) * 7919LL % 1013) / 16.0 - 30) / (a == 2 ? 64 : 32);
}

static void check(const char *What, int n, int m, const char *How) {
  if (memcmp(Memory[0], Memory[1], sizeof(Memory[0])) && ++Wrong < 9)
    printf("%s(%d, %d)%s is wrong\n", What, n, m, How);
}

#define BOTH(Name, y, a, b, x, How)                                            \
  {                                                                            \
    fill();                                                                    \
    T(*M)[Most] = Memory[0];                                                   \
    Name##Serial(n, m, y, a, b, x);                                            \
    M = Memory[1];                                                             \
    Name##Native(n, m, y, a, b, x);                                            \
    check(#Name, n, m, How);                                                   \
  }

int main(void) {
  static const int Sizes[] = {0, 1, 7, 8, 15, 17, 32, 71};
  for (int p = 0; p < 8; ++p)
    for (int q = 0; q < 8; ++q) {
      const I n = Sizes[p], m = Sizes[q];
      BOTH(twoSums, M[0], M[1], M[2], M[3], "");
      BOTH(rows, M[0], M[1], M[2], M[3], "");
      BOTH(columns, M[0], M[1], M[2], M[3], "");
      if (n > 0) // n - 1 may be unsigned
        BOTH(inclusive, M[0] + 1, M[1], M[2], M[3], "");
      BOTH(triangle, M[0], M[1], M[2], M[3], "");
      BOTH(symmetric, M[0], M[1], M[2], M[3], "");
      BOTH(declared, M[0], M[1], M[2], M[3], "");
      BOTH(before, M[0], M[1], M[2], M[3], "");
      BOTH(behind, M[0], M[1], M[2], M[3], "");
      BOTH(itself, M[0], M[1], M[2], M[3], "");
      BOTH(behind, M[0], M[1], M[1] + 1, M[3], " in the matrix");
      BOTH(product, M[0], M[1], M[2], M[3], "");
      BOTH(ahead, M[0], M[1], M[2], M[3], "");
      // Iterations meet, and what one adds up it reads itself.
      BOTH(twoSums, M[1] + 3, M[1], M[2], M[3], " in the matrix");
      BOTH(twoSums, M[3] + 2, M[1], M[2], M[3], " in the vector");
      BOTH(twoSums, M[2] + m, M[1], M[2], M[3], " a row ahead");
      BOTH(rows, M[1] + 3, M[1], M[2], M[3], " in the matrix");
      BOTH(rows, M[3], M[1], M[2], M[3], " in the vector");
      BOTH(rows, M[1] + (n > 0 ? (n - 1) * m : 0), M[1], M[2], M[3],
           " at the last");
      BOTH(columns, M[1] + n * 5, M[1], M[2], M[3], " in the matrix");
      BOTH(columns, M[3] + 2, M[1], M[2], M[3], " in the vector");
      BOTH(columns, M[1] + m * n, M[1], M[2], M[3], " behind");
      BOTH(triangle, M[0], M[1], M[1] + 2, M[3], " in the matrix");
      BOTH(symmetric, M[0], M[2], M[2], M[2] + n, " all in one");
    }
  printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
