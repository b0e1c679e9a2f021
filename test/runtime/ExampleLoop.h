// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExampleLoop.h - one loop that uses everything, in both variants ----===//
//
//   for (i = 0; i < n; ++i) {
//     y[i] = a * x[i] + y[i];       // read and covered
//     w[i] = x[i] + 1;              // covered
//     if (i % 3 == 0) z[i] = y[i];  // partly written
//     sum += y[i];                  // reduction
//     last = i;                     // last value
//   }
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_TEST_RUNTIME_EXAMPLELOOP_H
#define TWOFOLD_TEST_RUNTIME_EXAMPLELOOP_H

#include "SiteBuilder.h"
#include "fake/FakeDevice.h"

#include <gtest/gtest.h>

#include <vector>

namespace twofold::test {

/// Array: of its elements, as std::vector.
template <typename Array> class ExampleLoopOf {
  // Entries of args.
  enum { X = 1, Y, W, Z, A, Sum, Last };

public:
  SiteBuilder B;
  Array x, y, w, z;
  int64_t a = 3, sum = 7;
  uint64_t last = 99;

  explicit ExampleLoopOf(uint64_t N, bool WithKernel = true)
      : x(N), y(N), w(N, -1), z(N, -2) {
    for (uint64_t I = 0; I < N; ++I) {
      x[I] = int64_t(I * I % 101);
      y[I] = int64_t(I % 17);
    }
    constexpr uint32_t R = TWOFOLD_ACCESS_READ, W_ = TWOFOLD_ACCESS_WRITE,
                       Always = TWOFOLD_ACCESS_ALWAYS;
    int I = B.dim(0, 1, N);
    int64_t Bytes = int64_t(N) * 8;
    uint32_t BX = B.base(x.data(), "x"), BY = B.base(y.data(), "y"),
             BW = B.base(w.data(), "w"), BZ = B.base(z.data(), "z", Bytes);
    B.access(BX, 8, R | Always, {{8, I}});
    B.access(BY, 8, R | W_ | Always, {{8, I}});
    B.access(BW, 8, W_ | Always, {{8, I}});
    B.access(BZ, 8, W_, {{8, I}});
    B.input(B.arg(&a), 8);
    uint32_t RS = B.result(&sum, 8, TWOFOLD_RESULT_REDUCTION),
             RL = B.result(&last, 8, TWOFOLD_RESULT_LAST);
    if (WithKernel) {
      B.kernel("example", 1, TWOFOLD_KERNEL_LINEAR);
      for (uint32_t Base : {BX, BY, BW, BZ})
        B.kernelArg(TWOFOLD_ARG_BUFFER, Base);
      B.kernelArg(TWOFOLD_ARG_SCALAR, A, 8);
      B.kernelArg(TWOFOLD_ARG_TRIPS, 0, 8);
      B.kernelArg(TWOFOLD_ARG_ITEM_STEP, 0, 8);
      B.kernelArg(TWOFOLD_ARG_STRIDE, 0, 8);
      B.kernelArg(TWOFOLD_ARG_ITEM_TRIPS, 0, 8);
      B.kernelArg(TWOFOLD_ARG_PARTIAL, RS, 8);
      B.kernelArg(TWOFOLD_ARG_LOCAL, RS, 8);
      B.kernelArg(TWOFOLD_ARG_LAST, RL, 8);
      B.kernelArg(TWOFOLD_ARG_LOWER, 0, 8);
    }
    B.site().flags |= TWOFOLD_SITE_REPEATABLE;
    B.site().native = native;
    B.site().identity = [](void **Args) {
      *static_cast<int64_t *>(Args[Sum]) = 0;
    };
    B.site().combine = [](void **Into, void **From) {
      *static_cast<int64_t *>(Into[Sum]) += *static_cast<int64_t *>(From[Sum]);
    };
  }

  static void body(uint64_t I, int64_t A, const int64_t *X, int64_t *Y,
                   int64_t *W, int64_t *Z, int64_t &Sum) {
    Y[I] = A * X[I] + Y[I];
    W[I] = X[I] + 1;
    if (I % 3 == 0)
      Z[I] = Y[I];
    Sum += Y[I];
  }

  static void native(void **Args, uint64_t Lo, uint64_t Hi) {
    auto P = [&](int Arg) { return *static_cast<int64_t **>(Args[Arg]); };
    const twofold_dim &Dim = *static_cast<twofold_dim *>(Args[0]);
    for (uint64_t K = Lo; K < Hi; ++K) {
      uint64_t I = uint64_t(Dim.lower) + K;
      body(I, *static_cast<int64_t *>(Args[A]), P(X), P(Y), P(W), P(Z),
           *static_cast<int64_t *>(Args[Sum]));
      if (K + 1 == Dim.trips)
        *static_cast<uint64_t *>(Args[Last]) = I;
    }
  }

  static void kernel(const NdRange &Range, const std::vector<char *> &Args) {
    auto Number = [&](int Arg) {
      uint64_t Out;
      std::memcpy(&Out, Args[Arg], 8);
      return Out;
    };
    auto P = [&](int Arg) {
      return reinterpret_cast<int64_t *>(Args[Arg] + int64_t(Number(Arg + 1)));
    };
    uint64_t N = Number(9), Step = Number(10), Stride = Number(11),
             Trips = Number(12);
    auto *Partial = reinterpret_cast<int64_t *>(Args[13]);
    uint64_t Groups = Range.Global[0] / Range.Local[0];
    for (uint64_t G = 0; G < Groups; ++G) {
      Partial[G] = 0;
      for (uint64_t T = 0; T < Range.Local[0]; ++T)
        for (uint64_t K = 0; K < Trips; ++K) {
          uint64_t I = (G * Range.Local[0] + T) * Step + K * Stride;
          if (I >= N)
            break;
          uint64_t Value = Number(16) + I;
          body(Value, int64_t(Number(8)), P(0), P(2), P(4), P(6), Partial[G]);
          if (I + 1 == N)
            std::memcpy(Args[15], &Value, 8);
        }
    }
  }

  /// As after Calls calls of the loop, run serially.
  void expectResults(unsigned Calls) const {
    ExampleLoopOf Reference(x.size(), false);
    for (unsigned C = 0; C < Calls; ++C)
      native(Reference.B.launch().args, 0, x.size());
    EXPECT_EQ(x, Reference.x);
    EXPECT_EQ(y, Reference.y);
    EXPECT_EQ(w, Reference.w);
    EXPECT_EQ(z, Reference.z);
    EXPECT_EQ(sum, Reference.sum);
    EXPECT_EQ(last, Reference.last);
  }
};
using ExampleLoop = ExampleLoopOf<std::vector<int64_t>>;

} // namespace twofold::test

#endif
