/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- ImagePipeline.c - frames that the host writes and reads ------------===*\
|*
|* image-pipeline [WIDTH] [HEIGHT] [FRAMES]: each frame is written by the host,
|* goes through grey, two blurs, edges, a histogram and a table that the host
|* makes of it, and is read by the host.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

enum { Reach = 3 };
static const float blur_weight[2 * Reach + 1] = {
    0.03125f, 0.109375f, 0.21875f, 0.28125f, 0.21875f, 0.109375f, 0.03125f};

struct image {
  int width, height;
  long pixels;
  unsigned char *scene; /* what frames are made of, three bytes a pixel */
  unsigned char *frame; /* likewise */
  unsigned char *result;
  float *grey, *across, *blurred, *edges;
};

/* The host's part: a frame comes in ... */
static void writeFrame(const struct image *im, int number) {
  size_t shift = (size_t)number * 3 * 64, all = 3 * (size_t)im->pixels;
  memcpy(im->frame, im->scene + shift, all - shift);
  memcpy(im->frame + all - shift, im->scene, shift);
}

/* ... the table follows from the histogram ... */
static void equalise(long pixels, const unsigned *histogram,
                     unsigned char *table) {
  double below = 0;
  for (int i = 0; i < 256; ++i) {
    below += histogram[i];
    table[i] = (unsigned char)(255 * below / (double)pixels);
  }
}

/* ... and the result is looked at. */
static double readResult(const struct image *im) {
  long sum = 0;
  for (long i = 0; i < im->pixels; ++i)
    sum += im->result[i];
  return (double)sum;
}

#ifndef __CUDACC__
static double process(const struct image *im, int frames) {
  const int w = im->width, h = im->height;
  const long pixels = im->pixels;
  const unsigned char *frame = im->frame;
  unsigned char *result = im->result;
  float *grey = im->grey, *across = im->across, *blurred = im->blurred,
        *edges = im->edges;
  double check = 0;
  for (int f = 0; f < frames; ++f) {
    writeFrame(im, f);

    PARALLEL_SIMD(firstprivate(frame, grey))
    for (long i = 0; i < pixels; ++i)
      grey[i] = 0.299f * frame[3 * i] + 0.587f * frame[3 * i + 1] +
                0.114f * frame[3 * i + 2];

    PARALLEL(firstprivate(grey, across))
    for (int y = 0; y < h; ++y)
      for (int x = Reach; x < w - Reach; ++x) {
        float sum = 0;
        for (int k = -Reach; k <= Reach; ++k)
          sum += blur_weight[k + Reach] * grey[(long)y * w + x + k];
        across[(long)y * w + x] = sum;
      }

    PARALLEL(firstprivate(across, blurred))
    for (int y = Reach; y < h - Reach; ++y)
      for (int x = 0; x < w; ++x) {
        float sum = 0;
        for (int k = -Reach; k <= Reach; ++k)
          sum += blur_weight[k + Reach] * across[(long)(y + k) * w + x];
        blurred[(long)y * w + x] = sum;
      }

    PARALLEL(firstprivate(blurred, edges))
    for (int y = 1; y < h - 1; ++y)
      for (int x = 1; x < w - 1; ++x) {
        const float *p = blurred + (long)y * w + x;
        float dx =
            p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[w - 1];
        float dy =
            p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[1 - w];
        float length = sqrtf(dx * dx + dy * dy);
        edges[(long)y * w + x] = length > 255 ? 255 : length;
      }

    unsigned histogram[256] = {0};
    PARALLEL(reduction(+ : histogram[:256]) firstprivate(edges))
    for (long i = 0; i < pixels; ++i)
      histogram[(int)edges[i]]++;

    unsigned char table[256];
    equalise(pixels, histogram, table);

    PARALLEL(firstprivate(edges, result, table))
    for (long i = 0; i < pixels; ++i)
      result[i] = table[(int)edges[i]];

    check += readResult(im);
    step();
  }
  return check;
}
#else
__constant__ float weight[2 * Reach + 1];
__constant__ unsigned char look_up[256];

__global__ void toGrey(long pixels, const unsigned char *frame, float *grey) {
  long i = ITEM;
  if (i < pixels)
    grey[i] = 0.299f * frame[3 * i] + 0.587f * frame[3 * i + 1] +
              0.114f * frame[3 * i + 2];
}

