/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- mandelbrot.c - the Mandelbrot set, by escape time -----------------===*\
|*
|*   mandelbrot [OUTPUT_FOLDER]
|*
|* A loop whose iterations take very different time: points of the set go on to
|* the limit. Writes mandelbrot.png.
\*===----------------------------------------------------------------------===*/
#include "measure.h"
#include "picture.h"

enum { Width = 960, Height = 640, Limit = 400 };

/* For each point how many steps it takes to leave the circle of radius 2. */
static void escape(int *restrict steps, int width, int height, double left,
                   double top, double pixel, int limit) {
#pragma omp parallel for schedule(dynamic, 4)
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < height; ++i)
    for (int j = 0; j < width; ++j) {
      double cx = left + pixel * j, cy = top - pixel * i;
      double x = 0.0, y = 0.0;
      int n = 0;
      while (n < limit && x * x + y * y <= 4.0) {
        double next = x * x - y * y + cx;
        y = 2.0 * x * y + cy;
        x = next;
        ++n;
      }
      steps[i * width + j] = n;
    }
}

/* A triangle wave of 0 to 255: `period` steps up and down again. */
static unsigned char wave(int n, int period, int shift) {
  int at = (n + shift) % (2 * period);
  return (unsigned char)(255 * (at < period ? at : 2 * period - at) / period);
}

static void paint(struct picture *picture, const int *steps) {
  for (int p = 0; p < Width * Height; ++p) {
    int n = steps[p];
    if (n == Limit)
      continue; /* black */
    picture->rgb[3 * p] = wave(n, 24, 0);
    picture->rgb[3 * p + 1] = wave(n, 32, 8);
    picture->rgb[3 * p + 2] = wave(n, 40, 40);
  }
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : ".";
  size_t bytes = sizeof(int) * Width * Height;
  int *steps = (int *)allocate(bytes);

  double times[Repetitions];
  for (int r = 0; r < Repetitions; ++r) {
    double start = seconds_now();
    escape(steps, Width, Height, -0.84, 0.28, 0.16 / Width, Limit);
    times[r] = seconds_now() - start;
  }

  double check = 0.0;
  for (int p = 0; p < Width * Height; ++p)
    check += steps[p];
  struct picture picture = picture_create(Width, Height);
  paint(&picture, steps);
  picture_write(folder, "mandelbrot.png", &picture);
  dump(folder, "mandelbrot.bin", steps, bytes);
  report("mandelbrot", times, check);
  picture_free(&picture);
  free(steps);
  return 0;
}
