// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops of which one round stores what all rounds read compute the bits
// of the serial loops: wherever that round is, and where rows overlap.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native OMP_NUM_THREADS=2 TWOFOLD_INLINE_OPS=0 %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O3 -DT=double -fsanitize=undefined -fno-sanitize-recover %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native OMP_NUM_THREADS=1 %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -DT=short -fwrapv %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native OMP_NUM_THREADS=1 %t
#include <stdio.h>
#include <string.h>
#ifndef T
#define T float
#endif

#define KERNELS(Name, Parallel)                                                \
  static void least##Name(int n, int m, int p, T *d, T *r, T *b) {             \
    Parallel for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j)           \
        d[i * m + j] =                                                         \
            d[i * m + j] < d[i * m + p] + r[j] ? d[i * m + j]                  \
                                               : (T)(d[i * m + p] + r[j]);     \
  }                                                                            \
  static void where##Name(int n, int m, int p, T *d, T *r, T *b) {             \
    Parallel for (int i = 0; i < n;                                            \
                  ++i) for (int j = 1; j < m - 1;                              \
                            ++j) if (d[i * m + j] > d[i * m + p] - r[j])       \
        d[i * m + j] = (T)(d[i * m + p] - r[j]);                               \
  }                                                                            \
  /* The row of the pivot is among them: that round changes all others. */     \
  static void eliminate##Name(int n, int m, int p, T *d, T *r, T *b) {         \
    Parallel for (int i = 0; i < n; ++i) for (long j = 0; j < m; ++j)          \
        d[i * m + j] -= d[i * m + p] * r[j];                                   \
  }                                                                            \
  /* What is read behind the store is what that round has stored. */           \
  static void late##Name(int n, int m, int p, T *d, T *r, T *b) {              \
    Parallel for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {         \
      d[i * m + j] += r[j];                                                    \
      b[i * m + j] = d[i * m + p];                                             \
    }                                                                          \
  }                                                                            \
  static void again##Name(int n, int m, int p, T *d, T *r, T *b) {             \
    Parallel for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {         \
      d[i * m + j] += r[j];                                                    \
      d[i * m + j] -= d[i * m + p];                                            \
    }                                                                          \
  }                                                                            \
  static void twice##Name(int n, int m, int p, T *d, T *r, T *b) {             \
    Parallel for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {         \
      const T x = d[i * m + p], y = b[i * m + p];                              \
      d[i * m + j] += x * r[j] - y;                                            \
      b[i * m + j] = x + d[i * m + j];                                         \
    }                                                                          \
  }                                                                            \
  /* Two pivots of one row, and rounds that go on by two or backwards. */      \
  static void others##Name(int n, int m, int p, T *d, T *r, T *b) {            \
    Parallel for (int i = 0; i < n; ++i) {                                     \
      for (int j = 0; j < m; ++j)                                              \
        d[i * m + j] += d[i * m + p] * r[j] - d[i * m + m / 2];                \
      for (int j = 0; j < m; j += 2)                                           \
        d[i * m + j] += d[i * m + p] * r[j];                                   \
      for (int j = m - 1; j >= 0; --j)                                         \
        d[i * m + j] -= d[i * m + p] * r[j];                                   \
    }                                                                          \
  }

/* Elements of two sizes, of which one is as far from its row's beginning as the
   other: other rounds store them. */
static float Small[2][7][80];
static double Large[2][7][80];
#define SIZES(Name, Parallel, To)                                              \
  static void sizes##Name(int n, int m, long p) {                              \
    Parallel for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {         \
      const float x = Small[To][i][2 * p];                                     \
      const double y = Large[To][i][p];                                        \
      Small[To][i][j] = Small[To][i][j] * x;                                   \
      Large[To][i][j] = Large[To][i][j] - y;                                   \
    }                                                                          \
  }

KERNELS(Serial, )
KERNELS(Native, _Pragma("twofold parallel for"))
SIZES(Serial, , 0)
SIZES(Native, _Pragma("twofold parallel for"), 1)

enum { Most = 9 * 80 };
static T Memory[2][3][Most];
static int Wrong;

#define BOTH(Name, d, r, b)                                                    \
  {                                                                            \
    for (int a = 0; a < 3; ++a)                                                \
      for (int k = 0; k < Most; ++k)                                           \
        Memory[0][a][k] = Memory[1][a][k] =                                    \
            (T)(((k + a) * 7919LL % 1013) / 16.0 - 30) /                       \
            (T)(a == 2 ? 64 : 32);                                             \
    T(*M)[Most] = Memory[0];                                                   \
    Name##Serial(n, m, p, d, r, b);                                            \
    M = Memory[1];                                                             \
    Name##Native(n, m, p, d, r, b);                                            \
    if (memcmp(Memory[0], Memory[1], sizeof(Memory[0])) && ++Wrong < 9)        \
      printf("%s(%d, %d, %d) is wrong, %s\n", #Name, n, m, p, #r);             \
  }

int main(void) {
  static const int Sizes[] = {1, 2, 9, 33, 64, 71};
  const int n = 7;
  for (int s = 0; s < 6; ++s) {
    const int m = Sizes[s], Pivots[] = {0, 1, m / 2, m - 1, m};
    for (int q = 0; q < 5; ++q) {
      const int p = Pivots[q];
      BOTH(least, M[0], M[1], M[2]);
      BOTH(where, M[0], M[1], M[2]);
      BOTH(eliminate, M[0], M[1], M[2]);
      BOTH(late, M[0], M[1], M[2]);
      BOTH(again, M[0], M[1], M[2]);
      BOTH(twice, M[0], M[1], M[2]);
      BOTH(others, M[0], M[1], M[2]);
      // A row among those that change, and two arrays in one.
      BOTH(least, M[0], M[0] + 3 * m, M[2]);
      BOTH(where, M[0], M[0] + 2 * m, M[2]);
      BOTH(eliminate, M[0], M[0] + 3 * m, M[2]);
      BOTH(eliminate, M[0], M[0] + m + 1, M[2]);
      BOTH(eliminate, M[0] + 1, M[0], M[2]);
      BOTH(late, M[0], M[1], M[0] + 1);
      BOTH(twice, M[0], M[1], M[0] + 1);
      BOTH(twice, M[0], M[1], M[0]);
    }
    for (int a = 0; a < 2; ++a)
      for (int k = 0; k < 7 * 80; ++k)
        (&Small[a][0][0])[k] = 1 + k % 3, (&Large[a][0][0])[k] = k % 29;
    sizesSerial(n, m, m / 4);
    sizesNative(n, m, m / 4);
    if ((memcmp(Small[0], Small[1], sizeof(Small[0])) ||
         memcmp(Large[0], Large[1], sizeof(Large[0]))) &&
        ++Wrong < 9)
      printf("sizes(%d, %d, %d) is wrong\n", n, m, m / 4);
  }
  printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
