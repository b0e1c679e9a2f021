// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that run in another order compute the same bits: around each size at
// which blocks begin and end, and where what is written is also read.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -DT=double -fsanitize=undefined -fno-sanitize-recover %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -DT=int -fwrapv %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef T
#define T float
#endif

#define KERNELS(Name, Parallel)                                                \
  static void product##Name(int n, int m, int l, T *c, const T *a,             \
                            const T *b) {                                      \
    Parallel for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {         \
      T s = 0;                                                                 \
      for (int k = 0; k < l; ++k)                                              \
        s += a[i * l + k] * b[k * m + j];                                      \
      c[i * m + j] = s;                                                        \
    }                                                                          \
  }                                                                            \
  static void scaled##Name(int n, int m, int l, T *c, const T *a,              \
                           const T *b) {                                       \
    int i, j, k;                                                               \
    Parallel for (i = 0; i < n; i++) for (j = 0; j < m; j++) {                 \
      c[i * m + j] *= (T)3.25;                                                 \
      for (k = 0; k < l; ++k)                                                  \
        c[i * m + j] += (T)0.3 * a[i * l + k] * b[k * m + j];                  \
    }                                                                          \
  }                                                                            \
  static void rows##Name(int n, int m, int l, T c[n][m], T a[n][l],            \
                         T b[l][m]) {                                          \
    Parallel for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {         \
      c[i][j] = 0;                                                             \
      for (int k = 0; k < l; ++k)                                              \
        c[i][j] += a[i][k] * b[k][j];                                          \
    }                                                                          \
  }                                                                            \
  static void wide##Name(size_t n, size_t m, size_t l, T *c, const T *a,       \
                         const T *b) {                                         \
    Parallel for (size_t i = 0; i < n; ++i) for (size_t j = 0; j < m; ++j) {   \
      T s = c[i * m + j], t = 0;                                               \
      for (size_t k = 0; k < l; ++k) {                                         \
        T x = a[i * l + k];                                                    \
        s += x * b[k * m + j];                                                 \
        t -= b[k * m + j];                                                     \
      }                                                                        \
      c[i * m + j] = (T)(s - t);                                               \
    }                                                                          \
  }                                                                            \
  static void covariance##Name(int m, int l, T *c, const T *d) {               \
    Parallel for (int i = 0; i < m; ++i) for (int j = i; j < m; ++j) {         \
      c[i * m + j] = 0;                                                        \
      for (int k = 0; k < l; ++k)                                              \
        c[i * m + j] += d[k * m + i] * d[k * m + j];                           \
      c[i * m + j] /= l + (T)1;                                                \
      c[j * m + i] = c[i * m + j];                                             \
    }                                                                          \
  }                                                                            \
  static void tensor##Name(int n, int q, int p, T *a, const T *b) {            \
    Parallel for (int r = 0; r < n; r++) for (int s = 0; s < q; s++) {         \
      T sum[2500];                                                             \
      for (int j = 0; j < p; j++) {                                            \
        sum[j] = 0;                                                            \
        for (int k = 0; k < p; k++)                                            \
          sum[j] += a[(r * q + s) * p + k] * b[k * p + j];                     \
      }                                                                        \
      for (int j = 0; j < p; j++)                                              \
        a[(r * q + s) * p + j] = sum[j];                                       \
    }                                                                          \
  }                                                                            \
  static void filter##Name(int n, int m, int l, T *c, const T *a,              \
                           const T *b) {                                       \
    Parallel for (int i = 0; i < n; ++i) for (int j = 2; j <= m - 1; ++j) {    \
      T s = 0;                                                                 \
      for (int k = 0; k < l; ++k)                                              \
        s += a[i * (m + l) + j + k] * b[k];                                    \
      c[i * m + j] = s;                                                        \
    }                                                                          \
  }
KERNELS(Native, _Pragma("twofold parallel for"))
KERNELS(Serial, )

