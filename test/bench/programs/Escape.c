/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Escape.c - rows of very different work -----------------------------===*\
|*
|* escape [SIZE] [PICTURES]: pictures of the Mandelbrot set, one closer than the
|* other; the host counts what each shows.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

enum { Most = 1000 };

#ifdef __CUDACC__
#define POINT_FUNCTION __device__ static
#else
#define POINT_FUNCTION static inline
#endif

POINT_FUNCTION int escape(double x, double y) {
  double u = 0, v = 0;
  int k = 0;
  for (; k < Most && u * u + v * v < 4; ++k) {
    double next = u * u - v * v + x;
    v = 2 * u * v + y;
    u = next;
  }
  return k;
}

static double look(long pixels, const int *picture) {
  long sum = 0;
  for (long i = 0; i < pixels; ++i)
    sum += picture[i];
  return (double)sum;
}

#ifndef __CUDACC__
static double zoom(int n, int pictures, int *picture) {
  double check = 0, width = 3;
  for (int p = 0; p < pictures; ++p) {
    PARALLEL(schedule(dynamic) firstprivate(n, width, picture))
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        picture[(long)y * n + x] = escape(width * ((double)x / n - 0.5) - 0.745,
                                          width * ((double)y / n - 0.5) + 0.1);
    check += look((long)n * n, picture);
    width *= 0.6;
    step();
  }
  return check;
}
#else
__global__ void draw(int n, double width, int *picture) {
  int x = ITEM_X, y = ITEM_Y;
  if (x < n && y < n)
    picture[(long)y * n + x] = escape(width * ((double)x / n - 0.5) - 0.745,
                                      width * ((double)y / n - 0.5) + 0.1);
}

static double zoom(int n, int pictures, int *picture) {
  long all = (long)n * n;
  int *dpicture = deviceArray<int>(all);
  CUDA(cudaHostRegister(picture, all * sizeof *picture, 0));
  double check = 0, width = 3;
  for (int p = 0; p < pictures; ++p) {
    LAUNCH2(draw, n, n, n, width, dpicture);
    download(picture, dpicture, all);
    check += look(all, picture);
    width *= 0.6;
    step();
  }
  return check;
}
#endif

int main(int count, char **values) {
  int n = (int)argument(count, values, 1, 2000);
  int pictures = (int)argument(count, values, 2, 6);
  int *picture = ARRAY(int, (long)n *n);
  memset(picture, 0, (size_t)n * (size_t)n * sizeof *picture);
  begin();
  finish(zoom(n, pictures, picture));
  return 0;
}
