/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- portrait.c - an image pipeline over a photograph ------------------===*\
|*
|*   portrait INPUT.png [OUTPUT_FOLDER]
|*
|* Writes three pictures: portrait.png (a separable Gaussian blur that grows
|* with the distance from the face), sketch.png (Sobel edges, dark on white) and
|* equalised.png (histogram equalisation of the brightness).
|*
|* Each loop carries two annotations; a compiler sees the one it knows. Without
|* OpenMP and without Twofold this is an ordinary serial program.
\*===----------------------------------------------------------------------===*/
#include "measure.h"
#include "picture.h"

#include <math.h>
#include <string.h>

enum { Radius = 12, Taps = 2 * Radius + 1, Levels = 256 };

static unsigned char to_byte(float value) {
  return value < 0.0f ? 0 : value > 255.0f ? 255 : (unsigned char)value;
}

/* Weights of a Gaussian; their sum is 1. */
static void gaussian(float *weight, float sigma) {
  float sum = 0.0f;
  for (int k = 0; k < Taps; ++k) {
    float d = (float)(k - Radius) / sigma;
    weight[k] = expf(-0.5f * d * d);
    sum += weight[k];
  }
  for (int k = 0; k < Taps; ++k)
    weight[k] /= sum;
}

/* in: height rows of width + 2 * Radius, out: height rows of width. */
static void blur_rows(float *restrict out, const float *restrict in,
                      const float *restrict weight, int width, int height) {
  int stride = width + 2 * Radius;
#pragma omp parallel for
#pragma twofold parallel for collapse(2)
  for (int y = 0; y < height; ++y)
#pragma omp simd
    for (int x = 0; x < width; ++x) {
      float sum = 0.0f;
      for (int k = 0; k < Taps; ++k)
        sum += weight[k] * in[y * stride + x + k];
      out[y * width + x] = sum;
    }
}

/* in: height + 2 * Radius rows of width, out: height rows of width. */
static void blur_columns(float *restrict out, const float *restrict in,
                         const float *restrict weight, int width, int height) {
#pragma omp parallel for
#pragma twofold parallel for collapse(2)
  for (int y = 0; y < height; ++y)
#pragma omp simd
    for (int x = 0; x < width; ++x) {
      float sum = 0.0f;
      for (int k = 0; k < Taps; ++k)
        sum += weight[k] * in[(y + k) * width + x];
      out[y * width + x] = sum;
    }
}

/* Mixes sharp and soft by the distance from the centre of attention. */
static void mix_portrait(unsigned char *restrict rgb,
                         const unsigned char *restrict sharp,
                         const float *restrict soft, int channel, int width,
                         int height) {
  float cx = 0.63f * (float)width, cy = 0.42f * (float)height;
#pragma omp parallel for
#pragma twofold parallel for collapse(2)
  for (int y = 0; y < height; ++y)
#pragma omp simd
    for (int x = 0; x < width; ++x) {
      float dx = ((float)x - cx) / (float)width;
      float dy = ((float)y - cy) / (float)height;
      float mix = 5.0f * (sqrtf(dx * dx + dy * dy) - 0.22f);
      mix = mix < 0.0f ? 0.0f : mix > 1.0f ? 1.0f : mix;
      float keep = (float)sharp[3 * (y * width + x) + channel];
      float value = keep + mix * (soft[y * width + x] - keep);
      rgb[3 * (y * width + x) + channel] = to_byte(value + 0.5f);
    }
}

/* Gradient of the smoothed brightness; the outermost pixels stay as they are.
 */
static void sobel(unsigned char *restrict rgb, const float *restrict grey,
                  int width, int height) {
#pragma omp parallel for
#pragma twofold parallel for collapse(2)
  for (int y = 1; y < height - 1; ++y)
#pragma omp simd
    for (int x = 1; x < width - 1; ++x) {
      const float *p = grey + (y - 1) * width + x - 1;
      const float *q = p + width;
      const float *r = q + width;
      float gx = p[2] + 2.0f * q[2] + r[2] - p[0] - 2.0f * q[0] - r[0];
      float gy = r[0] + 2.0f * r[1] + r[2] - p[0] - 2.0f * p[1] - p[2];
      unsigned char ink = to_byte(255.0f - 1.6f * sqrtf(gx * gx + gy * gy));
      rgb[3 * (y * width + x)] = ink;
      rgb[3 * (y * width + x) + 1] = ink;
      rgb[3 * (y * width + x) + 2] = ink;
    }
}

static void brightness(unsigned char *restrict grey,
                       const unsigned char *restrict rgb, int pixels) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int p = 0; p < pixels; ++p)
    grey[p] = (unsigned char)((77 * rgb[3 * p] + 151 * rgb[3 * p + 1] +
                               28 * rgb[3 * p + 2] + 128) >>
                              8);
}

/* One histogram per row, so that no two iterations write the same counter;
 * then one sum per level. */