static unsigned long Seed = 12345;
static T value(void) {
  Seed = Seed * 6364136223846793005ul + 1442695040888963407ul;
  return (T)((long)(Seed >> 40) - (1 << 23)) / (1 << 20);
}
static T *Memory[3][2];
static size_t Size;
static void fill(void) {
  for (int a = 0; a < 3; ++a)
    for (size_t e = 0; e < Size; ++e)
      Memory[a][0][e] = Memory[a][1][e] = value();
}
static int Wrong = 0;
static void check(const char *What, int n, int m, int l) {
  for (int a = 0; a < 3; ++a)
    if (memcmp(Memory[a][0], Memory[a][1], Size * sizeof(T)))
      printf("%s differs: %d %d %d\n", What, n, m, l), ++Wrong;
}
#define BOTH(Kernel, C, A, B, ...)                                             \
  do {                                                                         \
    fill();                                                                    \
    {                                                                          \
      int V = 0;                                                               \
      Kernel##Native(__VA_ARGS__ C, A, B);                                     \
    }                                                                          \
    {                                                                          \
      int V = 1;                                                               \
      Kernel##Serial(__VA_ARGS__ C, A, B);                                     \
    }                                                                          \
    check(#Kernel, n, m, l);                                                   \
  } while (0)
#define M(Array) (Memory[Array][V])

static void shape(int n, int m, int l) {
  Size = 64 + (size_t)(n + 2) * 2 * (m + l) + (size_t)l * m + (size_t)l * l;
  if (m < 200)
    Size += m * m;
  BOTH(product, M(0), M(1), M(2), n, m, l, );
  BOTH(scaled, M(0), M(1), M(2), n, m, l, );
  if (m > 0 && l > 0)
    BOTH(rows, (void *)M(0), (void *)M(1), (void *)M(2), n, m, l, );
  BOTH(wide, M(0), M(1), M(2), n, m, l, );
  BOTH(filter, M(0), M(1), M(2), n, m, l, );
  // What is written may be what is read, all of it or its ends.
  if (m == l)
    BOTH(product, M(0), M(0), M(2), n, m, l, );
  if (n == 1) {
    BOTH(product, M(0), M(1), M(0), n, m, l, );
    BOTH(scaled, M(0) + 7, M(0), M(2), n, m, l, );
    BOTH(wide, M(0) + m - 1, M(0), M(1), n, m, l, );
    BOTH(filter, M(0), M(0) + 1, M(2), n, m, l, );
    BOTH(product, M(0), M(1), M(0) + m - 1, n, m, l, );
    BOTH(product, M(0), M(1), M(0) + m, n, m, l, );
  }
  fill();
  for (int V = 0; V < 2 && m < 200; ++V)
    V ? covarianceSerial(m, l, M(0), M(1)) : covarianceNative(m, l, M(0), M(1));
  check("covariance", n, m, l);
  fill();
  for (int V = 0; V < 2; ++V)
    V ? tensorSerial(n, 2, l, M(0), M(1)) : tensorNative(n, 2, l, M(0), M(1));
  check("tensor", n, m, l);
}

int main(void) {
  for (int a = 0; a < 3; ++a)
    for (int v = 0; v < 2; ++v)
      Memory[a][v] = malloc(3000000 * sizeof(T));
  static const int Columns[] = {0, 1, 15, 16, 17, 31, 33, 64, 67};
  static const int Rounds[] = {0, 1, 3, 4, 5, 16, 33};
  for (unsigned m = 0; m < 9; ++m)
    for (unsigned l = 0; l < 7; ++l)
      for (int n = 1; n <= 7; n += 3)
        shape(n, Columns[m], Rounds[l]);
  static const int Tiles[] = {511, 512, 513, 1023, 1024, 1025, 2050};
  for (unsigned m = 0; m < 7; ++m)
    shape(1, Tiles[m], 5), shape(2, Tiles[m], Tiles[m] < 1030 ? Tiles[m] : 9);
  printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
