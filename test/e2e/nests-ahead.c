// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that wait for each other have the bits of the serial loop where eight of
// them begin side by side: at sizes around those of blocks, in each way to
// write them, and where what rows store is also read.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 %s -o %t %runtime_flags -lm && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O3 -DT=float -fsanitize=undefined,address -fno-sanitize-recover %s -o %t %runtime_flags -lm && env ASAN_OPTIONS=detect_leaks=0 OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t
// RUN: %clangxx -x c++ %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 %s -o %t %runtime_flags -lm && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -Rpass-analysis=twofold -S -emit-llvm %s -o /dev/null 2>&1 | %FileCheck %s
// CHECK-COUNT-13: eight of them are computed side by side
// CHECK-NOT: eight of them are computed side by side
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef T
#define T double
#endif
#define N 80

#define KERNELS(V, P)                                                          \
  static void variable##V(int n, T l[][N], T *x, const T *b) {                 \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = b[i];                                                            \
      P for (int j = 0; j < i; ++j) sum -= l[i][j] * x[j];                     \
      x[i] = sum / l[i][i];                                                    \
    }                                                                          \
  }                                                                            \
  static void element##V(int n, T l[][N], T *x, const T *b) {                  \
    for (int i = 0; i < n; ++i) {                                              \
      x[i] = b[i];                                                             \
      P for (int j = 0; j < i; ++j) x[i] -= l[i][j] * x[j];                    \
      x[i] = x[i] / l[i][i];                                                   \
    }                                                                          \
  }                                                                            \
  /* From the second column on, in place, with other integers. */              \
  static void inPlace##V(int n, T l[][N], T *x, const T *b) {                  \
    for (size_t i = 2; i <= (size_t)n - 1; i++) {                              \
      P for (size_t j = 1; j < i; ++j) x[i] = x[i] + l[i][j] * (x[j] * 3);     \
    }                                                                          \
  }                                                                            \
  /* A flat matrix, and a variable around the rows. */                         \
  static void flat##V(int n, T l[][N], T *x, const T *b) {                     \
    const T *f = l[0];                                                         \
    T sum, last = 0;                                                           \
    int i;                                                                     \
    for (i = 0; i < n; i += 1) {                                               \
      sum = b[i] * 2 + (T)i;                                                   \
      P for (int j = 0; j < i; ++j) sum += f[i * N + j] * x[j];                \
      T root = sqrt(fabs(sum));                                                \
      if (root > 1)                                                            \
        sum = root;                                                            \
      x[i] = sum;                                                              \
      last += sum;                                                             \
    }                                                                          \
    x[0] = last + (T)i;                                                        \
  }                                                                            \
  /* What the rows store is read by columns, not by numbers of rows. */        \
  static void transposed##V(int n, T l[][N], T *x, const T *b) {               \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = b[i];                                                            \
      P for (int j = 0; j < i; ++j) sum -= l[j][i] * x[j];                     \
      x[i] = sum / 2;                                                          \
    }                                                                          \
  }                                                                            \
  static void factor##V(int n, T l[][N], T *x, const T *b) {                   \
    for (int k = 0; k < n; ++k)                                                \
      for (int i = 0; i < k; ++i) {                                            \
        P for (int j = 0; j < i; ++j) l[k][i] -= l[k][j] * l[i][j];            \
        l[k][i] /= l[i][i];                                                    \
      }                                                                        \
  }                                                                            \
  /* Two arrays are stored to, one of which is read behind its rows. */        \
  static void two##V(int n, T l[][N], T *x, const T *b) {                      \
    T y[N + 1];                                                                \
    y[0] = 0;                                                                  \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = b[i];                                                            \
      P for (int j = 0; j < i; ++j) sum -= l[i][j] * x[j] + y[j];              \
      x[i] = sum / l[i][i];                                                    \
      y[i] = x[i] / 64;                                                        \
    }                                                                          \
  }                                                                            \
  /* Rows after the next ones are read. */                                     \
  static void shifted##V(int n, T l[][N], T *x, const T *b) {                  \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = x[i + 1];                                                        \
      P for (int j = 0; j < i; ++j) sum -= l[i][j] * x[j];                     \
      x[i] = sum / 8;                                                          \
    }                                                                          \
  }                                                                            \
  /* Names that may be one. */                                                 \
  static void named##V(int n, T l[][N], T *x, const T *b) {                    \
    const T *c = x + 1, *d = x - 2;                                            \
    for (int i = 3; i < n; ++i) {                                              \
      T sum = c[i] + d[i];                                                     \
      P for (int j = 3; j < i; ++j) sum -= l[i][j] * d[j];                     \
      x[i] = sum / 8;                                                          \
    }                                                                          \
  }                                                                            \
  /* An element that has more digits than what is added, and one with fewer.   \
   */                                                                          \
  static void rounded##V(int n, T l[][N], T *x, const T *b) {                  \
    static float f[N], g[N];                                                   \
    double s;                                                                  \
    for (int i = 0; i < n; ++i)                                                \
      g[i] = b[i];                                                             \
    for (int i = 0; i < n; ++i) {                                              \
      f[i] = g[i];                                                             \
      P for (int j = 0; j < i; ++j) f[i] -= l[i][j] * f[j];                    \
      f[i] /= 3;                                                               \
    }                                                                          \
    for (int i = 0; i < n; ++i) {                                              \
      s = g[i];                                                                \
      P for (int j = 0; j < i; ++j) s -= g[j] * f[j];                          \
      g[i] = s / 3;                                                            \
    }                                                                          \
    for (int i = 0; i < n; ++i)                                                \
      x[i] = f[i] + g[i];                                                      \
  }                                                                            \
  /* What each row stores is mended by some. */                                \
  static void clipped##V(int n, T l[][N], T *x, const T *b) {                  \
    for (int i = 0; i < n; ++i) {                                              \
      x[i] = b[i];                                                             \
      P for (int j = 0; j < i; ++j) x[i] -= l[i][j] * x[j];                    \
      if (x[i] < 0)                                                            \
        x[i] = x[i] < -1 ? -x[i] / 4 : 0;                                      \
    }                                                                          \
  }                                                                            \
  /* Rows store to the matrix, through another name and by its own. */         \
  static void filled##V(int n, T l[][N], T *x, const T *b) {                   \
    T *last = &l[39][N - 8];                                                   \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = b[i];                                                            \
      P for (int j = 0; j < i; ++j) sum -= l[i][j] * x[j];                     \
      x[i] = sum / 4;                                                          \
      last[i] = sum / 8;                                                       \
      l[50][i] = sum;                                                          \
    }                                                                          \
  }                                                                            \
  /* These stay as they are: rows that end early, that change what they begin  \
     with, or whose columns are others; an element that some rows leave as it  \
     is may not be there, nor one that `&&` leaves out. */                     \
  static void some##V(int n, T l[][N], T *x, const T *b) {                     \
    T few[50];                                                                 \
    memset(few, 0, sizeof few);                                                \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = b[i];                                                            \
      P for (int j = 0; j < i; ++j) sum -= l[i][j] * x[j];                     \
      x[i] = sum / 4;                                                          \
      if (i < 50)                                                              \
        few[i] = sum;                                                          \
    }                                                                          \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = b[i];                                                            \
      P for (int j = 0; j < i; ++j) sum -= x[j] * (j < 50 && few[j] > 0);      \
      l[i][0] = sum;                                                           \
    }                                                                          \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = b[i];                                                            \
      P for (int j = 0; j < i; ++j) sum -= x[j] * (j < 50 && few[j] > 0);      \
      x[i] = sum;                                                              \
    }                                                                          \
  }                                                                            \
  /* The pointer is another one from some row on. */                           \
  static void moved##V(int n, T l[][N], T *x, const T *b) {                    \
    const T *from = b;                                                         \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = from[i];                                                         \
      P for (int j = 0; j < i; ++j) sum -= l[i][j] * x[j];                     \
      x[i] = sum / 4;                                                          \
      if (i == 43)                                                             \
        from = l[5];                                                           \
    }                                                                          \
  }                                                                            \
  static void leaves##V(int n, T l[][N], T *x, const T *b) {                   \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = b[i];                                                            \
      P for (int j = 0; j < i; ++j) sum -= l[i][j] * x[j];                     \
      x[i] = sum / l[i][i];                                                    \
      if (sum < -1e6)                                                          \
        break;                                                                 \
    }                                                                          \
  }                                                                            \
  static void scaled##V(int n, T l[][N], T *x, const T *b) {                   \
    T scale = 1;                                                               \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = b[i] * scale;                                                    \
      P for (int j = 0; j < i; ++j) sum -= l[i][j] * x[j];                     \
      x[i] = sum / l[i][i];                                                    \
      scale = scale * 0.75 + x[i];                                             \
    }                                                                          \
  }                                                                            \
  static void banded##V(int n, T l[][N], T *x, const T *b) {                   \
    for (int i = 0; i < n; ++i) {                                              \
      T sum = b[i];                                                            \
      P for (int j = i > 40 ? i - 40 : 0; j < i; ++j) sum -= l[i][j] * x[j];   \
      x[i] = sum / l[i][i];                                                    \
    }                                                                          \
  }                                                                            \
  static void backward##V(int n, T l[][N], T *x, const T *b) {                 \
    for (int i = n - 1; i >= 0; --i) {                                         \
      T sum = b[i];                                                            \
      P for (int j = i + 1; j < n; ++j) sum -= l[i][j] * x[j];                 \
      x[i] = sum / l[i][i];                                                    \
    }                                                                          \
  }

