/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- KMeans.c - points, and the centres of their clusters ---------------===*\
|*
|* k-means [POINTS] [STEPS]: one loop assigns and sums; the host divides.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

enum { Dims = 6, Clusters = 20, Sums = Dims * Clusters };

static void divide(const float *sums, const int *counts, float *centres) {
  for (int k = 0; k < Clusters; ++k)
    for (int d = 0; counts[k] && d < Dims; ++d)
      centres[k * Dims + d] = sums[k * Dims + d] / (float)counts[k];
}

#ifndef __CUDACC__
static void cluster(long n, int steps, const float *points, int *label,
                    float *found) {
  float centres[Sums];
  memcpy(centres, found, sizeof centres);
  for (int t = 0; t < steps; ++t) {
    float sums[Sums] = {0};
    int counts[Clusters] = {0};
    PARALLEL(reduction(+ : sums[:Sums], counts[:Clusters])
                 firstprivate(points, label, centres))
    for (long i = 0; i < n; ++i) {
      const float *p = points + i * Dims;
      float least = 1e30f;
      int nearest = 0;
      for (int k = 0; k < Clusters; ++k) {
        float distance = 0;
        for (int d = 0; d < Dims; ++d) {
          float along = p[d] - centres[k * Dims + d];
          distance += along * along;
        }
        if (distance < least) {
          least = distance;
          nearest = k;
        }
      }
      label[i] = nearest;
      counts[nearest]++;
      for (int d = 0; d < Dims; ++d)
        sums[nearest * Dims + d] += p[d];
    }
    divide(sums, counts, centres);
    step();
  }
  memcpy(found, centres, sizeof centres);
}
#else
__constant__ float all_centres[Sums];

__global__ void assign(long n, const float *points, int *label, float *sums,
                       int *counts) {
  __shared__ float mine[Sums];
  __shared__ int many[Clusters];
  if (threadIdx.x < Sums)
    mine[threadIdx.x] = 0;
  if (threadIdx.x < Clusters)
    many[threadIdx.x] = 0;
  __syncthreads();
  for (long i = ITEM; i < n; i += (long)gridDim.x * blockDim.x) {
    float p[Dims], least = 1e30f;
    int nearest = 0;
    for (int d = 0; d < Dims; ++d)
      p[d] = points[i * Dims + d];
    for (int k = 0; k < Clusters; ++k) {
      float distance = 0;
      for (int d = 0; d < Dims; ++d) {
        float along = p[d] - all_centres[k * Dims + d];
        distance += along * along;
      }
      if (distance < least) {
        least = distance;
        nearest = k;
      }
    }
    label[i] = nearest;
    atomicAdd(&many[nearest], 1);
    for (int d = 0; d < Dims; ++d)
      atomicAdd(&mine[nearest * Dims + d], p[d]);
  }
  __syncthreads();
  if (threadIdx.x < Sums)
    atomicAdd(&sums[threadIdx.x], mine[threadIdx.x]);
  if (threadIdx.x < Clusters)
    atomicAdd(&counts[threadIdx.x], many[threadIdx.x]);
}

static void cluster(long n, int steps, const float *points, int *label,
                    float *centres) {
  float *dpoints = uploaded(points, n * Dims), sums[Sums];
  float *dsums = deviceArray<float>(Sums);
  int *dlabel = deviceArray<int>(n), *dcounts = deviceArray<int>(Clusters);
  int counts[Clusters];
  for (int t = 0; t < steps; ++t) {
    CUDA(cudaMemcpyToSymbolAsync(all_centres, centres, sizeof sums));
    CUDA(cudaMemsetAsync(dsums, 0, sizeof sums));
    CUDA(cudaMemsetAsync(dcounts, 0, sizeof counts));
    LAUNCH(assign, 1024 * 256, n, dpoints, dlabel, dsums, dcounts);
    download(sums, dsums, Sums);
    download(counts, dcounts, Clusters);
    divide(sums, counts, centres);
    step();
  }
  download(label, dlabel, n);
}
#endif

int main(int count, char **values) {
  long n = argument(count, values, 1, 3000000);
  int steps = (int)argument(count, values, 2, 40);
  float *points = ARRAY(float, n *Dims), centres[Sums];
  int *label = ARRAY(int, n);
  unsigned state = 1;
  for (long i = 0; i < n; ++i) {
    for (int d = 0; d < Dims; ++d)
      points[i * Dims + d] =
          randomFloat(&state) + 2 * (float)((i * 7 + d * d) % 9 % 4);
    label[i] = 0;
  }
  for (int k = 0; k < Clusters; ++k)
    for (int d = 0; d < Dims; ++d)
      centres[k * Dims + d] = points[k * 101L * Dims + d];
  begin();
  cluster(n, steps, points, label, centres);
  double check = 0;
  for (long i = 0; i < n; ++i)
    check += label[i] * 1e-6;
  for (int k = 0; k < Clusters; ++k)
    check += 10 * centres[k * Dims] + 30 * centres[k * Dims + 3];
  finish(check);
  return 0;
}
