// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Cuda.h - what the programs by hand in CUDA share -------------------===//
#ifndef TWOFOLD_BENCH_CUDA_H
#define TWOFOLD_BENCH_CUDA_H

#define CUDA(CALL)                                                             \
  do {                                                                         \
    cudaError_t Status = (CALL);                                               \
    if (Status != cudaSuccess) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                       \
              cudaGetErrorString(Status));                                     \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/// A kernel over Count items, 256 a group.
#define LAUNCH(KERNEL, COUNT, ...)                                             \
  (++program_gpu, KERNEL<<<unsigned(((COUNT) + 255) / 256), 256>>>(__VA_ARGS__))
/// The same over a grid of groups of 32 x 8.
#define LAUNCH2(KERNEL, WIDTH, HEIGHT, ...)                                    \
  (++program_gpu,                                                              \
   KERNEL<<<dim3(unsigned(((WIDTH) + 31) / 32), unsigned(((HEIGHT) + 7) / 8)), \
            dim3(32, 8)>>>(__VA_ARGS__))

/// The number of this item in LAUNCH.
#define ITEM ((long)blockIdx.x * blockDim.x + threadIdx.x)
/// Those in LAUNCH2.
#define ITEM_X (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define ITEM_Y (int)(blockIdx.y * blockDim.y + threadIdx.y)

template <typename T> T *deviceArray(size_t Count) {
  T *Memory;
  CUDA(cudaMalloc(&Memory, Count * sizeof(T)));
  return Memory;
}

template <typename T> void upload(T *To, const T *From, size_t Count) {
  CUDA(cudaMemcpy(To, From, Count * sizeof(T), cudaMemcpyHostToDevice));
  program_bytes += Count * sizeof(T);
}

template <typename T> void download(T *To, const T *From, size_t Count) {
  CUDA(cudaGetLastError());
  CUDA(cudaMemcpy(To, From, Count * sizeof(T), cudaMemcpyDeviceToHost));
  program_bytes += Count * sizeof(T);
}

template <typename T> T *uploaded(const T *From, size_t Count) {
  T *Memory = deviceArray<T>(Count);
  upload(Memory, From, Count);
  return Memory;
}

/// Adds the values of a group's 256 items to *To.
__device__ inline void addAll(double Value, double *To) {
  __shared__ double Parts[8];
  for (int Distance = 16; Distance > 0; Distance /= 2)
    Value += __shfl_down_sync(0xffffffffu, Value, Distance);
  if (threadIdx.x % 32 == 0)
    Parts[threadIdx.x / 32] = Value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int I = 1; I < 8; ++I)
      Value += Parts[I];
    atomicAdd(To, Value);
  }
}

/// Array that the host reads and writes and a device copies quickly.
template <typename T> T *pinnedArray(size_t Count) {
  T *Memory;
  CUDA(cudaMallocHost(&Memory, Count * sizeof(T)));
  return Memory;
}

#endif
