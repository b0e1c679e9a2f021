// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests whose columns are apart as long as subscripts stay within rows of a
// constant length compute the bits of the serial nest, where they stay there and
// where they do not, and where places overlap.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t && env OMP_NUM_THREADS=3 TWOFOLD_INLINE_OPS=0 TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -Rpass-analysis=twofold -S -emit-llvm %s -o /dev/null 2>&1 | %FileCheck %s
// CHECK-COUNT-3: in the native variant the loop over 'j' runs innermost
#include <stdio.h>
#include <string.h>
#define ROW 48
typedef double Row[ROW];

#define KERNELS(V, P)                                                          \
  static void symmetric##V(int m, int n, const Row *a, Row *c) {               \
    P for (int i = 0; i < m; ++i) for (int j = i; j < m; ++j) {                \
      c[i][j] = 0;                                                             \
      for (int k = 0; k < n; ++k)                                              \
        c[i][j] += a[k][i] * a[k][j];                                          \
      c[i][j] /= n - 1;                                                        \
      c[j][i] = c[i][j];                                                       \
    }                                                                          \
  }                                                                            \
  static void mirrored##V(int m, int n, const Row *a, Row *c) {                \
    P for (int i = 0; i < m; ++i) {                                            \
      c[i][i] = 1;                                                             \
      for (int j = i + 1; j < m; ++j) {                                        \
        double s = 0;                                                          \
        for (int k = 0; k < n; ++k)                                            \
          s += a[k][i] * a[k][j];                                              \
        c[i][j] = c[j][i] = s;                                                 \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  /* Many pairs of touches, few of places. */                                  \
  static void orthogonal##V(int m, int n, const Row *q, Row *c) {              \
    Row *r = c + 70;                                                           \
    P for (int j = 1; j < m; ++j) {                                            \
      r[0][j] = 0;                                                             \
      for (int i = 0; i < n; ++i)                                              \
        r[0][j] += q[i][0] * c[i][j];                                          \
      for (int i = 0; i < n; ++i)                                              \
        c[i][j] = c[i][j] - q[i][0] * r[0][j];                                 \
    }                                                                          \
  }
KERNELS(Native, _Pragma("twofold parallel for"))
KERNELS(Serial, )

static Row A[80], Memory[2][160];
static int Wrong = 0;
typedef void (*Kernel)(int, int, const Row *, Row *);

static void check(const char *Name, Kernel Native, Kernel Serial, int m, int n,
                  int From) {
  for (int I = 0; I < 80; ++I)
    for (int J = 0; J < ROW; ++J)
      A[I][J] = (I * 31 + J * 17) % 97 / 13.0 - 3;
  for (int V = 0; V < 2; ++V)
    for (int I = 0; I < 160; ++I)
      for (int J = 0; J < ROW; ++J)
        Memory[V][I][J] = (I * 7 + J * 5) % 89 / 11.0;
  // Where From is not 0, what is read is among what is written.
  Native(m, n, From ? Memory[0] + From : A, Memory[0]);
  Serial(m, n, From ? Memory[1] + From : A, Memory[1]);
  if (memcmp(Memory[0], Memory[1], sizeof Memory[0])) {
    printf("%s differs: %d %d %d\n", Name, m, n, From);
    ++Wrong;
  }
}

int main(void) {
  static const int Columns[] = {1, 2, 15, 16, 17, 33, 47, 48, 49, 60},
                   Rounds[] = {1, 3, 4, 20, 60};
  for (int M = 0; M < 10; ++M)
    for (int N = 0; N < 5; ++N)
      for (int From = 0; From < 2; ++From) {
        const int m = Columns[M], n = Rounds[N];
        check("symmetric", symmetricNative, symmetricSerial, m, n, 3 * From);
        check("mirrored", mirroredNative, mirroredSerial, m, n, 3 * From);
        if (m <= ROW)
          check("orthogonal", orthogonalNative, orthogonalSerial, m, n,
                70 * From);
      }
  printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
