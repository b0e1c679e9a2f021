// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores under conditions on an array that the stored one overlaps under another
// name, and reads of it up to where conditions say: iterations read what others
// store, so that such calls run in order.
// RUN: %clang %plugin %include -w -O1 %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=4 %t
// RUN: %if pocl %{ env TWOFOLD_DEVICE=cpu %t %}
#include <stdio.h>
#include <string.h>

enum { N = 3000 };

#define KERNELS(Name, Parallel)                                                \
  static void itself##Name(int n, double *c, const double *d,                  \
                           const double *a) {                                  \
    Parallel for (int i = 0; i < n; ++i) if (d[i] > 1) c[i] = d[i] + a[i];     \
  }                                                                            \
  static void held##Name(int n, double *c, const double *d, const double *a) { \
    Parallel for (int i = 0; i < n; ++i) {                                     \
      double s = d[i];                                                         \
      if (s > 1)                                                               \
        c[i] = 7 - s;                                                          \
    }                                                                          \
  }                                                                            \
  static void flag##Name(int n, double *c, const double *d, const double *a) { \
    Parallel for (int i = 0; i < n; ++i) if (d[i] > 1) c[i] = 0;               \
  }                                                                            \
  static void rounds##Name(int n, double *c, const double *d,                  \
                           const double *a) {                                  \
    Parallel for (int i = 0; i < n; ++i) {                                     \
      double s = d[i];                                                         \
      for (int k = 0; k < i % 5; ++k)                                          \
        s += a[k];                                                             \
      if (s > 1)                                                               \
        c[i] = s;                                                              \
    }                                                                          \
  }                                                                            \
  static void further##Name(int n, double *c, const double *d,                 \
                            const double *a) {                                 \
    Parallel for (int i = 0; i < n; ++i) if (c[i + 1] > 1) c[i] = a[i];        \
  }                                                                            \
  static void pointer##Name(int n, double *c, const double *d,                 \
                            const double *a) {                                 \
    Parallel for (int i = 0; i < n; ++i) {                                     \
      double s = 0;                                                            \
      int upto = a ? n : i;                                                    \
      for (int k = 0; k < upto; k += 64)                                       \
        s += d[k];                                                             \
      c[i] = s;                                                                \
    }                                                                          \
  }                                                                            \
  static void down##Name(int n, double *c, const double *d, const double *a) { \
    Parallel for (int i = 0; i < n; ++i) {                                     \
      double s = 0;                                                            \
      int upto = n & 16 ? n : i;                                               \
      for (int k = upto - 1; k >= 0; k -= 64)                                  \
        s += d[k];                                                             \
      c[i] = s;                                                                \
    }                                                                          \
  }                                                                            \
  static void gone##Name(int n, double *c, const double *d, const double *a) { \
    Parallel for (int i = 0; i < n; ++i) {                                     \
      double s = 0;                                                            \
      int upto = n & 16 ? i + 3 : i, k = i / 64 * 64;                          \
      while (k < upto) {                                                       \
        s += d[k];                                                             \
        ++k;                                                                   \
      }                                                                        \
      c[i] = s;                                                                \
    }                                                                          \
  }
KERNELS(Parallel, _Pragma("twofold parallel for"))
KERNELS(Serial, )

typedef void Kernel(int, double *, const double *, const double *);
static double Memory[2][2 * N];
static int Wrong;

static void both(const char *What, Kernel *Parallel, Kernel *Serial) {
  for (int Round = 0; Round < 20; ++Round)
    for (int Shift = 0; Shift < 3; ++Shift) {
      for (int e = 0; e < 2 * N; ++e)
        Memory[0][e] = Memory[1][e] = (e * 7 + Round) % 17 - 5;
      Parallel(N - 8, Memory[0] + Shift, Memory[0], Memory[0] + N);
      Serial(N - 8, Memory[1] + Shift, Memory[1], Memory[1] + N);
      if (memcmp(Memory[0], Memory[1], sizeof *Memory))
        printf("%s differs: %d\n", What, Shift), Wrong = 1;
    }
}

int main(void) {
  both("itself", itselfParallel, itselfSerial);
  both("held", heldParallel, heldSerial);
  both("flag", flagParallel, flagSerial);
  both("rounds", roundsParallel, roundsSerial);
  both("further", furtherParallel, furtherSerial);
  both("pointer", pointerParallel, pointerSerial);
  both("down", downParallel, downSerial);
  both("gone", goneParallel, goneSerial);
  return Wrong;
}
