/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Wave.c - a wave in three dimensions --------------------------------===*\
|*
|* wave [SIZE] [STEPS]: in each step the host drives one cell and listens to
|* another; the rest stays where the loops are.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

#ifndef __CUDACC__
static void advance(int n, const float *speed, const float *now, float *other) {
  PARALLEL_NEST(2, firstprivate(n, speed, now, other))
  for (int z = 1; z < n - 1; ++z)
    for (int y = 1; y < n - 1; ++y) {
      long row = ((long)z * n + y) * n, plane = (long)n * n;
      SIMD()
      for (long i = row + 1; i < row + n - 1; ++i)
        other[i] =
            2 * now[i] - other[i] +
            speed[i] * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n] +
                        now[i - plane] + now[i + plane] - 6 * now[i]);
    }
}

static double listen(int n, int steps, const float *speed, float *now,
                     float *other) {
  long source = ((long)n / 3 * n + n / 2) * n + n / 2;
  long ear = ((long)n / 2 * n + n / 2) * n + n / 2;
  double heard = 0;
  for (int t = 0; t < steps; ++t) {
    advance(n, speed, now, other);
    float *last = now;
    now = other;
    other = last;
    now[source] += sinf(0.2f * (float)t);
    heard += fabsf(now[ear]);
    step();
  }
  return heard;
}
#else
__global__ void advance(int n, const float *speed, const float *now,
                        float *other) {
  int x = ITEM_X, y = ITEM_Y, z = (int)blockIdx.z + 1;
  if (x < 1 || x >= n - 1 || y < 1 || y >= n - 1)
    return;
  long plane = (long)n * n, i = z * plane + (long)y * n + x;
  other[i] = 2 * now[i] - other[i] +
             speed[i] * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n] +
                         now[i - plane] + now[i + plane] - 6 * now[i]);
}

__global__ void drive(float *cell, float by, const float *ear, float *heard) {
  *cell += by;
  *heard = *ear;
}

static double listen(int n, int steps, const float *speed, float *now,
                     float *other) {
  long source = ((long)n / 3 * n + n / 2) * n + n / 2;
  long ear = ((long)n / 2 * n + n / 2) * n + n / 2;
  long all = (long)n * n * n;
  float *dspeed = uploaded(speed, all), *dnow = uploaded(now, all);
  float *dother = uploaded(other, all), *dheard = deviceArray<float>(steps);
  float *first = dnow;
  for (int t = 0; t < steps; ++t) {
    dim3 groups((n + 31) / 32, (n + 7) / 8, n - 2);
    advance<<<groups, dim3(32, 8)>>>(n, dspeed, dnow, dother);
    float *last = dnow;
    dnow = dother;
    dother = last;
    drive<<<1, 1>>>(dnow + source, sinf(0.2f * (float)t), dnow + ear,
                    dheard + t);
    program_gpu += 2;
    step();
  }
  float *each = ARRAY(float, steps);
  download(each, dheard, steps);
  download(now, first, all);
  double heard = 0;
  for (int t = 0; t < steps; ++t)
    heard += fabsf(each[t]);
  return heard;
}
#endif

int main(int count, char **values) {
  int n = (int)argument(count, values, 1, 320);
  int steps = (int)argument(count, values, 2, 150);
  long all = (long)n * n * n;
  float *speed = ARRAY(float, all), *now = ARRAY(float, all),
        *other = ARRAY(float, all);
  for (long i = 0; i < all; ++i) {
    speed[i] = i / n / n < n / 2 ? 0.1f : 0.15f;
    now[i] = other[i] = 0;
  }
  begin();
  double check = listen(n, steps, speed, now, other);
  for (long i = 0; i < all; ++i)
    check += fabsf(now[i]) * 1e-3;
  finish(check);
  return 0;
}
