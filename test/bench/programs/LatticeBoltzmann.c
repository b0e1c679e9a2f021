/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- LatticeBoltzmann.c - a flow around an obstacle ---------------------===*\
|*
|* lattice-boltzmann [WIDTH] [HEIGHT] [STEPS]: nine speeds in two dimensions,
|* one array for each; the sides are joined, walls send back what meets them.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

#ifdef __CUDACC__
#define CELL_FUNCTION __device__ static
#else
#define CELL_FUNCTION static inline
#endif

/* What flows into cell i, relaxed. n: cells; left, right, up and down: those
 * beside it. f and g: nine arrays of n one behind the other. */
CELL_FUNCTION void relaxCell(long n, long i, long left, long right, long up,
                             long down, const unsigned char *wall,
                             const float *f, float *g) {
  float f0 = f[i], f1 = f[n + left], f2 = f[2 * n + up + i],
        f3 = f[3 * n + right], f4 = f[4 * n + down + i],
        f5 = f[5 * n + up + left], f6 = f[6 * n + up + right],
        f7 = f[7 * n + down + right], f8 = f[8 * n + down + left];
  if (wall[i]) {
    g[i] = f0;
    g[n + i] = f3;
    g[2 * n + i] = f4;
    g[3 * n + i] = f1;
    g[4 * n + i] = f2;
    g[5 * n + i] = f7;
    g[6 * n + i] = f8;
    g[7 * n + i] = f5;
    g[8 * n + i] = f6;
    return;
  }
  float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
  float x = (f1 + f5 + f8 - f3 - f6 - f7) / density + 1e-5f;
  float y = (f2 + f5 + f6 - f4 - f7 - f8) / density;
  float rest = 1 - 1.5f * (x * x + y * y), rate = 1.2f;
  float straight = rate * density / 9, across = rate * density / 36;
#define RELAX(K, WEIGHT, SPEED)                                                \
  g[K * n + i] = (1 - rate) * f##K +                                           \
                 WEIGHT * (rest + 3 * (SPEED) + 4.5f * (SPEED) * (SPEED))
  RELAX(0, 4 * straight, 0.0f);
  RELAX(1, straight, x);
  RELAX(2, straight, y);
  RELAX(3, straight, -x);
  RELAX(4, straight, -y);
  RELAX(5, across, x + y);
  RELAX(6, across, y - x);
  RELAX(7, across, -x - y);
  RELAX(8, across, x - y);
}

#ifndef __CUDACC__
static void stream(int w, int h, const unsigned char *wall, const float *f,
                   float *g) {
  PARALLEL(firstprivate(w, h, wall, f, g))
  for (int y = 0; y < h; ++y) {
    long row = (long)y * w, n = (long)w * h;
    long up = y > 0 ? -w : n - w, down = y < h - 1 ? w : w - n;
    relaxCell(n, row, row + w - 1, row + 1, up, down, wall, f, g);
    SIMD()
    for (long i = row + 1; i < row + w - 1; ++i)
      relaxCell(n, i, i - 1, i + 1, up, down, wall, f, g);
    relaxCell(n, row + w - 1, row + w - 2, row, up, down, wall, f, g);
  }
}

static void flow(int w, int h, int steps, const unsigned char *wall, float *f,
                 float *g) {
  for (int t = 0; t < steps; t += 2) {
    stream(w, h, wall, f, g);
    stream(w, h, wall, g, f);
    step();
  }
}
#else
__global__ void stream(int w, int h, const unsigned char *wall, const float *f,
                       float *g) {
  int x = ITEM_X, y = ITEM_Y;
  if (x >= w || y >= h)
    return;
  long row = (long)y * w, n = (long)w * h;
  relaxCell(n, row + x, row + (x > 0 ? x - 1 : w - 1),
            row + (x < w - 1 ? x + 1 : 0), y > 0 ? -w : n - w,
            y < h - 1 ? w : w - n, wall, f, g);
}

static void flow(int w, int h, int steps, const unsigned char *wall, float *f,
                 float *g) {
  long n = (long)w * h;
  unsigned char *dwall = uploaded(wall, n);
  float *df = uploaded(f, 9 * n), *dg = deviceArray<float>(9 * n);
  for (int t = 0; t < steps; t += 2) {
    LAUNCH2(stream, w, h, w, h, dwall, df, dg);
    LAUNCH2(stream, w, h, w, h, dwall, dg, df);
    step();
  }
  download(f, df, 9 * n);
}
#endif

int main(int count, char **values) {
  int w = (int)argument(count, values, 1, 1024);
  int h = (int)argument(count, values, 2, 1024);
  int steps = (int)argument(count, values, 3, 600);
  long n = (long)w * h;
  static const float share[9] = {4 / 9.f,  1 / 9.f,  1 / 9.f,  1 / 9.f, 1 / 9.f,
                                 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
  unsigned char *wall = ARRAY(unsigned char, n);
  float *f = ARRAY(float, 9 * n), *g = ARRAY(float, 9 * n);
  for (long i = 0; i < n; ++i) {
    long x = i % w - w / 4, y = i / w - h / 2;
    wall[i] = x * x + y * y < h * h / 100 || i < w;
    for (int k = 0; k < 9; ++k)
      f[k * n + i] = g[k * n + i] = share[k] * (k == 1 ? 1.3f : 1);
  }
  begin();
  flow(w, h, steps, wall, f, g);
  double check = 0;
  for (long i = 0; i < n; ++i)
    check += f[n + i] - f[3 * n + i] + f[2 * n + i] * 0.5;
  finish(check);
  return 0;
}
