// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LongRows.cpp - products of few long rows beside cuBLAS' ------------===//
//
// twofold_longrows [elements]: y = A x for matrices of so many elements, of few
// rows and of many; the least time of some calls, data where the calls before
// have left it. cuBLAS' are timed by libtwofold_cublas_longrows.so beside the
// program, where that was built. Results are compared first.
//
//===----------------------------------------------------------------------===//
#include "Rounds.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <twofold/twofold.hpp>

static double least(void (*Run)(long, long, const float *, const float *,
                                float *),
                    long N, long M, const float *A, const float *X, float *Y) {
  return leastOfCalls([&] { Run(N, M, A, X, Y); }, Y);
}

static void parts(long N, long M, const float *A, const float *X, float *Y) {
#pragma twofold parallel for
  for (long I = 0; I < N; ++I) {
    float Sum = 0;
#pragma twofold parallel for reduction(+ : Sum)
    for (long J = 0; J < M; ++J)
      Sum += A[I * M + J] * X[J];
    Y[I] = Sum;
  }
}

static void ordered(long N, long M, const float *A, const float *X, float *Y) {
#pragma twofold parallel for
  for (long I = 0; I < N; ++I) {
    float Sum = 0;
    for (long J = 0; J < M; ++J)
      Sum += A[I * M + J] * X[J];
    Y[I] = Sum;
  }
}

int main(int Count, char **Args) {
  const long Elements = Count > 1 ? std::atol(Args[1]) : 256l << 20;
  auto *A = static_cast<float *>(twofold_alloc(Elements * sizeof(float))),
       *X = static_cast<float *>(twofold_alloc(Elements * sizeof(float))),
       *Y = static_cast<float *>(twofold_alloc(Elements * sizeof(float)));
  for (long I = 0; I < Elements; ++I) {
    A[I] = float(I % 7) - 3;
    X[I] = float(I % 5) - 2;
  }
  using Timer = double (*)(long, long, const float *, const float *);
  void *const Cublas = dlopen("libtwofold_cublas_longrows.so", RTLD_NOW);
  const auto Time =
      Cublas ? reinterpret_cast<Timer>(dlsym(Cublas, "longrows")) : nullptr;
  for (long N : {1, 8, 64, 256, 1024, 16384}) {
    const long M = Elements / N;
    double Worst = 0;
    for (auto *Run : {parts, ordered}) {
      if (Run == ordered && N < 64)
        continue; // one chain of additions, many seconds
      Run(N, M, A, X, Y);
      for (long I = 0; I < std::min(N, 8l); ++I) {
        double Sum = 0;
        for (long J = 0; J < M; ++J)
          Sum += double(A[I * M + J]) * X[J];
        Worst = std::max(Worst, std::abs(Y[I] - Sum) / (1 + std::abs(Sum)));
      }
    }
    const double Parts = least(parts, N, M, A, X, Y);
    const double Ordered = N < 64 ? 0 : least(ordered, N, M, A, X, Y);
    std::printf("%6ld rows of %10ld: in parts %9.4f ms, in order %9.4f ms", N,
                M, Parts * 1e3, Ordered * 1e3);
    if (Time) {
      const double Theirs = Time(N, M, A, X);
      std::printf(", cuBLAS %9.4f ms, %.2f and %.2f times it", Theirs * 1e3,
                  Parts / Theirs, Ordered / Theirs);
    }
    std::printf("; differs by %.1e\n", Worst);
  }
}
