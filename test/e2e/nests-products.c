// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products compute the same bits whatever loop stands outside, for odd shapes
// and where what is written is also read.
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -DROWS %s -o %t %runtime_flags -lm && env TWOFOLD_DEVICE=native %t && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t && env OMP_NUM_THREADS=3 TWOFOLD_INLINE_OPS=0 TWOFOLD_DEVICE=native %t
// RUN: %clang %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -DT=double -ffp-contract=off -fsanitize=undefined -fno-sanitize-recover %s -o %t %runtime_flags -lm && env TWOFOLD_DEVICE=native %t
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef T
#define T float
#endif

// c is n by m, l are the rounds.
#ifdef ROWS
#define ARRAY T(*c)[m] = (T(*)[m])first
#define AT(I, J) c[I][J]
#else
#define ARRAY T *c = first
#define AT(I, J) c[(I) * m + J]
#endif
#define C AT(i, j)
#define KERNEL(Name, ...)                                                      \
  static void Name(int n, int m, int l, T *first, const T *a, const T *b) {    \
    ARRAY;                                                                     \
    __VA_ARGS__                                                                \
  }
static int Pitch; // of rows, in two kernels
#define EACH(V, N) for (int V = 0; V < N; ++V)
#define KERNELS(V, P, COLLAPSED)                                               \
  KERNEL(                                                                      \
      ikj##V, P EACH(i, n) {                                                   \
        EACH(j, m) C = 0;                                                      \
        EACH(k, l) EACH(j, m) C += a[i * l + k] * b[k * m + j];                \
      })                                                                       \
  KERNEL(bare##V,                                                              \
         P EACH(i, n) EACH(k, l) EACH(j, m) C += a[k * n + i] * b[j * l + k];) \
  KERNEL(                                                                      \
      minus##V, P EACH(i, n) EACH(k, l) {                                      \
        const T f = (T)0.3 * a[i * l + k];                                     \
        EACH(j, m) C -= f * b[k * m + j];                                      \
      })                                                                       \
  KERNEL(                                                                      \
      between##V, P EACH(i, n) {                                               \
        int j, k;                                                              \
        for (j = 0; j < m; j++)                                                \
          C *= (T)0.5;                                                         \
        for (k = 0; k < l; k++)                                                \
          for (j = 0; j < m; j++)                                              \
            C = C - a[i * l + k] * b[k * m + j];                               \
        EACH(j, m) if (C > 1) C = 1;                                           \
      })                                                                       \
  KERNEL(                                                                      \
      jik##V, P EACH(j, m) EACH(i, n) {                                        \
        T s = 1;                                                               \
        EACH(k, l) s += (T)0.7 * a[i * l + k] * b[k * m + j];                  \
        C = s;                                                                 \
      })                                                                       \
  KERNEL(                                                                      \
      jikInPlace##V, P EACH(j, m) EACH(i, n) {                                 \
        C *= (T)0.25;                                                          \
        EACH(k, l) C += a[k * n + i] * b[j * l + k];                           \
      })                                                                       \
  KERNEL(                                                                      \
      jikSum##V, P EACH(j, m) EACH(i, n) {                                     \
        T s = C;                                                               \
        EACH(k, l) s -= a[k * n + i] * b[j * l + k];                           \
        C = s * (T)0.5;                                                        \
      })                                                                       \
  KERNEL(                                                                      \
      jki##V, P EACH(j, m) {                                                   \
        EACH(i, n) C = 2;                                                      \
        EACH(k, l) {                                                           \
          T f = b[k * m + j];                                                  \
          EACH(i, n) C += a[i * l + k] * f;                                    \
        }                                                                      \
      })                                                                       \
  KERNEL(                                                                      \
      jkiTurned##V, P EACH(j, m) EACH(k, l) {                                  \
        T f = (T)0.3 * b[k * m + j];                                           \
        EACH(i, n) C += f * a[i * l + k];                                      \
      })                                                                       \
  KERNEL(                                                                      \
      layer##V, P EACH(i, n) EACH(j, m) {                                      \
        T s = b[j];                                                            \
        EACH(k, l) s += a[i * l + k] * b[k * m + j];                           \
        C = 1 / (1 + exp(-s));                                                 \
      })                                                                       \
  KERNEL(                                                                      \
      collapsed##V, COLLAPSED EACH(i, n) EACH(j, m) {                          \
        T s = (T)0.5;                                                          \
        EACH(k, l) s += a[i * l + k] * b[k * m + j];                           \
        C = s;                                                                 \
      })                                                                       \
  KERNEL(                                                                      \
      collapsedInPlace##V, COLLAPSED EACH(i, n) EACH(j, m) {                   \
        C *= (T)0.5;                                                           \
        EACH(k, l) C += a[k * n + i] * b[j * l + k];                           \
      })                                                                       \
  KERNEL(                                                                      \
      inclusive##V, P EACH(i, n) EACH(j, m) {                                  \
        T s = 0;                                                               \
        for (int k = 0; k <= l - 1; ++k)                                       \
          s += a[i * l + k] * b[k * m + j];                                    \
        C = s;                                                                 \
      })                                                                       \
  /* Rows may be longer than what is computed of them. */                      \
  KERNEL(pitched##V, const int ld = Pitch; P EACH(i, n) EACH(k, l) EACH(j, m)  \
                                               first[i * ld + j] +=            \
                                           a[i * l + k] * b[k * m + j];)       \
  KERNEL(pitchedRounds##V, const int ld = Pitch;                               \
         P EACH(i, n) EACH(j, m) EACH(k, l) first[i * ld + j] -=               \
         a[k * n + i] * b[j * l + k];)                                         \
  /* What looks alike and is not. */                                           \
  KERNEL(                                                                      \
      last##V, P EACH(i, n) {                                                  \
        T f;                                                                   \
        EACH(j, m) {                                                           \
          f = C;                                                               \
          C = f * 2;                                                           \
        }                                                                      \
        EACH(k, l) EACH(j, m) C += a[i * l + k] * b[k * m + j];                \
        EACH(j, m) C -= f;                                                     \
      })                                                                       \
  KERNEL(                                                                      \
      grows##V, P EACH(i, n) EACH(k, l) {                                      \
        T f = a[i * l + k];                                                    \
        EACH(j, m) {                                                           \
          C += f * b[k * m + j];                                               \
          f += 1;                                                              \
        }                                                                      \
      })                                                                       \
  KERNEL(                                                                      \
      shorter##V, P EACH(i, n) {                                               \
        EACH(j, m - 1) C = 0;                                                  \
        EACH(k, l) EACH(j, m) C += a[i * l + k] * b[k * m + j];                \
      })                                                                       \
  KERNEL(                                                                      \
      far##V, P EACH(i, n) {                                                   \
        int j, k, e;                                                           \
        for (e = 0; e < m; e++)                                                \
          AT(i, e) = 0;                                                        \
        for (k = 0; k < l; k++)                                                \
          for (j = 0; j < m; j++)                                              \
            C += a[i * l + k] * b[k * m + j];                                  \
        for (j = 0; j < m; j++)                                                \
          C += (T)e;                                                           \
      })
