// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CublasLongRows.cu - the peer of LongRows.cpp -----------------------===//
#include <chrono>
#include <cublas_v2.h>
#include <cuda_runtime.h>

/// Seconds of a call, with its data on the device; below 0: it has failed.
extern "C" double longrows(long N, long M, const float *From,
                           const float *Vector) {
  const int Calls = 8;
  const float One = 1, Zero = 0;
  float *A = nullptr, *X = nullptr, *Y = nullptr;
  cublasHandle_t Handle = nullptr;
  const auto Multiply = [&] {
    return cublasSgemv(Handle, CUBLAS_OP_T, (int)M, (int)N, &One, A, (int)M, X,
                       1, &Zero, Y, 1);
  };
  bool Works = cublasCreate(&Handle) == CUBLAS_STATUS_SUCCESS &&
               cudaMalloc(&A, N * M * sizeof(float)) == cudaSuccess &&
               cudaMalloc(&X, M * sizeof(float)) == cudaSuccess &&
               cudaMalloc(&Y, N * sizeof(float)) == cudaSuccess &&
               cudaMemcpy(A, From, N * M * sizeof(float),
                          cudaMemcpyHostToDevice) == cudaSuccess &&
               cudaMemcpy(X, Vector, M * sizeof(float),
                          cudaMemcpyHostToDevice) == cudaSuccess;
  double Least = 1e9;
  for (int Round = 0; Works && Round < 12; ++Round) {
    const auto Start = std::chrono::steady_clock::now();
    for (int Call = 0; Call < Calls; ++Call)
      Works &= Multiply() == CUBLAS_STATUS_SUCCESS;
    Works &= cudaDeviceSynchronize() == cudaSuccess;
    const std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    Least = Took.count() / Calls < Least ? Took.count() / Calls : Least;
  }
  cublasDestroy(Handle);
  cudaFree(A);
  cudaFree(X);
  cudaFree(Y);
  return Works ? Least : -1;
}
