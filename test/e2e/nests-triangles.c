// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of which each row has other columns compute the bits of the serial
// nest, and nothing beside them, for odd sizes and whatever ends are slanted.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t && env OMP_NUM_THREADS=3 TWOFOLD_INLINE_OPS=0 TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -DT=double -ffp-contract=off -fsanitize=undefined -fno-sanitize-recover %s -o %t %runtime_flags && env TWOFOLD_DEVICE=native %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef T
#define T float
#endif

// c has n rows of m elements, n + 30 or more; l are the rounds.
#define C c[i * m + j]
#define KERNEL(Name, ...)                                                      \
  static void Name(int n, int m, int l, T *c, const T *a, const T *b) {        \
    __VA_ARGS__                                                                \
  }
#define EACH(V, N) for (int V = 0; V < N; ++V)
#define KERNELS(V, P, J)                                                         \
  KERNEL(                                                                      \
      lower##V, P EACH(i, n) for (int j = 0; j <= i; ++j) {                    \
        T s = 0;                                                               \
        EACH(k, l) s += a[i * l + k] * b[k * n + j];                           \
        C = s;                                                                 \
      })                                                                       \
  KERNEL(                                                                      \
      strict##V, P EACH(i, n) for (int j = 0; j < i; ++j) {                    \
        T s = C;                                                               \
        EACH(k, l) s -= a[i * l + k] * b[j * l + k];                           \
        C = s;                                                                 \
      })                                                                       \
  KERNEL(                                                                      \
      update##V, P EACH(i, n) {                                                \
        for (int j = 0; j <= i; ++j)                                           \
          C *= (T)0.25;                                                        \
        EACH(k, l)                                                             \
        for (int j = 0; j <= i; ++j)                                           \
          C += (T)1.5 * a[i * l + k] * a[j * l + k];                           \
      })                                                                       \
  KERNEL(                                                                      \
      clipped##V, P EACH(i, n) {                                               \
        EACH(k, l)                                                             \
        for (int j = i; j < n; ++j)                                            \
          C -= a[k * n + i] * b[k * n + j];                                    \
        for (int j = i; j < n; ++j)                                            \
          if (C > 1)                                                           \
            C = 1;                                                             \
      })                                                                       \
  KERNEL(                                                                      \
      behind##V, P EACH(i, n) for (int j = i + 1; j < n; ++j) {                \
        C = 1;                                                                 \
        EACH(k, l) C += a[k * n + i] * b[j * l + k];                           \
      })                                                                       \
  KERNEL(shrinks##V, P EACH(i, n) for (int j = 0; j < n - i; ++j) EACH(k, l)   \
                         C += a[i * l + k] * b[k * n + j];)                    \
  KERNEL(                                                                      \
      band##V, P EACH(i, n - 20) for (int j = i; j < i + 20; ++j) {            \
        T s = 0;                                                               \
        EACH(k, l) s += a[i * l + k] * b[k * n + j];                           \
        C = s;                                                                 \
      })                                                                       \
  KERNEL(wedge##V, P EACH(i, n) for (int j = i; j < n - i; ++j) EACH(k, l)     \
                       C += a[i * l + k] * b[k * n + j];)                      \
  KERNEL(against##V, P EACH(i, n) for (int j = n - 1 - i; j < n; ++j)          \
                         EACH(k, l) C += a[i * l + k] * b[k * n + j];)         \
  KERNEL(                                                                      \
      from##V, P for (int i = 3; i < n; ++i) {                                 \
        int j, k;                                                              \
        for (j = 2; j < i - 1; j++)                                            \
          C = 0;                                                               \
        for (k = 0; k < l; k++)                                                \
          for (j = 2; j < i - 1; j++)                                          \
            C += a[i * l + k] * b[k * n + j];                                  \
      })                                                                       \
  /* Not a product alone: sums of two, what becomes of a sum, two sums. */      \
  KERNEL(                                                                      \
      pair##V, P EACH(i, n) {                                                  \
        for (int j = 0; j <= i; ++j)                                           \
          C *= (T)0.25;                                                        \
        EACH(k, l)                                                             \
        for (int j = 0; j <= i; ++j)                                           \
          C += a[j * l + k] * (T)1.5 * b[i * l + k] +                          \
               b[j * l + k] * (T)1.5 * a[i * l + k];                           \
      })                                                                       \
  KERNEL(                                                                      \
      scaled##V, P EACH(i, n) for (int j = i; j < n; ++j) {                    \
        T s = 0;                                                               \
        EACH(k, l) s += a[i * l + k] * b[k * n + j];                           \
        C = C / 2 + s;                                                         \
      })                                                                       \
  KERNEL(                                                                      \
      apart##V, P EACH(i, n) for (int j = 0; j < i - 7; ++j) {                 \
        T s = C, t = 1;                                                        \
        EACH(k, l) {                                                           \
          s += a[k * n + i] * b[k * n + j];                                    \
          t = t * (T)0.5 + b[k * n + j];                                       \
        }                                                                      \
        C = s - t;                                                             \
      })                                                                       \
  KERNEL(                                                                      \
      strip##V, P EACH(i, n - 25) for (int j = i + 5; j < i + 25; ++j) {       \
        T s = C;                                                               \
        EACH(k, l) s = s + (a[i * l + k] - b[k * n + j]) * b[k * n + j];       \
        C = s;                                                                 \
      })                                                                       \
  KERNEL(                                                                      \
      trapezium##V, P EACH(i, n) {                                             \
        int j, k;                                                              \
        for (j = 3 + i; j < n - i; j++) {                                      \
          T s = C;                                                             \
          for (k = 0; k < l; k++)                                              \
            s = s * (T)0.5 + a[i * l + k] * b[j * l + k];                      \
          C = s;                                                               \
        }                                                                      \
      })                                                                       \
  KERNEL(unsigned##V, P for (unsigned i = 0; i < (unsigned)n;                  \
                             ++i) for (unsigned j = 0; j < i; ++j) EACH(k, l)  \
                          C += a[i * l + k] * b[k * n + j];)                   \
  /* What looks alike and is not. */                                           \
  KERNEL(begins##V,                                                            \
         P EACH(i, n) for (unsigned char e = 0; e < 1;                         \
                           ++e) for (int j = 0; j <= (signed char)(i + 100);   \
                                     ++j) EACH(k, l) C +=                      \
         a[i * l + k] * b[k * n + j % 16];)                                    \
  KERNEL(narrow##V,                                                            \
         P EACH(i, n) for (int j = 0; j <= (signed char)(4 * i) / 4; ++j)      \
             EACH(k, l) C += a[i * l + k] * b[k * n + j];)                     \
  KERNEL(halves##V, P EACH(i, n) for (int j = 0; j < i / 2; ++j) EACH(k, l)    \
                        C += a[i * l + k] * b[k * n + j];)                     \
  /* Where the last row's columns end, which may be where they begin. */       \
  KERNEL(                                                                      \
      left##V, int j; J EACH(i, n) for (j = 2; j < n - i - 20; ++j) {          \
        T s = 0;                                                               \
        EACH(k, l) s += a[i * l + k] * b[k * n + j];                           \
        C = s;                                                                 \
      } c[n * m] = j;)                                                         \
  KERNEL(                                                                      \
      leaves##V, int j; J EACH(i, n) for (j = 0; j <= n - i - 9; ++j) {        \
        T s = 0;                                                               \
        EACH(k, l) s = s * (T)0.5 + a[i * l + k] * b[k * n + j];               \
        C = s;                                                                 \
      } c[n * m] = j;)                                                         \
  KERNEL(                                                                      \
      starts##V, int j; J EACH(i, n) for (j = i + 10; j < n; ++j) {            \
        T s = C;                                                               \
        EACH(k, l) s = s * (T)0.5 + a[i * l + k] * b[k * n + j];               \
        C = s;                                                                 \
      } c[n * m] = j;)                                                         \
  KERNEL(                                                                      \
      ends##V, int j; J EACH(i, n) for (j = 3; j < i; ++j) {                   \
        T s = C;                                                               \
        EACH(k, l) s = s * (T)0.5 + a[i * l + k] * b[k * n + j];               \
        C = s;                                                                 \
      } c[n * m] = j;)                                                         \
  KERNEL(                                                                      \
      added##V, P EACH(i, n) for (int j = 0; j <= i; ++j) {                    \
        T s = 0;                                                               \
        EACH(k, l) s += a[i * l + k] * b[k * n + j];                           \
        C += s * (T)0.5;                                                       \
      })                                                                       \
  KERNEL(twice##V, P EACH(i, n / 2) for (int j = 0; j < 2 * i; ++j) EACH(k, l) \
                       C += a[i * l + k] * b[k * n + j];)
