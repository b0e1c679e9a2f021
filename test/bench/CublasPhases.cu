// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CublasPhases.cu - the peer of Phases.cpp ---------------------------===//
#include <chrono>
#include <cublas_v2.h>
#include <cuda_runtime.h>

/// Seconds of a product along rows and one along columns, with their data on
/// the device; below 0: they have failed.
extern "C" double phases(long N, const float *From, const float *Vector) {
  const int Calls = 8;
  const float One = 1, Zero = 0;
  float *A = nullptr, *X = nullptr, *Y = nullptr, *T = nullptr;
  cublasHandle_t Handle = nullptr;
  const auto Multiply = [&](cublasOperation_t How, float *By, float *To) {
    return cublasSgemv(Handle, How, (int)N, (int)N, &One, A, (int)N, By, 1,
                       &Zero, To, 1) == CUBLAS_STATUS_SUCCESS;
  };
  bool Works = cublasCreate(&Handle) == CUBLAS_STATUS_SUCCESS &&
               cudaMalloc(&A, N * N * sizeof(float)) == cudaSuccess &&
               cudaMalloc(&X, N * sizeof(float)) == cudaSuccess &&
               cudaMalloc(&Y, N * sizeof(float)) == cudaSuccess &&
               cudaMalloc(&T, N * sizeof(float)) == cudaSuccess &&
               cudaMemcpy(A, From, N * N * sizeof(float),
                          cudaMemcpyHostToDevice) == cudaSuccess &&
               cudaMemcpy(X, Vector, N * sizeof(float),
                          cudaMemcpyHostToDevice) == cudaSuccess;
  double Least = 1e9;
  for (int Round = 0; Works && Round < 12; ++Round) {
    const auto Start = std::chrono::steady_clock::now();
    for (int Call = 0; Call < Calls; ++Call)
      Works &= Multiply(CUBLAS_OP_T, X, T) && Multiply(CUBLAS_OP_N, T, Y);
    Works &= cudaDeviceSynchronize() == cudaSuccess;
    const std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    Least = Took.count() / Calls < Least ? Took.count() / Calls : Least;
  }
  cublasDestroy(Handle);
  cudaFree(A);
  cudaFree(X);
  cudaFree(Y);
  cudaFree(T);
  return Works ? Least : -1;
}
