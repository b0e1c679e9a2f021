// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PeersByHand.cu - what libraries do not have, in CUDA ---------------===//
//
// Grids have an item for each element; a transposed copy has tiles in shared
// memory; a row that is normalised has a block, and stays in registers.
// Covariances take their product from cuBLAS.
//
//===----------------------------------------------------------------------===//
#include "Peer.h"

#include <cstring>
#include <cublas_v2.h>

namespace {

__global__ void jacobi(int N, const float *A, float *Out) {
  const int J = blockIdx.x * blockDim.x + threadIdx.x + 1,
            I = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (I < N - 1 && J < N - 1)
    Out[(long)I * N + J] =
        0.2f *
        (A[(long)I * N + J] + A[(long)I * N + J - 1] + A[(long)I * N + J + 1] +
         A[(long)(I + 1) * N + J] + A[(long)(I - 1) * N + J]);
}

__global__ void heat(int N, const float *A, float *Out) {
  const int K = blockIdx.x * blockDim.x + threadIdx.x + 1,
            J = blockIdx.y * blockDim.y + threadIdx.y + 1,
            I = blockIdx.z * blockDim.z + threadIdx.z + 1;
  if (I >= N - 1 || J >= N - 1 || K >= N - 1)
    return;
  const long Row = N, Plane = Row * N, At = I * Plane + J * Row + K;
  Out[At] = 0.125f * (A[At + Plane] - 2.0f * A[At] + A[At - Plane]) +
            0.125f * (A[At + Row] - 2.0f * A[At] + A[At - Row]) +
            0.125f * (A[At + 1] - 2.0f * A[At] + A[At - 1]) + A[At];
}

__global__ void floyd(int N, int K, float *Out) {
  const int J = blockIdx.x * blockDim.x + threadIdx.x,
            I = blockIdx.y * blockDim.y + threadIdx.y;
  if (I >= N || J >= N)
    return;
  const float By = Out[(long)I * N + K] + Out[(long)K * N + J];
  if (By < Out[(long)I * N + J])
    Out[(long)I * N + J] = By;
}

__global__ void convolution(int N, const float *A, const float *B, float *Out) {
  const int J = blockIdx.x * blockDim.x + threadIdx.x + 2,
            I = blockIdx.y * blockDim.y + threadIdx.y + 2;
  if (I >= N - 2 || J >= N - 2)
    return;
  float Sum = 0;
#pragma unroll
  for (int P = -2; P <= 2; ++P)
#pragma unroll
    for (int Q = -2; Q <= 2; ++Q)
      Sum += B[(P + 2) * 5 + Q + 2] * A[(long)(I + P) * N + J + Q];
  Out[(long)I * N + J] = Sum;
}

__global__ void transposed(int N, const float *A, float *Out) {
  __shared__ float Tile[32][33];
  const int X = blockIdx.x * 32, Y = blockIdx.y * 32;
  for (int R = threadIdx.y; R < 32; R += 8)
    if (Y + R < N && X + threadIdx.x < N)
      Tile[R][threadIdx.x] = A[(long)(Y + R) * N + X + threadIdx.x];
  __syncthreads();
  for (int R = threadIdx.y; R < 32; R += 8)
    if (X + R < N && Y + threadIdx.x < N)
      Out[(long)(X + R) * N + Y + threadIdx.x] = Tile[threadIdx.x][R];
}

enum { Items = 256, Most = 4096 / Items };

/// What all items of a block have, added up or the greatest.
template <bool Greatest> __device__ float all(float Value) {
  __shared__ float Parts[Items / 32];
  for (int Distance = 16; Distance > 0; Distance /= 2) {
    const float Other = __shfl_xor_sync(0xffffffffu, Value, Distance);
    Value = Greatest ? fmaxf(Value, Other) : Value + Other;
  }
  if (threadIdx.x % 32 == 0)
    Parts[threadIdx.x / 32] = Value;
  __syncthreads();
  Value = Parts[0];
  for (int I = 1; I < Items / 32; ++I)
    Value = Greatest ? fmaxf(Value, Parts[I]) : Value + Parts[I];
  __syncthreads();
  return Value;
}

/// For rows of 4096 columns.
__global__ void softmax(const float *A, float *Out) {
  const float *const Row = A + (long)blockIdx.x * 4096;
  float Kept[Most], Greatest = -INFINITY, Sum = 0;
#pragma unroll
  for (int I = 0; I < Most; ++I)
    Greatest = fmaxf(Greatest, Kept[I] = Row[I * Items + threadIdx.x]);
  Greatest = all<true>(Greatest);
#pragma unroll
  for (int I = 0; I < Most; ++I)
    Sum += Kept[I] = expf(Kept[I] - Greatest);
  Sum = all<false>(Sum);
#pragma unroll
  for (int I = 0; I < Most; ++I)
    Out[(long)blockIdx.x * 4096 + I * Items + threadIdx.x] = Kept[I] / Sum;
}

__global__ void layernorm(const float *A, float *Out) {
  const float *const Row = A + (long)blockIdx.x * 4096;
  float Kept[Most], Sum = 0, Squares = 0;
#pragma unroll
  for (int I = 0; I < Most; ++I)
    Sum += Kept[I] = Row[I * Items + threadIdx.x];
  const float Mean = all<false>(Sum) / 4096;
#pragma unroll
  for (int I = 0; I < Most; ++I)
    Squares += (Kept[I] - Mean) * (Kept[I] - Mean);
  const float Scale = 1 / sqrtf(all<false>(Squares) / 4096 + 1e-5f);
#pragma unroll
  for (int I = 0; I < Most; ++I)
    Out[(long)blockIdx.x * 4096 + I * Items + threadIdx.x] =
        (Kept[I] - Mean) * Scale;
}

/// relu with a slope behind a product whose sums begin with a row.
__global__ void bent(int N, const float *Begin, float *Out) {
  const long At = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (At >= (long)N * N)
    return;
  const float Sum = Out[At] + Begin[At % N];
  Out[At] = Sum > 0 ? Sum : 0.01f * Sum;
}

/// A column's mean and, asked for, its deviation: blocks of 32 columns by 32.
__global__ void moments(int N, const float *A, float *Mean, float *Deviation) {
  __shared__ float Parts[32][33];
  const int J = blockIdx.x * 32 + threadIdx.x;
  const auto Added = [&](float Sum) {
    Parts[threadIdx.y][threadIdx.x] = Sum;
    __syncthreads();
    float Whole = 0;
    for (int I = 0; I < 32; ++I)
      Whole += Parts[I][threadIdx.x];
    __syncthreads();
    return Whole;
  };
  float Sum = 0;
  for (int I = threadIdx.y; J < N && I < N; I += 32)
    Sum += A[(long)I * N + J];
  const float Middle = Added(Sum) / N;
  float Squares = 0;
  for (int I = threadIdx.y; Deviation && J < N && I < N; I += 32)
    Squares += (A[(long)I * N + J] - Middle) * (A[(long)I * N + J] - Middle);
  const float Root = sqrtf(Added(Squares) / N);
  if (threadIdx.y || J >= N)
    return;
  Mean[J] = Middle;
  if (Deviation)
    Deviation[J] = Root <= 0.1f ? 1 : Root;
}

__global__ void centred(int N, const float *A, const float *Mean,
                        const float *Deviation, float *To) {
  const long At = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (At >= (long)N * N)
    return;
  const int J = int(At % N);
  To[At] = (A[At] - Mean[J]) / (Deviation ? sqrtf(N) * Deviation[J] : 1);
}

/// The other triangle, and ones in the diagonal where that is asked for.
__global__ void mirrored(int N, bool Ones, float *Out) {
  const int J = blockIdx.x * blockDim.x + threadIdx.x,
            I = blockIdx.y * blockDim.y + threadIdx.y;
  if (I < N && J < N && J > I)
    Out[(long)J * N + I] = Out[(long)I * N + J];
  if (Ones && I < N && I == J)
    Out[(long)I * N + J] = 1;
}

dim3 groups(long N, int Width = 32, int Height = 8) {
  return dim3(unsigned((N + Width - 1) / Width),
              unsigned((N + Height - 1) / Height));
}

unsigned groupsOf(long Elements) { return unsigned((Elements + 255) / 256); }

} // namespace