#define PARALLEL _Pragma("twofold parallel for")
#define LAST _Pragma("twofold parallel for lastprivate(j)")
KERNELS(Native, PARALLEL, LAST)
KERNELS(Serial, , )

static unsigned long Seed = 12345;
static T value(void) {
  Seed = Seed * 6364136223846793005ul + 1442695040888963407ul;
  return (T)((long)(Seed >> 40) - (1 << 23)) / (1 << 20);
}
static T *Memory[3][2];
static size_t Size;
static int Wrong = 0;

typedef void (*Kernel)(int, int, int, T *, const T *, const T *);
#define BOTH(Name)                                                             \
  {                                                                            \
    #Name, { Name##Native, Name##Serial }                                      \
  }
static const struct {
  const char *Name;
  Kernel Run[2];
} Kernels[] = {BOTH(lower),   BOTH(strict),  BOTH(update),   BOTH(clipped),
               BOTH(behind),  BOTH(shrinks), BOTH(band),     BOTH(wedge),
               BOTH(against), BOTH(from),    BOTH(unsigned), BOTH(narrow),
               BOTH(halves),  BOTH(added),   BOTH(twice),    BOTH(begins),
               BOTH(pair),    BOTH(scaled),  BOTH(apart),    BOTH(strip),
               BOTH(trapezium), BOTH(left), BOTH(leaves), BOTH(starts),
               BOTH(ends)};

