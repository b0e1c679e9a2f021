/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- ParticleGrid.c - particles that meet in cells ----------------------===*\
|*
|* particle-grid [PARTICLES] [CELLS] [STEPS]: charge is counted in cells that
|* particles share, the host makes a field of it, and the field moves the
|* particles.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

/* The field of the charge: its sum so far, less the mean. */
static void integrate(int cells, long particles, const int *charge,
                      float *field) {
  double sum = 0, mean = (double)particles / cells;
  for (int c = 0; c < cells; ++c) {
    sum += (charge[c] - mean) / mean;
    field[c] = (float)(sum * 1e-6);
  }
}

#ifndef __CUDACC__
static void count(long n, int cells, const float *place, int *charge) {
  (void)cells; /* only OpenMP has to be told */
  PARALLEL(reduction(+ : charge[:cells]) firstprivate(place))
  for (long i = 0; i < n; ++i)
    charge[(int)place[i]]++;
}

static void push(long n, int cells, const float *field, float *place,
                 float *speed) {
  PARALLEL(firstprivate(cells, field, place, speed))
  for (long i = 0; i < n; ++i) {
    float x = place[i], v = speed[i] + field[(int)x];
    float last = (float)cells;
    x += v;
    x = x < 0 ? x + last : x;
    x = x >= last ? x - last : x;
    place[i] = x >= 0 && x < last ? x : 0;
    speed[i] = v;
  }
}

static double simulate(long n, int cells, int steps, float *place, float *speed,
                       int *charge, float *field) {
  double seen = 0;
  for (int t = 0; t < steps; ++t) {
    memset(charge, 0, (size_t)cells * sizeof *charge);
    count(n, cells, place, charge);
    integrate(cells, n, charge, field);
    push(n, cells, field, place, speed);
    seen += charge[t % cells];
    step();
  }
  return seen;
}
#else
__global__ void count(long n, const float *place, int *charge) {
  long i = ITEM;
  if (i < n)
    atomicAdd(&charge[(int)place[i]], 1);
}

__global__ void push(long n, int cells, const float *field, float *place,
                     float *speed) {
  long i = ITEM;
  if (i >= n)
    return;
  float x = place[i], v = speed[i] + field[(int)x];
  float last = (float)cells;
  x += v;
  x = x < 0 ? x + last : x;
  x = x >= last ? x - last : x;
  place[i] = x >= 0 && x < last ? x : 0;
  speed[i] = v;
}

static double simulate(long n, int cells, int steps, float *place, float *speed,
                       int *charge, float *field) {
  float *dplace = uploaded(place, n), *dspeed = uploaded(speed, n);
  float *dfield = deviceArray<float>(cells);
  int *dcharge = deviceArray<int>(cells);
  double seen = 0;
  for (int t = 0; t < steps; ++t) {
    CUDA(cudaMemsetAsync(dcharge, 0, (size_t)cells * sizeof *dcharge));
    LAUNCH(count, n, n, dplace, dcharge);
    download(charge, dcharge, cells);
    integrate(cells, n, charge, field);
    upload(dfield, field, cells);
    LAUNCH(push, n, n, cells, dfield, dplace, dspeed);
    seen += charge[t % cells];
    step();
  }
  download(place, dplace, n);
  return seen;
}
#endif

int main(int count, char **values) {
  long n = argument(count, values, 1, 10000000);
  int cells = (int)argument(count, values, 2, 4096);
  int steps = (int)argument(count, values, 3, 60);
  float *place = ARRAY(float, n), *speed = ARRAY(float, n),
        *field = ARRAY(float, cells);
  int *charge = ARRAY(int, cells);
  unsigned state = 1;
  for (long i = 0; i < n; ++i) {
    place[i] = randomFloat(&state) * (float)cells * 0.999f;
    speed[i] = 0.2f * (randomFloat(&state) - 0.5f);
  }
  for (int c = 0; c < cells; ++c)
    charge[c] = 0, field[c] = 0;
  begin();
  double check = simulate(n, cells, steps, place, speed, charge, field) * 1e-3;
  for (long i = 0; i < n; ++i)
    check += place[i];
  finish(check);
  return 0;
}
