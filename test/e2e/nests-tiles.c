// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions whose iterations run side by side compute the same bits,
// whatever is transposed: around each size at which tiles and blocks begin and
// end, and where what is written is also read.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -DT=double -fsanitize=undefined -fno-sanitize-recover %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -DT=double -ffp-contract=off -x c++ %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef T
#define T float
#endif

// Each: for (i) for (j) Ahead, for (k) Sum, Behind; rows of c are d apart.
#define NEST(Name, Parallel, Ahead, Sum, Behind)                               \
  static void Name(int n, int m, int l, int d, T *c, const T *a, const T *b) { \
    Parallel for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {         \
      Ahead;                                                                   \
      for (int k = 0; k < l; ++k) {                                            \
        Sum;                                                                   \
      }                                                                        \
      Behind;                                                                  \
    }                                                                          \
  }
#define C c[i * d + j]
#ifdef __cplusplus // has no such arrays
#define ROWS(V, P)
#else
#define ROWS(V, P)                                                             \
  static void rows##V(int n, int m, int l, T c[n][m], T a[l][n], T b[m][l]) {  \
    P for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {                \
      c[i][j] = 0;                                                             \
      for (int k = 0; k < l; ++k)                                              \
        c[i][j] += a[k][i] * b[j][k];                                          \
    }                                                                          \
  }
