/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- heat.c - heat diffusion in two dimensions -------------------------===*\
|*
|*   heat [OUTPUT_FOLDER]
|*
|* Heaters among insulating rings with gaps, in a cold plate. Writes heat.png:
|* temperature by colour, with lines of equal temperature.
\*===----------------------------------------------------------------------===*/
#include "measure.h"
#include "picture.h"

#include <math.h>
#include <string.h>

enum { Size = 512, Steps = 400 };

/* One explicit step. next and now: n rows of n temperatures, the outermost of
 * which never change. conduct: share of the difference to a neighbour that
 * flows in one step, at most a quarter. */
static void diffuse(float *restrict next, const float *restrict now,
                    const float *restrict conduct, int n) {
#pragma omp parallel for
#pragma twofold parallel for collapse(2)
  for (int i = 1; i < n - 1; ++i)
#pragma omp simd
    for (int j = 1; j < n - 1; ++j) {
      int c = i * n + j;
      float here = now[c], k = conduct[c];
      float north = (k + conduct[c - n]) * (now[c - n] - here);
      float south = (k + conduct[c + n]) * (now[c + n] - here);
      float west = (k + conduct[c - 1]) * (now[c - 1] - here);
      float east = (k + conduct[c + 1]) * (now[c + 1] - here);
      next[c] = here + 0.5f * (north + south + west + east);
    }
}

/* Keeps the heaters at 1. */
static void stoke(float *restrict heat, const unsigned char *restrict heater,
                  int n) {
#pragma omp parallel for
#pragma twofold parallel for collapse(2)
  for (int i = 1; i < n - 1; ++i)
#pragma omp simd
    for (int j = 1; j < n - 1; ++j)
      if (heater[i * n + j])
        heat[i * n + j] = 1.0f;
}

/* A disc in the middle and seven around it, with insulating rings between that
 * have two gaps each. */
static void build_plate(float *heat, float *conduct, unsigned char *heater,
                        int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float y = (float)i / (float)n - 0.5f, x = (float)j / (float)n - 0.5f;
      float r = sqrtf(x * x + y * y);
      int hot = r < 0.07f;
      for (int k = 0; k < 7; ++k) {
        float dx = x - 0.36f * cosf(0.8975979f * (float)k);
        float dy = y - 0.36f * sinf(0.8975979f * (float)k);
        hot |= dx * dx + dy * dy < 0.0009f;
      }
      int ring = (int)(r * 20.0f);
      float within = r * 20.0f - (float)ring;
      float turn = 1.1f * (float)ring;
      float across = fabsf(x * sinf(turn) - y * cosf(turn));
      int wall = ring >= 2 && ring <= 9 && within < 0.2f && across > 0.03f;
      conduct[i * n + j] = wall && !hot ? 0.001f : 0.24f;
      heater[i * n + j] = (unsigned char)hot;
      heat[i * n + j] = hot ? 1.0f : 0.0f;
    }
}

static unsigned char channel(float value) {
  return value <= 0.0f ? 0 : value >= 1.0f ? 255 : (unsigned char)(255 * value);
}

static void paint(struct picture *picture, const float *heat,
                  const float *conduct, int n) {
  for (int c = 0; c < n * n; ++c) {
    float t = powf(heat[c], 0.25f);
    float line = 12.0f * t;
    float shade = line - floorf(line) < 0.10f ? 0.75f : 1.0f;
    if (conduct[c] < 0.1f)
      shade *= 0.55f;
    picture->rgb[3 * c] = channel(shade * (2.2f * t - 0.15f));
    picture->rgb[3 * c + 1] = channel(shade * (2.4f * t - 1.15f));
    picture->rgb[3 * c + 2] =
        channel(shade * (t < 0.45f ? 0.16f + 0.9f * t : 3.2f * t - 2.3f));
  }
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : ".";
  size_t bytes = sizeof(float) * Size * Size;
  float *now = (float *)allocate(bytes);
  float *next = (float *)allocate(bytes);
  float *conduct = (float *)allocate(bytes);
  unsigned char *heater = (unsigned char *)allocate(Size * Size);
  build_plate(now, conduct, heater, Size);
  memcpy(next, now, bytes);

  double times[Repetitions];
  for (int r = 0; r < Repetitions; ++r) {
    double start = seconds_now();
    for (int step = 0; step < Steps; ++step) {
      diffuse(next, now, conduct, Size);
      stoke(next, heater, Size);
      float *swap = now;
      now = next;
      next = swap;
    }
    times[r] = seconds_now() - start;
  }

  double check = 0.0;
  for (int c = 0; c < Size * Size; ++c)
    check += now[c];
  struct picture picture = picture_create(Size, Size);
  paint(&picture, now, conduct, Size);
  picture_write(folder, "heat.png", &picture);
  dump(folder, "heat.bin", now, bytes);
  report("heat", times, check);
  picture_free(&picture);
  free(now);
  free(next);
  free(conduct);
  free(heater);
  return 0;
}
