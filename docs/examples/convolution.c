/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- convolution.c - filters of five by five points --------------------===*\
|*
|*   convolution INPUT.png [OUTPUT_FOLDER]
|*
|* Sharpens a photograph and presses it into metal. The weights are a small
|* array that every iteration reads; subscripts are held at the edges. Writes
|* sharp.png and relief.png.
\*===----------------------------------------------------------------------===*/
#include "measure.h"
#include "picture.h"

enum { Reach = 2, Taps = 2 * Reach + 1 };

static const float Sharpen[Taps * Taps] = {0,  -1, -2, -1, 0,  -1, -4, -8, -4,
                                           -1, -2, -8, 80, -8, -2, -1, -4, -8,
                                           -4, -1, 0,  -1, -2, -1, 0};
static const float Relief[Taps * Taps] = {-4, -3, -2, -1, 0, -3, -6, -4, 0,
                                          1,  -2, -4, 0,  4, 2,  -1, 0,  4,
                                          6,  3,  0,  1,  2, 3,  4};

static int held(int at, int end) {
  return at < 0 ? 0 : at < end ? at : end - 1;
}

/* out = base + in * weight / scale. Three bytes a pixel. */
static void convolve(unsigned char *restrict out,
                     const unsigned char *restrict in, int width, int height,
                     const float *restrict weight, float scale, float base) {
#pragma omp parallel for
#pragma twofold parallel for collapse(2) extent(weight, Taps *Taps)
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 3; ++c) {
        float sum = 0.0f;
        for (int i = 0; i < Taps; ++i)
          for (int j = 0; j < Taps; ++j) {
            int row = held(y + i - Reach, height);
            int column = held(x + j - Reach, width);
            sum += weight[i * Taps + j] * in[3 * (row * width + column) + c];
          }
        float value = base + sum / scale;
        value = value < 0.0f ? 0.0f : value > 255.0f ? 255.0f : value;
        out[3 * (y * width + x) + c] = (unsigned char)value;
      }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: convolution INPUT.png [OUTPUT_FOLDER]\n");
    return 2;
  }
  const char *folder = argc > 2 ? argv[2] : ".";
  struct picture photo = picture_read(argv[1]);
  int width = photo.width, height = photo.height;
  struct picture sharp = picture_create(width, height);
  struct picture relief = picture_create(width, height);

  double times[Repetitions];
  for (int r = 0; r < Repetitions; ++r) {
    double start = seconds_now();
    convolve(sharp.rgb, photo.rgb, width, height, Sharpen, 16.0f, 0.0f);
    convolve(relief.rgb, photo.rgb, width, height, Relief, 16.0f, 128.0f);
    times[r] = seconds_now() - start;
  }

  double check = 0.0;
  for (int p = 0; p < 3 * width * height; ++p)
    check += sharp.rgb[p] + relief.rgb[p];
  picture_write(folder, "sharp.png", &sharp);
  picture_write(folder, "relief.png", &relief);
  report("convolution", times, check);
  picture_free(&photo);
  picture_free(&sharp);
  picture_free(&relief);
  return 0;
}
