// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Peer.h - how peers of the written loops are measured ---------------===//
#ifndef TEST_BENCH_WRITTEN_PEER_H
#define TEST_BENCH_WRITTEN_PEER_H

#include "Written.h"

#include <chrono>
#include <cuda_runtime.h>

/// Memory of the device, filled from the host's where there is some.
class Room {
  void *Memory = nullptr;
  size_t Bytes = 0;

public:
  explicit Room(size_t Bytes, const void *From = nullptr) : Bytes(Bytes) {
    if (cudaMalloc(&Memory, Bytes ? Bytes : 1) != cudaSuccess)
      Memory = nullptr;
    else if (From && Bytes)
      cudaMemcpy(Memory, From, Bytes, cudaMemcpyHostToDevice);
  }
  Room(const Room &) = delete;
  ~Room() { cudaFree(Memory); }
  void refill(const void *From) {
    cudaMemcpy(Memory, From, Bytes, cudaMemcpyHostToDevice);
  }
  template <class T> T *as() const { return static_cast<T *>(Memory); }
};

/// A loop's arrays on the device.
struct Inputs {
  long N, M;
  Room A, B, Out;
  explicit Inputs(const written_data &D)
      : N(D.n), M(D.m), A(D.a_bytes, D.a), B(D.b_bytes, D.b),
        Out(D.out_bytes, D.out) {}
};

/// Computes the data's results once by Call, and tells the seconds of a call,
/// the least of twelve rounds of eight, or of fewer where calls are long. Call
/// launches what it has to and gives whether that has worked.
template <class Function>
double measured(const written_data &D, Inputs &Here, Function Call) {
  bool Works = Call() && cudaDeviceSynchronize() == cudaSuccess &&
               cudaMemcpy(D.out, Here.Out.as<void>(), D.out_bytes,
                          cudaMemcpyDeviceToHost) == cudaSuccess;
  double Least = 1e9;
  for (int Round = 0; Works && Round < 12; ++Round) {
    const auto Start = std::chrono::steady_clock::now();
    for (int I = 0; I < 8; ++I)
      Works &= Call();
    Works &= cudaDeviceSynchronize() == cudaSuccess;
    const std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    Least = Took.count() / 8 < Least ? Took.count() / 8 : Least;
  }
  return Works ? Least : -1;
}

#endif