#define PARALLEL _Pragma("twofold parallel for")
#define COLLAPSED _Pragma("twofold parallel for collapse(2)")
KERNELS(Native, PARALLEL, COLLAPSED)
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
} Kernels[] = {BOTH(ikj),        BOTH(bare),
               BOTH(minus),      BOTH(between),
               BOTH(jik),        BOTH(jki),
               BOTH(jikInPlace), BOTH(jikSum),
               BOTH(jkiTurned),  BOTH(last),
               BOTH(grows),      BOTH(shorter),
               BOTH(far),        BOTH(layer),
               BOTH(collapsed),  BOTH(collapsedInPlace),
               BOTH(pitched),    BOTH(pitchedRounds),
               BOTH(inclusive)};

// The arrays begin so many elements into the memory of that number.
static void check(int n, int m, int l, const int Array[3], const int At[3]) {
  Pitch = m + 3;
  for (unsigned K = 0; K < sizeof Kernels / sizeof *Kernels; ++K) {
    for (int A = 0; A < 3; ++A)
      for (size_t E = 0; E < Size; ++E)
        Memory[A][0][E] = Memory[A][1][E] = value();
    for (int V = 0; V < 2; ++V)
      Kernels[K].Run[V](n, m, l, Memory[Array[0]][V] + At[0],
                        Memory[Array[1]][V] + At[1],
                        Memory[Array[2]][V] + At[2]);
    for (int A = 0; A < 3; ++A)
      if (memcmp(Memory[A][0], Memory[A][1], Size * sizeof(T)))
        printf("%s differs: %d %d %d\n", Kernels[K].Name, n, m, l), ++Wrong;
  }
}

int main(void) {
  for (int A = 0; A < 3; ++A)
    for (int V = 0; V < 2; ++V)
      Memory[A][V] = (T *)malloc(100000 * sizeof(T));
  static const int Own[] = {0, 1, 2}, Begin[] = {0, 0, 0}, Odd[] = {1, 3, 5};
  static const int Sides[] = {1, 6, 16, 17, 64, 67}, Rounds[] = {1, 4, 19};
  for (unsigned r = 0; r < sizeof Sides / sizeof *Sides; ++r)
    for (unsigned c = 0; c < sizeof Sides / sizeof *Sides; ++c)
      for (unsigned k = 0; k < sizeof Rounds / sizeof *Rounds; ++k) {
        const int n = Sides[r], m = Sides[c], l = Rounds[k];
        Size = (size_t)(n + 1) * (m + 9) + (size_t)(n + m) * (l + 1);
        check(n, m, l, Own, Begin);
        check(n, m, l, Own, Odd);
      }
  Size = 90000;
  for (int n = 2; n < 40; n += 7) // pieces of rows
    check(n, 100 - 3 * n, 40, Own, Begin);
  check(7, 530, 33, Own, Begin);
  check(230, 30, 7, Own, Begin);
  check(20, 18, 513, Own, Begin);
  // What is written is read, by the same or by other iterations.
  static const int Same[] = {0, 0, 2}, Other[] = {0, 1, 0};
  static const int Ahead[] = {400, 0, 0}, Behind[] = {0, 399, 399},
                   Apart[] = {0, 400, 400};
  check(20, 20, 20, Same, Begin);
  check(20, 20, 20, Other, Begin);
  check(20, 20, 20, Same, Ahead);
  check(20, 20, 20, Same, Behind);
  check(20, 20, 20, Other, Behind);
  check(20, 20, 20, Other, Apart);
  printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