#endif
#define KERNELS(V, P)                                                          \
  NEST(nn##V, P, T s = 0, s += a[i * l + k] * b[k * m + j], C = s)             \
  NEST(nt##V, P, T s = 0, s += a[i * l + k] * b[j * l + k], C = s)             \
  NEST(tn##V, P, T s = 0, s += a[k * n + i] * b[k * m + j], C = s)             \
  NEST(tt##V, P, T s = 0, s += a[k * n + i] * b[j * l + k], C = s)             \
  NEST(inPlace##V, P, C *= (T)0.5, C += (T)0.3 * a[i * l + k] * b[j * l + k],  \
       if (C > 1) C = 1)                                                       \
  NEST(minus##V, P, T s = C, s -= b[j * l + k] * a[k * n + i], C = -s)         \
  NEST(two##V, P, T s = C; T t = 1, T x = a[i * l + k]; s += x * b[j * l + k]; \
       t -= b[j * l + k] / (T)3, C = s / t)                                    \
  NEST(differences##V, P, T s = 0, T x = a[i * l + k] - b[j * l + k];          \
       s += x * x, C = s)                                                      \
  NEST(products##V, P, T s = 0,                                                \
       s += a[i * l + k] * b[j] + a[i * l + k] * a[i * l + k];                 \
       s *= -(b[j * l + k] - a[k * n + i] * (T)0.1), C = s)                    \
  static void bounds##V(size_t n, size_t m, size_t l, size_t d, T *c,          \
                        const T *a, const T *b) {                              \
    size_t i, j, k;                                                            \
    P for (i = 2; i <= n; i++) for (j = 1; j < m; j++) {                       \
      T s = 1;                                                                 \
      for (k = 3; k <= l; k++)                                                 \
        s += a[k * n + i] * b[j * (l + 1) + k];                                \
      c[i * d + j] = s;                                                        \
    }                                                                          \
  }                                                                            \
  static void ahead##V(int n, int m, int l, int d, T *c, const T *a,           \
                       const T *b) {                                           \
    P for (int i = 0; i < n; ++i) {                                            \
      int j, k;                                                                \
      T s;                                                                     \
      for (j = 0; j < m; j++) {                                                \
        s = 2;                                                                 \
        for (k = 0; k < l; k++)                                                \
          s = a[k * n + i] * (T)0.7 * b[k * m + j] + s;                        \
        c[i * d + j] = s;                                                      \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static int last##V(int n, int m, int l, int d, T *c, const T *a,             \
                     const T *b) {                                             \
    int j = -1;                                                                \
    P for (int i = 0; i < n; ++i) for (j = 0; j < m; j++) {                    \
      T s = c[i * d + j];                                                      \
      for (int k = 0; k < l; k++)                                              \
        s += a[k * n + i] * b[j * l + k];                                      \
      c[i * d + j] = s;                                                        \
    }                                                                          \
    c[n * d] = (T)j;                                                           \
    return j;                                                                  \
  }                                                                            \
  ROWS(V, P)
#define PARALLEL _Pragma("twofold parallel for")
KERNELS(Native, PARALLEL)
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
#define M(Array) (Memory[Array][V])
#define BOTH(Kernel, D, C, A, B)                                               \
  do {                                                                         \
    fill();                                                                    \
    for (int V = 0; V < 2; ++V)                                                \
      V ? (void)Kernel##Serial(n, m, l, D, C, A, B)                            \
        : (void)Kernel##Native(n, m, l, D, C, A, B);                           \
    check(#Kernel, n, m, l);                                                   \
  } while (0)

static void shape(int n, int m, int l) {
  const size_t Sides[] = {(size_t)(n + 1) * (m + 9), (size_t)(n + 2) * (l + 2),
                          (size_t)(m + 2) * (l + 2)};
  Size = 64;
  for (int s = 0; s < 3; ++s)
    Size = Size < Sides[s] + 64 ? Sides[s] + 64 : Size;
  BOTH(nn, m, M(0), M(1), M(2));
  BOTH(nt, m + 3, M(0) + 1, M(1) + 3, M(2) + 5);
  BOTH(tn, m, M(0), M(1), M(2));
  BOTH(tt, m, M(0), M(1), M(2));
  BOTH(inPlace, m + 1, M(0), M(1), M(2));
  BOTH(minus, m, M(0), M(1), M(2));
  BOTH(two, m, M(0), M(1), M(2));
  BOTH(differences, m, M(0), M(1), M(1));
  BOTH(products, m, M(0), M(1), M(2));
  BOTH(bounds, m, M(0), M(1), M(2));
  BOTH(ahead, m, M(0), M(1), M(2));
  BOTH(last, m, M(0), M(1), M(2));
#ifndef __cplusplus
  fill();
  for (int V = 0; V < 2 && m && n && l; ++V)
    V ? rowsSerial(n, m, l, (void *)M(0), (void *)M(1), (void *)M(2))
      : rowsNative(n, m, l, (void *)M(0), (void *)M(1), (void *)M(2));
  check("rows", n, m, l);
#endif
}

// One thread: iterations meet, so that they run in order.
static void overlaps(int n, int m, int l) {
  Size = 4 * (size_t)(n + 2) * (m + l) + (size_t)m * l;
  BOTH(nt, m, M(0), M(0), M(2));
  BOTH(nt, m, M(0), M(1), M(0));
  BOTH(nt, m, M(0) + l, M(0), M(2));
  BOTH(nt, m, M(0), M(0) + m, M(2));
  BOTH(inPlace, m, M(0), M(0) + n * m - 1, M(2));
  BOTH(inPlace, m, M(0), M(0) + n * m, M(2));
  BOTH(minus, m - 1, M(0), M(1), M(2)); // rows overlap
  BOTH(minus, 0, M(0), M(1), M(2));
}

int main(void) {
  for (int a = 0; a < 3; ++a)
    for (int v = 0; v < 2; ++v)
      Memory[a][v] = (T *)malloc(1200000 * sizeof(T));
  static const int Rows[] = {1, 4, 6, 7, 13};
  static const int Columns[] = {0, 16, 17, 33, 63, 64, 65, 81};
  static const int Rounds[] = {1, 4, 5, 17, 33};
  for (unsigned r = 0; r < sizeof Rows / sizeof *Rows; ++r)
    for (unsigned c = 0; c < sizeof Columns / sizeof *Columns; ++c)
      for (unsigned k = 0; k < sizeof Rounds / sizeof *Rounds; ++k)
        shape(Rows[r], Columns[c], Rounds[k]);
  static const int Blocks[] = {256, 257, 512, 513, 1025};
  for (unsigned b = 0; b < sizeof Blocks / sizeof *Blocks; ++b) {
    shape(7, 35, Blocks[b]);
    shape(Blocks[b], 19, 9);
    shape(5, Blocks[b], 6);
  }
  overlaps(9, 20, 20);
  overlaps(20, 33, 33);
  overlaps(6, 64, 17);
  printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
