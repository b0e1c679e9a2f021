// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows side by side whose rounds wait for one another compute the bits of the
// serial nest: filters both ways, sweeps, the greatest of a row, at sizes
// around those of blocks, with NaNs, and where rows depend on each other.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t && env OMP_NUM_THREADS=3 TWOFOLD_INLINE_OPS=0 TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O3 -DT=float -fsanitize=undefined -fno-sanitize-recover %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -Rpass-analysis=twofold -S -emit-llvm %s -o /dev/null 2>&1 | %FileCheck %s
// CHECK-COUNT-6: side by side, as rounds of each of them wait for one another
// CHECK-NOT: side by side, as
#include <math.h>
#include <stdio.h>
#include <string.h>
#ifndef T
#define T double
#endif
#define LENGTH 72
typedef T Row[LENGTH];

#define KERNELS(V, P)                                                          \
  static void filter##V(int n, int m, Row *x, Row *y, T *z) {                  \
    P for (int i = 0; i < n; ++i) {                                            \
      T last = 0, one = 0, two = 0;                                            \
      for (int j = 0; j < m; ++j) {                                            \
        y[i][j] = (T)0.25 * x[i][j] + (T)0.5 * last + (T)0.75 * one -          \
                  (T)0.125 * two;                                              \
        last = x[i][j];                                                        \
        two = one;                                                             \
        one = y[i][j];                                                         \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static void back##V(int n, int m, Row *x, Row *y, T *z) {                    \
    P for (int i = 0; i < n; ++i) {                                            \
      T one = 1;                                                               \
      for (int j = m - 1; j >= 0; --j) {                                       \
        y[i][j] = x[i][j] - (T)0.5 * one;                                      \
        one = y[i][j];                                                         \
      }                                                                        \
      z[i] = one;                                                              \
    }                                                                          \
  }                                                                            \
  static void sweep##V(int n, int m, Row *x, Row *y, T *z) {                   \
    P for (int i = 0; i < n; ++i) {                                            \
      y[i][0] = z[i];                                                          \
      for (int j = 1; j < m; ++j)                                              \
        y[i][j] = 1 / (x[i][j] + 3 + y[i][j - 1] * (T)0.5);                    \
      for (int j = m - 2; j > 0; --j)                                          \
        y[i][j] = y[i][j] + x[i][j] * y[i][j + 1];                             \
    }                                                                          \
  }                                                                            \
  /* A round stores what the one after next reads. */                          \
  static void second##V(int n, int m, Row *x, Row *y, T *z) {                  \
    P for (int i = 0; i < n; ++i) for (int j = 2; j < m; ++j) y[i][j] +=       \
        y[i][j - 2] * x[i][j];                                                 \
  }                                                                            \
  static void greatest##V(int n, int m, Row *x, Row *y, T *z) {                \
    P for (int i = 0; i < n; ++i) {                                            \
      T g = x[i][0];                                                           \
      for (int j = 1; j < m; ++j)                                              \
        if (x[i][j] > g)                                                       \
          g = x[i][j];                                                         \
      z[i] = g;                                                                \
    }                                                                          \
  }                                                                            \
  static void least##V(int n, int m, Row *x, Row *y, T *z) {                   \
    P for (int i = 0; i < n; ++i) {                                            \
      T l = x[i][0];                                                           \
      for (int j = 0; j != m; ++j)                                             \
        l = x[i][j] < l ? x[i][j] : l;                                         \
      z[i] = l;                                                                \
    }                                                                          \
  }                                                                            \
  /* Each row needs the one before it: nothing of it runs side by side. */     \
  static void rows##V(int n, int m, Row *x, Row *y, T *z) {                    \
    P for (int i = 1; i < n; ++i) for (int j = 1; j < m; ++j) y[i][j] =        \
        y[i][j - 1] * (T)0.5 + y[i - 1][j] * x[i][j];                          \
  }                                                                            \
  /* What a round reads is of no round before it. */                           \
  static void ahead##V(int n, int m, Row *x, Row *y, T *z) {                   \
    P for (int i = 0; i < n; ++i) {                                            \
      T last = 0;                                                              \
      for (int j = 0; j < m - 1; ++j) {                                        \
        y[i][j] = y[i][j + 1] + last;                                          \
        last = x[i][j];                                                        \
      }                                                                        \
    }                                                                          \
  }
KERNELS(Native, _Pragma("twofold parallel for"))
KERNELS(Serial, )

typedef void Kernel(int n, int m, Row *x, Row *y, T *z);
static const struct {
  const char *Name;
  Kernel *Native, *Serial;
} Kernels[] = {{"filter", filterNative, filterSerial},
               {"back", backNative, backSerial},
               {"sweep", sweepNative, sweepSerial},
               {"second", secondNative, secondSerial},
               {"greatest", greatestNative, greatestSerial},
               {"least", leastNative, leastSerial},
               {"rows", rowsNative, rowsSerial},
               {"ahead", aheadNative, aheadSerial}};

static struct Memory {
  Row X[70], Y[140];
  T Z[100];
} Memories[2];

static void fill(struct Memory *To) {
  T *All = &To->X[0][0];
  for (unsigned I = 0; I < sizeof *To / sizeof(T); ++I)
    All[I] = (T)(I * 37 % 101) / (T)17 - (T)2.5;
  To->X[9][20] = (T)NAN;
  To->X[17][0] = (T)NAN;
  To->X[30][5] = -(T)0.0;
}

int main(void) {
  static const int Rows[] = {1, 3, 4, 7, 8, 9, 20, 63, 70},
                   Rounds[] = {1, 2, 31, 32, 33, 50, LENGTH};
  int Wrong = 0;
  for (unsigned K = 0; K < sizeof Kernels / sizeof *Kernels; ++K)
    for (unsigned R = 0; R < 9; ++R)
      for (unsigned C = 0; C < 7; ++C)
        for (int Own = 0; Own < 2; ++Own) {
          for (int V = 0; V < 2; ++V) {
            struct Memory *M = &Memories[V];
            fill(M);
            // Each row may be its own input.
            (V ? Kernels[K].Serial : Kernels[K].Native)(
                Rows[R], Rounds[C], Own ? M->Y : M->X, M->Y, M->Z);
          }
          if (memcmp(&Memories[0], &Memories[1], sizeof Memories[0])) {
            printf("%s differs: %d %d %d\n", Kernels[K].Name, Rows[R],
                   Rounds[C], Own);
            ++Wrong;
          }
        }
  printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
