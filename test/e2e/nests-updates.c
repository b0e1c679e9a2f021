// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations side by side that update shared elements compute the bits of the
// serial nest on one thread, and on several the same sums of whole numbers: at
// sizes around those of blocks, and where what is updated is also read.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 %s -o %t %runtime_flags && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t fractions && env OMP_NUM_THREADS=3 TWOFOLD_INLINE_OPS=0 TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O3 -DT=float -fsanitize=undefined -fno-sanitize-recover %s -o %t %runtime_flags && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t fractions
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -DT=int -fwrapv %s -o %t %runtime_flags && env OMP_NUM_THREADS=3 TWOFOLD_INLINE_OPS=0 TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -Rpass-analysis=twofold -S -emit-llvm %s -o /dev/null 2>&1 | %FileCheck %s
// CHECK-COUNT-5: {{side by side, and update each element of '[yq]'}}
// CHECK-NOT: side by side
#include <stdio.h>
#include <string.h>
#ifndef T
#define T double
#endif
#define COLUMNS 80

#define KERNELS(V, P)                                                          \
  static void after##V(int n, int m, T a[][COLUMNS], const T *x, T *y, T *q) { \
    P for (int i = 0; i < n; ++i) {                                            \
      q[i] = 0;                                                                \
      for (int j = 0; j < m; ++j)                                              \
        q[i] += a[i][j] * x[j];                                                \
      for (int j = 0; j < m; ++j)                                              \
        y[j] = y[j] + a[i][j] * q[i];                                          \
    }                                                                          \
  }                                                                            \
  static void beside##V(int n, int m, T a[][COLUMNS], const T *x, T *y,        \
                        T *q) {                                                \
    P for (int i = 0; i < n; ++i) {                                            \
      q[i] = 0;                                                                \
      for (int j = 0; j < m; ++j) {                                            \
        const T v = a[i][j];                                                   \
        y[j] += v * x[i];                                                      \
        q[i] += v * x[j];                                                      \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static void alone##V(int n, int m, T a[][COLUMNS], const T *x, T *y, T *q) { \
    int j;                                                                     \
    P for (int i = 0; i < n; ++i) {                                            \
      for (j = 0; j < m; j++)                                                  \
        y[j] -= a[i][j] * q[i];                                                \
    }                                                                          \
  }                                                                            \
  static void twice##V(int n, int m, T a[][COLUMNS], const T *x, T *y, T *q) { \
    P for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {                \
      y[j] += a[i][j] * q[i];                                                  \
      y[j] += a[i][j];                                                         \
    }                                                                          \
  }                                                                            \
  static void both##V(int n, int m, T a[][COLUMNS], const T *x, T *y, T *q) {  \
    P for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {                \
      y[j] += a[i][j] * x[i];                                                  \
      q[j] += a[i][j] * x[j];                                                  \
    }                                                                          \
  }                                                                            \
  /* Elements that several rounds update stay as they are written. */          \
  static void pairs##V(int n, int m, T a[][COLUMNS], const T *x, T *y, T *q) { \
    P for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) y[j / 2] +=      \
        a[i][j] * q[i];                                                        \
  }                                                                            \
  static void moved##V(int n, int m, T a[][COLUMNS], const T *x, T *y, T *q) { \
    P for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) y[i + j] +=      \
        a[i][j] * q[i];                                                        \
  }                                                                            \
  /* Rounds whose updates need what the same round computes stay whole. */     \
  static void running##V(int n, int m, T a[][COLUMNS], const T *x, T *y,       \
                         T *q) {                                               \
    P for (int i = 0; i < n; ++i) {                                            \
      T s = 0;                                                                 \
      for (int j = 0; j < m; ++j) {                                            \
        s += a[i][j];                                                          \
        y[j] += s;                                                             \
      }                                                                        \
      q[i] = s;                                                                \
    }                                                                          \
  }                                                                            \
  static void carried##V(int n, int m, T a[][COLUMNS], const T *x, T *y,       \
                         T *q) {                                               \
    P for (int i = 0; i < n; ++i) {                                            \
      T w, d = 0;                                                              \
      for (int j = 0; j < m; ++j) {                                            \
        w = a[i][j] * 2;                                                       \
        d += w;                                                                \
        y[j] += w;                                                             \
      }                                                                        \
      q[i] = d;                                                                \
    }                                                                          \
  }                                                                            \
  static void before##V(int n, int m, T a[][COLUMNS], const T *x, T *y,        \
                        T *q) {                                                \
    P for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {                \
      y[j] += a[i][j] * q[i];                                                  \
      q[i] += a[i][j] * x[j];                                                  \
    }                                                                          \
  }                                                                            \
  static void copied##V(int n, int m, T a[][COLUMNS], const T *x, T *y,        \
                        T *q) {                                                \
    P for (int i = 0; i < n; ++i) {                                            \
      T d = 0;                                                                 \
      for (int j = 0; j < m; ++j) {                                            \
        const T t = d;                                                         \
        d += a[i][j];                                                          \
        y[j] += t;                                                             \
      }                                                                        \
      q[i] = d;                                                                \
    }                                                                          \
  }
KERNELS(Native, _Pragma("twofold parallel for"))
KERNELS(Serial, )

typedef void Kernel(int n, int m, T a[][COLUMNS], const T *x, T *y, T *q);
static const struct {
  const char *Name;
  Kernel *Native, *Serial;
} Kernels[] = {
    {"after", afterNative, afterSerial}, {"beside", besideNative, besideSerial},
    {"alone", aloneNative, aloneSerial}, {"twice", twiceNative, twiceSerial},
    {"both", bothNative, bothSerial},    {"pairs", pairsNative, pairsSerial},
    {"moved", movedNative, movedSerial}};

/// Rows of the matrix, then what is updated, multiplied and summed up.
static struct Memory {
  T Rows[100][COLUMNS], Updated[200], By[COLUMNS], Sums[200];
} Memories[2];

static void fill(struct Memory *To, int Fractions) {
  T *All = &To->Rows[0][0];
  for (unsigned I = 0; I < sizeof *To / sizeof(T); ++I)
    All[I] = (T)(I * 7 % 23) - (T)11 + (Fractions ? (T)(I % 13) / (T)7 : 0);
}

int main(int Count, char **Arguments) {
  static const int Rows[] = {1, 7, 8, 9, 16, 23, 64, 100},
                   Columns[] = {1, 31, 32, 33, 50, 80};
  int Wrong = 0;
  for (unsigned K = 0; K < sizeof Kernels / sizeof *Kernels; ++K)
    for (unsigned R = 0; R < 8; ++R)
      for (unsigned C = 0; C < 6; ++C)
        for (int Where = 0; Where < 3; ++Where) {
          for (int V = 0; V < 2; ++V) {
            struct Memory *M = &Memories[V];
            fill(M, Count > 1);
            // In the middle of the rows, or among what is summed up.
            T *Updated = Where == 0   ? M->Updated
                         : Where == 1 ? M->Rows[40] + 3
                                      : M->Sums + 5;
            if (Where != 0 && Count == 1)
              continue; // in order, whatever the threads do
            (V ? Kernels[K].Serial : Kernels[K].Native)(
                Rows[R], Columns[C], M->Rows, M->By, Updated, M->Sums);
          }
          if (memcmp(&Memories[0], &Memories[1], sizeof Memories[0])) {
            printf("%s differs: %d %d %d\n", Kernels[K].Name, Rows[R],
                   Columns[C], Where);
            ++Wrong;
          }
        }
  printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