__global__ void blur(int w, int h, int marginX, int marginY, long stride,
                     const float *from, float *to) {
  int x = ITEM_X, y = ITEM_Y;
  if (x < marginX || x >= w - marginX || y < marginY || y >= h - marginY)
    return;
  float sum = 0;
  for (int k = -Reach; k <= Reach; ++k)
    sum += weight[k + Reach] * from[(long)y * w + x + k * stride];
  to[(long)y * w + x] = sum;
}

__global__ void findEdges(int w, int h, const float *blurred, float *edges) {
  int x = ITEM_X, y = ITEM_Y;
  if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
    return;
  const float *p = blurred + (long)y * w + x;
  float dx = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[w - 1];
  float dy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[1 - w];
  edges[(long)y * w + x] = fminf(sqrtf(dx * dx + dy * dy), 255);
}

__global__ void count(long pixels, const float *edges, unsigned *histogram) {
  __shared__ unsigned mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (long i = ITEM; i < pixels; i += (long)gridDim.x * blockDim.x)
    atomicAdd(&mine[(int)edges[i]], 1);
  __syncthreads();
  atomicAdd(&histogram[threadIdx.x], mine[threadIdx.x]);
}

__global__ void apply(long pixels, const float *edges, unsigned char *result) {
  long i = ITEM;
  if (i < pixels)
    result[i] = look_up[(int)edges[i]];
}

static double process(const struct image *im, int frames) {
  int w = im->width, h = im->height;
  long pixels = im->pixels;
  CUDA(cudaMemcpyToSymbol(weight, blur_weight, sizeof blur_weight));
  CUDA(cudaHostRegister(im->frame, 3 * pixels, 0));
  CUDA(cudaHostRegister(im->result, pixels, 0));
  unsigned char *frame = deviceArray<unsigned char>(3 * pixels);
  unsigned char *result = deviceArray<unsigned char>(pixels);
  float *grey = deviceArray<float>(pixels);
  float *across = uploaded(im->across, pixels);
  float *blurred = uploaded(im->blurred, pixels);
  float *edges = uploaded(im->edges, pixels);
  unsigned *histogram = deviceArray<unsigned>(256);
  double check = 0;
  for (int f = 0; f < frames; ++f) {
    writeFrame(im, f);
    upload(frame, im->frame, 3 * pixels);
    LAUNCH(toGrey, pixels, pixels, frame, grey);
    LAUNCH2(blur, w, h, w, h, Reach, 0, 1, grey, across);
    LAUNCH2(blur, w, h, w, h, 0, Reach, w, across, blurred);
    LAUNCH2(findEdges, w, h, w, h, blurred, edges);
    CUDA(cudaMemsetAsync(histogram, 0, 256 * sizeof *histogram));
    LAUNCH(count, 1024 * 256, pixels, edges, histogram);
    unsigned counted[256];
    unsigned char table[256];
    download(counted, histogram, 256);
    equalise(pixels, counted, table);
    CUDA(cudaMemcpyToSymbol(look_up, table, sizeof table));
    LAUNCH(apply, pixels, pixels, edges, result);
    download(im->result, result, pixels);
    check += readResult(im);
    step();
  }
  return check;
}
#endif

int main(int count, char **values) {
  struct image im;
  im.width = (int)argument(count, values, 1, 4000);
  im.height = (int)argument(count, values, 2, 3000);
  int frames = (int)argument(count, values, 3, 40);
  im.pixels = (long)im.width * im.height;
  im.scene = ARRAY(unsigned char, 3 * im.pixels);
  im.frame = ARRAY(unsigned char, 3 * im.pixels);
  im.result = ARRAY(unsigned char, im.pixels);
  im.grey = ARRAY(float, im.pixels);
  im.across = ARRAY(float, im.pixels);
  im.blurred = ARRAY(float, im.pixels);
  im.edges = ARRAY(float, im.pixels);
  unsigned state = 1;
  for (long i = 0; i < 3 * im.pixels; ++i) {
    long x = i / 3 % im.width, y = i / 3 / im.width;
    im.scene[i] = (unsigned char)((random32(&state) >> 27) +
                                  ((x / 50 + y / 40) % 2 ? 180 : 30));
  }
  memset(im.frame, 0, 3 * (size_t)im.pixels);
  for (long i = 0; i < im.pixels; ++i) {
    im.result[i] = 0;
    im.grey[i] = im.across[i] = im.blurred[i] = im.edges[i] = 0;
  }
  begin();
  finish(process(&im, frames));
  return 0;
}