KERNELS(Serial, )
KERNELS(Ours, _Pragma("twofold parallel for"))

#define ROW(NAME) {#NAME, NAME##Serial, NAME##Ours}
struct Kernel {
  const char *name;
  void (*serial)(int, T (*)[N], T *, const T *);
  void (*ours)(int, T (*)[N], T *, const T *);
} kernels[] = {ROW(variable), ROW(element),    ROW(inPlace), ROW(flat),
               ROW(factor),   ROW(transposed), ROW(two),     ROW(shifted),
               ROW(named),    ROW(leaves),     ROW(scaled),  ROW(banded),
               ROW(backward), ROW(rounded),    ROW(filled),  ROW(clipped),
               ROW(some),     ROW(moved)};

enum { SIZE = N * N + 3 * N };
static T want[SIZE], got[SIZE];

static void fill(T *all) {
  srand(7);
  for (int i = 0; i < SIZE; ++i)
    all[i] = (T)(rand() % 2000 - 1000) / 7000;
  for (int i = 0; i < N; ++i)
    all[i * N + i] = 3 + i % 5;
}

/* Where x and b are, from the beginning of the matrix on. */
static int check(const struct Kernel *k, int n, int x, int b) {
  fill(want);
  fill(got);
  k->serial(n, (T(*)[N])want, want + x, want + b);
  k->ours(n, (T(*)[N])got, got + x, got + b);
  if (memcmp(want, got, sizeof want) == 0)
    return 0;
  printf("%s %d %d %d\n", k->name, n, x, b);
  return 1;
}

int main() {
  int wrong = 0;
  const int apart = N * N + 2;
  for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
    for (int n = 3; n < N; ++n)
      wrong |= check(kernels + k, n, apart, apart + N + 8);
    const int at[][2] = {{apart, apart},         {apart, apart - 2},
                         {apart, apart + 3},     {N, apart},
                         {40 * N, apart},        {apart, 50 * N},
                         {44 * N + 40, apart},   {60 * N - 8, 60 * N + 8},
                         {apart - 41, apart - 9}};
    for (unsigned p = 0; p < sizeof at / sizeof *at; ++p)
      for (int n = 40; n < N; n += 13)
        wrong |= check(kernels + k, n, at[p][0], at[p][1]);
  }
  return wrong;
}