static void histogram(int *restrict total, int *restrict rows,
                      const unsigned char *restrict grey, int width,
                      int height) {
#pragma omp parallel for
#pragma twofold parallel for extent(rows, height *Levels)
  for (int y = 0; y < height; ++y) {
    for (int level = 0; level < Levels; ++level)
      rows[y * Levels + level] = 0;
    for (int x = 0; x < width; ++x)
      rows[y * Levels + grey[y * width + x]] += 1;
  }
#pragma omp parallel for
#pragma twofold parallel for
  for (int level = 0; level < Levels; ++level) {
    int sum = 0;
    for (int y = 0; y < height; ++y)
      sum += rows[y * Levels + level];
    total[level] = sum;
  }
}

static void equalise(unsigned char *restrict rgb,
                     const unsigned char *restrict from,
                     const unsigned char *restrict grey,
                     const int *restrict total, int pixels) {
  int target[Levels];
  long below = 0;
  for (int level = 0; level < Levels; ++level) {
    below += total[level];
    target[level] = (int)(below * (Levels - 1) / pixels);
  }
#pragma omp parallel for
#pragma twofold parallel for
  for (int p = 0; p < pixels; ++p) {
    int shift = target[grey[p]] - grey[p];
    for (int channel = 0; channel < 3; ++channel) {
      int value = from[3 * p + channel] + shift;
      rgb[3 * p + channel] = (unsigned char)(value < 0     ? 0
                                             : value > 255 ? 255
                                                           : value);
    }
  }
}

/* One channel of the picture (every third byte of `from`) with Radius more
 * pixels on each side, which repeat the edge. */
static void pad(float *out, const unsigned char *from, int step, int width,
                int height) {
  int stride = width + 2 * Radius;
  for (int y = 0; y < height + 2 * Radius; ++y)
    for (int x = 0; x < stride; ++x) {
      int sy = y < Radius ? 0 : y - Radius < height ? y - Radius : height - 1;
      int sx = x < Radius ? 0 : x - Radius < width ? x - Radius : width - 1;
      out[y * stride + x] = (float)from[step * (sy * width + sx)];
    }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: portrait INPUT.png [OUTPUT_FOLDER]\n");
    return 2;
  }
  const char *folder = argc > 2 ? argv[2] : ".";
  struct picture photo = picture_read(argv[1]);
  int width = photo.width, height = photo.height, pixels = width * height;
  struct picture portrait = picture_create(width, height);
  struct picture sketch = picture_create(width, height);
  struct picture equalised = picture_create(width, height);
  memset(sketch.rgb, 255, 3 * (size_t)pixels);

  size_t padded = (size_t)(width + 2 * Radius) * (size_t)(height + 2 * Radius);
  float *plane[3];
  float *halfway = (float *)allocate(sizeof(float) *
                                     (size_t)(width * (height + 2 * Radius)));
  float *soft = (float *)allocate(sizeof(float) * (size_t)pixels);
  float *light = (float *)allocate(sizeof(float) * padded);
  unsigned char *grey = (unsigned char *)allocate((size_t)pixels);
  int *rows = (int *)allocate(sizeof(int) * (size_t)height * Levels);
  int total[Levels];
  float wide[Taps], narrow[Taps];
  gaussian(wide, 5.0f);
  gaussian(narrow, 1.0f);
  for (int c = 0; c < 3; ++c) {
    plane[c] = (float *)allocate(sizeof(float) * padded);
    pad(plane[c], photo.rgb + c, 3, width, height);
  }
  brightness(grey, photo.rgb, pixels);
  pad(light, grey, 1, width, height);

  double times[Repetitions];
  for (int r = 0; r < Repetitions; ++r) {
    double start = seconds_now();
    for (int c = 0; c < 3; ++c) {
      blur_rows(halfway, plane[c], wide, width, height + 2 * Radius);
      blur_columns(soft, halfway, wide, width, height);
      mix_portrait(portrait.rgb, photo.rgb, soft, c, width, height);
    }
    blur_rows(halfway, light, narrow, width, height + 2 * Radius);
    blur_columns(soft, halfway, narrow, width, height);
    sobel(sketch.rgb, soft, width, height);
    brightness(grey, photo.rgb, pixels);
    histogram(total, rows, grey, width, height);
    equalise(equalised.rgb, photo.rgb, grey, total, pixels);
    times[r] = seconds_now() - start;
  }

  double check = 0.0;
  for (int i = 0; i < 3 * pixels; ++i)
    check += portrait.rgb[i] + 2 * sketch.rgb[i] + 3 * equalised.rgb[i];
  picture_write(folder, "portrait.png", &portrait);
  picture_write(folder, "sketch.png", &sketch);
  picture_write(folder, "equalised.png", &equalised);
  dump(folder, "portrait.bin", soft, sizeof(float) * (size_t)pixels);
  report("portrait", times, check);

  picture_free(&photo);
  picture_free(&portrait);
  picture_free(&sketch);
  picture_free(&equalised);
  for (int c = 0; c < 3; ++c)
    free(plane[c]);
  free(halfway);
  free(soft);
  free(light);
  free(grey);
  free(rows);
  return 0;
}
