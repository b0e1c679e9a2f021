// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Phases.cpp - loops that a device runs as several kernels -----------===//
//
// twofold_phases [length]: PolyBench's atax and bicg, mvt as one loop, and
// columns without their means, of a square matrix of floats; milliseconds of a
// call, the least of some, data where the calls before have left it. Each
// result is compared with the serial program's, bit by bit, of a smaller
// matrix; the program ends with 1 where one differs, which threads' sums may
// do. Two calls of cuBLAS' gemv, along rows and along columns, are timed by
// libtwofold_cublas_phases.so beside the program, where that was built.
//
//===----------------------------------------------------------------------===//
#include "Rounds.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <twofold/twofold.hpp>

/// Each loop with the annotation and without it.
#define LOOPS(name, annotation)                                                \
  static void atax##name(int N, const float *A, const float *X, float *Y,      \
                         float *T) {                                           \
    annotation for (int I = 0; I < N; ++I) {                                   \
      T[I] = 0;                                                                \
      for (int J = 0; J < N; ++J)                                              \
        T[I] = T[I] + A[(long)I * N + J] * X[J];                               \
      for (int J = 0; J < N; ++J)                                              \
        Y[J] = Y[J] + A[(long)I * N + J] * T[I];                               \
    }                                                                          \
  }                                                                            \
  static void bicg##name(int N, const float *A, const float *X, float *Y,      \
                         float *T) {                                           \
    annotation for (int I = 0; I < N; ++I) {                                   \
      T[I] = 0;                                                                \
      for (int J = 0; J < N; ++J) {                                            \
        Y[J] = Y[J] + X[I] * A[(long)I * N + J];                               \
        T[I] = T[I] + A[(long)I * N + J] * X[J];                               \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static void mvt##name(int N, const float *A, const float *X, float *Y,       \
                        float *T) {                                            \
    annotation for (int I = 0; I < N; ++I) {                                   \
      for (int J = 0; J < N; ++J)                                              \
        T[I] = T[I] + A[(long)I * N + J] * X[J];                               \
      for (int J = 0; J < N; ++J)                                              \
        Y[I] = Y[I] + A[(long)J * N + I] * X[J];                               \
    }                                                                          \
  }                                                                            \
  static void centred##name(int N, const float *From, const float *, float *Y, \
                            float *A) {                                        \
    annotation for (int J = 0; J < N; ++J) {                                   \
      Y[J] = 0;                                                                \
      for (int I = 0; I < N; ++I)                                              \
        Y[J] += From[(long)I * N + J];                                         \
      Y[J] /= (float)N;                                                        \
      for (int I = 0; I < N; ++I)                                              \
        A[(long)I * N + J] = From[(long)I * N + J] - Y[J];                     \
    }                                                                          \
  }

LOOPS(Serial, )
LOOPS(Twofold, _Pragma("twofold parallel for"))

using Run = void(int, const float *, const float *, float *, float *);
static constexpr struct {
  const char *Name;
  Run *Serial, *Twofold;
} Loops[] = {{"atax", ataxSerial, ataxTwofold},
             {"bicg", bicgSerial, bicgTwofold},
             {"mvt in one loop", mvtSerial, mvtTwofold},
             {"centred columns", centredSerial, centredTwofold}};

static void fill(long N, float *Y, float *T) {
  std::memset(T, 0, N * N * sizeof *T);
  for (long I = 0; I < N; ++I)
    Y[I] = float(I % 7);
}

static double least(Run *Timed, int N, const float *A, const float *X, float *Y,
                    float *T) {
  return leastOfCalls([&] { Timed(N, A, X, Y, T); }, Y) * 1e3;
}

int main(int Count, char **Args) {
  const int N = Count > 1 ? std::atoi(Args[1]) : 16384,
            Some = std::min(N, 1500);
  const long Elements = (long)N * N;
  auto Allocate = [](long Number) {
    return static_cast<float *>(twofold_alloc(Number * sizeof(float)));
  };
  float *const A = Allocate(Elements), *const X = Allocate(N),
               *const Y = Allocate(N), *const T = Allocate(Elements),
               *const Sums = Allocate(N), *const Others = Allocate(Elements);
  for (long I = 0; I < Elements; ++I)
    A[I] = float(I * 37 % 101) / 17 - 2;
  for (long I = 0; I < N; ++I)
    X[I] = float(I * 13 % 31) / 11 - 1;

  using Timer = double (*)(long, const float *, const float *);
  void *const Cublas = dlopen("libtwofold_cublas_phases.so", RTLD_NOW);
  const auto Time =
      Cublas ? reinterpret_cast<Timer>(dlsym(Cublas, "phases")) : nullptr;
  const double Theirs = Time ? Time(N, A, X) * 1e3 : 0;
  bool Same = true;
  for (const auto &Loop : Loops) {
    fill(Some, Y, T);
    fill(Some, Sums, Others);
    Loop.Serial(Some, A, X, Y, T);
    Loop.Twofold(Some, A, X, Sums, Others);
    const bool Here = !std::memcmp(Y, Sums, Some * sizeof *Y) &&
                      !std::memcmp(T, Others, (long)Some * Some * sizeof *T);
    Same &= Here;
    fill(N, Sums, Others);
    const double Took = least(Loop.Twofold, N, A, X, Sums, Others);
    std::printf("%-16s %d x %d: %9.4f ms", Loop.Name, N, N, Took);
    if (Theirs > 0)
      std::printf(", %.2f of cuBLAS' %.4f ms", Took / Theirs, Theirs);
    std::printf("%s\n", Here ? "" : "; bits differ from the serial program's");
  }
  return Same ? 0 : 1;
}