// The arrays begin so many elements into the memory of that number.
static void check(int n, int l, const int Array[3], const int At[3]) {
  const int m = n + 131;
  Size = (size_t)(n + 2) * m + (size_t)n * l + 200;
  for (int A = 0; A < 3; ++A)
    for (int V = 0; V < 2; ++V)
      Memory[A][V] = (T *)malloc(Size * sizeof(T));
  const int Apart = Array[1] && Array[2];
  for (unsigned K = 0; K < sizeof Kernels / sizeof *Kernels; ++K) {
    // Whether rows meet whose ends wrap around is not asked.
    if (!Apart && !strcmp(Kernels[K].Name, "narrow"))
      continue;
    for (int A = 0; A < 3; ++A)
      for (size_t E = 0; E < Size; ++E)
        Memory[A][0][E] = Memory[A][1][E] = value();
    for (int V = 0; V < 2; ++V)
      Kernels[K].Run[V](n, m, l, Memory[Array[0]][V] + At[0],
                        Memory[Array[1]][V] + At[1],
                        Memory[Array[2]][V] + At[2]);
    for (int A = 0; A < 3; ++A)
      if (memcmp(Memory[A][0], Memory[A][1], Size * sizeof(T)))
        printf("%s differs: %d %d\n", Kernels[K].Name, n, l), ++Wrong;
  }
  for (int A = 0; A < 3; ++A)
    for (int V = 0; V < 2; ++V)
      free(Memory[A][V]);
}

int main(void) {
  static const int Own[] = {0, 1, 2}, Begin[] = {0, 0, 0}, Odd[] = {1, 3, 5};
  static const int Sides[] = {1, 2, 6, 16, 23, 31, 32, 33, 64, 67, 100, 131},
                   Rounds[] = {1, 4, 19};
  for (unsigned r = 0; r < sizeof Sides / sizeof *Sides; ++r)
    for (unsigned k = 0; k < sizeof Rounds / sizeof *Rounds; ++k) {
      check(Sides[r], Rounds[k], Own, Begin);
      check(Sides[r], Rounds[k], Own, Odd);
    }
  check(70, 530, Own, Begin);
  check(530, 20, Own, Odd);
  // What is written is read.
  static const int Same[] = {0, 0, 2}, Other[] = {0, 1, 0};
  check(40, 20, Same, Begin);
  check(40, 20, Other, Begin);
  printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
