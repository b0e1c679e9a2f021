/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- NBody.c - much to compute on little data ---------------------------===*\
|*
|* n-body [BODIES] [STEPS]: every pair, with softening; the host looks at one
|* body after each step.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

#define DT 0.0001f
#define SOFTENING 0.01f

struct bodies {
  int count;
  float *x, *y, *z, *mass, *vx, *vy, *vz;
};

#ifndef __CUDACC__
static void accelerate(int n, const float *x, const float *y, const float *z,
                       const float *mass, float *vx, float *vy, float *vz) {
  PARALLEL(firstprivate(n, x, y, z, mass, vx, vy, vz))
  for (int i = 0; i < n; ++i) {
    float ax = 0, ay = 0, az = 0;
    SIMD(reduction(+ : ax, ay, az))
    for (int j = 0; j < n; ++j) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float squared = dx * dx + dy * dy + dz * dz + SOFTENING;
      float pull = mass[j] / (squared * sqrtf(squared));
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    vx[i] += DT * ax;
    vy[i] += DT * ay;
    vz[i] += DT * az;
  }
}

static void move(int n, float *x, float *y, float *z, const float *vx,
                 const float *vy, const float *vz) {
  PARALLEL_SIMD(firstprivate(x, y, z, vx, vy, vz))
  for (int i = 0; i < n; ++i) {
    x[i] += DT * vx[i];
    y[i] += DT * vy[i];
    z[i] += DT * vz[i];
  }
}

static double simulate(struct bodies b, int steps) {
  double seen = 0;
  for (int t = 0; t < steps; ++t) {
    accelerate(b.count, b.x, b.y, b.z, b.mass, b.vx, b.vy, b.vz);
    move(b.count, b.x, b.y, b.z, b.vx, b.vy, b.vz);
    seen += b.x[t % b.count];
    step();
  }
  return seen;
}
#else
__global__ void accelerate(int n, const float *x, const float *y,
                           const float *z, const float *mass, float *vx,
                           float *vy, float *vz) {
  __shared__ float4 tile[256];
  long i = ITEM;
  float ax = 0, ay = 0, az = 0;
  float mx = i < n ? x[i] : 0, my = i < n ? y[i] : 0, mz = i < n ? z[i] : 0;
  for (int from = 0; from < n; from += 256) {
    int j = from + (int)threadIdx.x;
    tile[threadIdx.x] = j < n ? make_float4(x[j], y[j], z[j], mass[j])
                              : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 256; ++k) {
      float dx = tile[k].x - mx, dy = tile[k].y - my, dz = tile[k].z - mz;
      float squared = dx * dx + dy * dy + dz * dz + SOFTENING;
      float inverse = rsqrtf(squared);
      float pull = tile[k].w * inverse * inverse * inverse;
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    __syncthreads();
  }
  if (i < n) {
    vx[i] += DT * ax;
    vy[i] += DT * ay;
    vz[i] += DT * az;
  }
}

__global__ void move(int n, float *x, float *y, float *z, const float *vx,
                     const float *vy, const float *vz) {
  long i = ITEM;
  if (i < n) {
    x[i] += DT * vx[i];
    y[i] += DT * vy[i];
    z[i] += DT * vz[i];
  }
}

static double simulate(struct bodies b, int steps) {
  int n = b.count;
  float *x = uploaded(b.x, n), *y = uploaded(b.y, n), *z = uploaded(b.z, n);
  float *vx = uploaded(b.vx, n), *vy = uploaded(b.vy, n),
        *vz = uploaded(b.vz, n), *mass = uploaded(b.mass, n);
  double seen = 0;
  for (int t = 0; t < steps; ++t) {
    LAUNCH(accelerate, n, n, x, y, z, mass, vx, vy, vz);
    LAUNCH(move, n, n, x, y, z, vx, vy, vz);
    float one;
    download(&one, x + t % n, 1);
    seen += one;
    step();
  }
  download(b.x, x, n);
  download(b.y, y, n);
  return seen;
}
#endif

int main(int count, char **values) {
  struct bodies b;
  int n = b.count = (int)argument(count, values, 1, 16384);
  int steps = (int)argument(count, values, 2, 30);
  float **all[7] = {&b.x, &b.y, &b.z, &b.mass, &b.vx, &b.vy, &b.vz};
  unsigned state = 1;
  for (int k = 0; k < 7; ++k) {
    *all[k] = ARRAY(float, n);
    for (int i = 0; i < n; ++i)
      (*all[k])[i] = k > 3 ? 0 : randomFloat(&state) / (k == 3 ? (float)n : 1);
  }
  begin();
  double check = simulate(b, steps);
  for (int i = 0; i < n; ++i)
    check += b.x[i] + 2 * b.y[i];
  finish(check);
  return 0;
}
