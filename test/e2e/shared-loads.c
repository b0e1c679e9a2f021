// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An element that an inner loop reads in all iterations may lie before, behind
// or among those that it stores.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O3 -DT=int %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 %t
#include <stdio.h>
#include <string.h>
#ifndef T
#define T double
#endif
enum { N = 40, W = 60 };

#define KERNELS(Name, Parallel)                                                \
  static void lu##Name(int n, T a[][W]) {                                      \
    for (int k = 0; k < n; ++k)                                                \
      Parallel for (int i = k + 1; i < n; ++i) {                               \
        a[i][k] /= a[k][k];                                                    \
        for (int j = k + 1; j < n; ++j)                                        \
          a[i][j] -= a[i][k] * a[k][j];                                        \
      }                                                                        \
  }                                                                            \
  static void up##Name(int n, int from, int to, int at, T a[][W], T *b) {      \
    Parallel for (int i = 0; i < n; ++i) for (int j = from; j < to; ++j)       \
        a[i][j] -= a[i][at] * b[j];                                            \
  }                                                                            \
  static void down##Name(int n, int from, int to, int at, T a[][W], T *b) {    \
    Parallel for (int i = 0; i < n; ++i) for (int j = to; j-- > from;)         \
        a[i][j] -= a[i][at] * b[j];                                            \
  }                                                                            \
  static void behind##Name(int n, int from, int to, T a[][W], T *b) {          \
    Parallel for (int i = 0; i < n; ++i) for (int j = from; j < to; ++j)       \
        a[i][j] -= a[i][to] * a[i][to - 1] * b[j];                             \
  }                                                                            \
  static void pairs##Name(int n, int to, T a[][W], T *b) {                     \
    Parallel for (int i = 0; i < n; ++i) for (int j = 1; j < to; ++j)          \
        a[i][2 * j] = a[i][1] + a[i][2] + a[i][0] + b[j];                      \
  }                                                                            \
  static void bytes##Name(int n, int to, char a[][W * sizeof(T)]) {            \
    Parallel for (int i = 0; i < n; ++i) for (int j = 4; j < to; ++j)          \
        a[i][j] += *(int *)a[i] + a[i][2];                                     \
  }

KERNELS(Serial, )
KERNELS(Native, _Pragma("twofold parallel for"))

static T A[2][N][W], B[W];
static int Wrong;

static void fill(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < W; ++j)
      A[0][i][j] = A[1][i][j] = (T)((i * 7 + j * 13) % 31 + 1 + (i == j) * 90);
  for (int j = 0; j < W; ++j)
    B[j] = (T)(j % 5) - 2;
}

static void check(const char *What, int a, int b, int c) {
  if (memcmp(A[0], A[1], sizeof(A[0])) && ++Wrong < 9)
    printf("%s(%d, %d, %d) is wrong\n", What, a, b, c);
}

#define BOTH(Name, a, b, c, ...)                                               \
  fill();                                                                      \
  Name##Serial(__VA_ARGS__ A[0] Last);                                         \
  Name##Native(__VA_ARGS__ A[1] Last);                                         \
  check(#Name, a, b, c)

int main(void) {
#define Last
  for (int n = 0; n <= N; ++n) {
    BOTH(lu, n, 0, 0, n, );
  }
  for (int to = 0; to < 4 * N; to += 7) {
    fill();
    bytesSerial(N, to, (char(*)[W * sizeof(T)])A[0]);
    bytesNative(N, to, (char(*)[W * sizeof(T)])A[1]);
    check("bytes", to, 0, 0);
  }
#undef Last
#define Last , B
  for (int from = 0; from < 40; from += 3)
    for (int to = from; to < W - 1; to += 5) {
      for (int at = 0; at < W; at += 4) {
        BOTH(up, from, to, at, N, from, to, at, );
        BOTH(down, from, to, at, N, from, to, at, );
      }
      if (to > 0) {
        BOTH(behind, from, to, 0, N, from, to, );
      }
      BOTH(pairs, to, 0, 0, N, to / 2, );
    }
  printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