extern "C" double written_peer(const char *Name, const written_data *D) {
  const auto Is = [&](const char *Known) { return !std::strcmp(Name, Known); };
  Inputs Here(*D);
  const int N = int(D->n);
  const long Square = (long)N * N;
  const float *const A = Here.A.as<float>(), *const B = Here.B.as<float>();
  float *const Out = Here.Out.as<float>();
  const dim3 Items2(32, 8);
  const auto Time = [&](auto Launch) {
    return measured(*D, Here, [&] {
      Launch();
      return cudaGetLastError() == cudaSuccess;
    });
  };
  if (Is("jacobi"))
    return Time([&] { jacobi<<<groups(N - 2), Items2>>>(N, A, Out); });
  if (Is("heat"))
    return Time([&] {
      heat<<<dim3((N + 29) / 32, (N + 5) / 8, N - 2), Items2>>>(N, A, Out);
    });
  if (Is("floyd"))
    return Time([&] { floyd<<<groups(N), Items2>>>(N, N / 2, Out); });
  if (Is("convolution"))
    return Time([&] { convolution<<<groups(N - 4), Items2>>>(N, A, B, Out); });
  if (Is("transposed"))
    return Time([&] { transposed<<<groups(N, 32, 32), Items2>>>(N, A, Out); });
  if (D->m == 4096 && (Is("softmax") || Is("softmax_freely")))
    return Time([&] { softmax<<<N, Items>>>(A, Out); });
  if (D->m == 4096 && (Is("layernorm") || Is("layernorm_freely")))
    return Time([&] { layernorm<<<N, Items>>>(A, Out); });
  const bool Correlation = Is("correlation"), Layer = Is("product_layer");
  if (!Correlation && !Layer && !Is("covariance"))
    return -1;
  cublasHandle_t By = nullptr;
  if (cublasCreate(&By) != CUBLAS_STATUS_SUCCESS)
    return -1;
  const float One = 1, Zero = 0, Part = Correlation ? 1 : 1 / float(N - 1);
  float *const Data = Out + Square, *const Mean = Data + Square,
               *const Deviation = Correlation ? Mean + N : nullptr;
  const double Took = Time([&] {
    if (Layer) {
      cublasSgemm(By, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &One, B, N, A, N,
                  &Zero, Out, N);
      bent<<<groupsOf(Square), 256>>>(N, B, Out);
      return;
    }
    moments<<<(N + 31) / 32, dim3(32, 32)>>>(N, A, Mean, Deviation);
    centred<<<groupsOf(Square), 256>>>(N, A, Mean, Deviation, Data);
    cublasSsyrk(By, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, N, N, &Part, Data, N,
                &Zero, Out, N);
    mirrored<<<groups(N), Items2>>>(N, Correlation, Out);
  });
  cublasDestroy(By);
  return Took;
}
