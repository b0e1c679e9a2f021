/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- flow.c - a stream around a cylinder, by lattice Boltzmann ---------===*\
|*
|*   flow [OUTPUT_FOLDER]
|*
|* Nine numbers a point say how much of the fluid moves which way. A step
|* gathers them from the neighbours and lets them collide. Writes flow.png: how
|* fast the fluid turns.
\*===----------------------------------------------------------------------===*/
#include "measure.h"
#include "picture.h"

#include <math.h>

enum { Width = 320, Height = 120, Ways = 9, Steps = 500 };

static const int WayX[Ways] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int WayY[Ways] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int Back[Ways] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const float Weight[Ways] = {4.0f / 9,  1.0f / 9,  1.0f / 9,
                                   1.0f / 9,  1.0f / 9,  1.0f / 36,
                                   1.0f / 36, 1.0f / 36, 1.0f / 36};
static const float Wind = 0.09f;

/* What fluid of one density that moves with u, v has in direction k. */
static float rest(int k, float density, float u, float v) {
  float along = WayX[k] * u + WayY[k] * v;
  return Weight[k] * density *
         (1.0f + 3.0f * along + 4.5f * along * along - 1.5f * (u * u + v * v));
}

/* One step. next and now: Ways planes of height rows of width numbers. The
 * fluid enters on the left and leaves on the right; walls turn it back. */
static void step(float *restrict next, const float *restrict now,
                 const unsigned char *restrict wall, int width, int height,
                 float relax) {
  int plane = width * height;
#pragma omp parallel for
#pragma twofold parallel for collapse(2)
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      int at = y * width + x;
      float f[Ways], density = 0.0f, u = 0.0f, v = 0.0f;
      for (int k = 0; k < Ways; ++k) {
        int fromX = x - WayX[k], fromY = (y - WayY[k] + height) % height;
        if (fromX < 0)
          f[k] = rest(k, 1.0f, Wind, 0.0f);
        else if (fromX == width)
          f[k] = now[k * plane + at];
        else if (wall[fromY * width + fromX])
          f[k] = now[Back[k] * plane + at];
        else
          f[k] = now[k * plane + fromY * width + fromX];
        density += f[k];
        u += f[k] * WayX[k];
        v += f[k] * WayY[k];
      }
      u /= density;
      v /= density;
      for (int k = 0; k < Ways; ++k)
        next[k * plane + at] = f[k] + relax * (rest(k, density, u, v) - f[k]);
    }
}

static void begin(float *now, unsigned char *wall) {
  for (int y = 0; y < Height; ++y)
    for (int x = 0; x < Width; ++x) {
      int dx = x - Width / 5, dy = y - Height / 2;
      wall[y * Width + x] = dx * dx + dy * dy < 9 * 9;
      for (int k = 0; k < Ways; ++k)
        /* A gust from below begins the whirls sooner. */
        now[k * Width * Height + y * Width + x] =
            rest(k, 1.0f, Wind, x < Width / 3 ? 0.03f : 0.0f);
    }
}

/* Momentum of a point, upwards or to the right. */
static float momentum(const float *now, const int *way, int y, int x) {
  float sum = 0.0f;
  for (int k = 0; k < Ways; ++k)
    sum += way[k] * now[k * Width * Height + y * Width + x];
  return sum;
}

static unsigned char channel(float value) {
  return value <= 0.0f ? 0 : value >= 1.0f ? 255 : (unsigned char)(255 * value);
}

static void paint(struct picture *picture, const float *now,
                  const unsigned char *wall) {
  for (int y = 1; y < Height - 1; ++y)
    for (int x = 1; x < Width - 1; ++x) {
      unsigned char *rgb = picture->rgb + 3 * (y * Width + x);
      float turn =
          momentum(now, WayY, y, x + 1) - momentum(now, WayY, y, x - 1) -
          momentum(now, WayX, y + 1, x) + momentum(now, WayX, y - 1, x);
      float t = 12.0f * turn;
      if (wall[y * Width + x]) {
        rgb[0] = rgb[1] = rgb[2] = 96;
        continue;
      }
      rgb[0] = channel(1.0f + fminf(0.0f, 1.6f * t));
      rgb[1] = channel(1.0f - 0.9f * fabsf(t));
      rgb[2] = channel(1.0f - fmaxf(0.0f, 1.6f * t));
    }
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : ".";
  size_t bytes = sizeof(float) * Ways * Width * Height;
  float *now = (float *)allocate(bytes), *next = (float *)allocate(bytes);
  unsigned char *wall = (unsigned char *)allocate(Width * Height);
  begin(now, wall);

  double times[Repetitions];
  for (int r = 0; r < Repetitions; ++r) {
    double start = seconds_now();
    for (int s = 0; s < Steps; ++s) {
      step(next, now, wall, Width, Height, 1.88f);
      float *swap = now;
      now = next;
      next = swap;
    }
    times[r] = seconds_now() - start;
  }

  double check = 0.0;
  for (int p = 0; p < Ways * Width * Height; ++p)
    check += now[p];
  struct picture picture = picture_create(Width, Height);
  paint(&picture, now, wall);
  picture_write(folder, "flow.png", &picture);
  dump(folder, "flow.bin", now, bytes);
  report("flow", times, check);
  picture_free(&picture);
  free(now);
  free(next);
  free(wall);
  return 0;
}
