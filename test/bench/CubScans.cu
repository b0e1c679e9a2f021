// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CubScans.cu - the peers of Scans.cpp -------------------------------===//
#include <chrono>
#include <cub/device/device_scan.cuh>

/// Seconds of a call, with its data on the device; below 0: it has failed.
template <class T>
static double time(const void *From, size_t Count, int Calls) {
  T *X = nullptr, *Y = nullptr;
  void *Room = nullptr;
  size_t RoomBytes = 0;
  const auto Scan = [&] {
    return cub::DeviceScan::InclusiveSum(Room, RoomBytes, X, Y, Count);
  };
  bool Works = cudaMalloc(&X, Count * sizeof(T)) == cudaSuccess &&
               cudaMalloc(&Y, Count * sizeof(T)) == cudaSuccess &&
               Scan() == cudaSuccess &&
               cudaMalloc(&Room, RoomBytes) == cudaSuccess &&
               cudaMemcpy(X, From, Count * sizeof(T), cudaMemcpyHostToDevice) ==
                   cudaSuccess;
  double Least = 1e9;
  for (int Round = 0; Works && Round < 12; ++Round) {
    const auto Start = std::chrono::steady_clock::now();
    for (int Call = 0; Call < Calls; ++Call)
      Works &= Scan() == cudaSuccess;
    Works &= cudaDeviceSynchronize() == cudaSuccess;
    const std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    Least = Took.count() / Calls < Least ? Took.count() / Calls : Least;
  }
  cudaFree(X);
  cudaFree(Y);
  cudaFree(Room);
  return Works ? Least : -1;
}

#define TIMER(Name, Type)                                                      \
  extern "C" double Name(const void *From, size_t Count, int Calls) {          \
    return time<Type>(From, Count, Calls);                                     \
  }
TIMER(scans_of_int, int)
TIMER(scans_of_float, float)
TIMER(scans_of_double, double)
